import type { Product } from './product.ts';
import type { Section, Size } from './support.ts';
export async function benchStarts(_product: Product, _size: Size): Promise<Section> {
  return { name: 'starts', title: 'starts', how: '', columns: [], rows: [] };
}
