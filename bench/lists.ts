import type { Product } from './product.ts';
import type { Section, Size } from './support.ts';
export async function benchLists(_product: Product, _size: Size): Promise<Section> {
  return { name: 'lists', title: 'lists', how: '', columns: [], rows: [] };
}
