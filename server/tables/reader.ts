// The one door to a file's rows, whatever its format.
import { csvBatches } from './csv.ts';
import type { Batch, FileLayout, FileRow } from './rows.ts';
import { sheetBatches } from './sheet.ts';
import type { ImportSource } from './source.ts';

/**
 * All rows of a file, some 2,000 at a time and only as fast as they are taken; with `from`, those from a checkpoint on.
 * Throws UnreadableFile where the file turns out not to be one.
 */
export const readRows = (source: ImportSource, layout: FileLayout, from = layout.start): AsyncGenerator<Batch> =>
  layout.format === 'csv' ? csvBatches(source, layout, from) : sheetBatches(source, from);

/** The first rows of data. */
export async function firstRows(
  source: ImportSource,
  layout: FileLayout,
  hasHeadings: boolean,
  most: number,
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const headings = hasHeadings ? 1 : 0;
  for await (const batch of readRows(source, layout)) {
    rows.push(...batch.rows);
    if (rows.length >= most + headings) break;
  }
  return rows.slice(headings, most + headings);
}
