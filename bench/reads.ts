import type { Product } from './product.ts';
import type { Section, Size } from './support.ts';
export async function benchReads(_product: Product, _size: Size): Promise<Section> {
  return { name: 'reads', title: 'reads', how: '', columns: [], rows: [] };
}
