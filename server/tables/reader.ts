// The only entry to a file's rows, for every format.
import { csvBatches } from './csv.ts';
import type { Batch, FileLayout, FileRow } from './rows.ts';
import { sheetBatches } from './sheet.ts';
import type { ImportSource } from './source.ts';

/**
 * All rows of a file, about 2,000 at a time and only as fast as the caller takes them; `from`: continue from a
 * checkpoint. Throws UnreadableFile if the file is not a readable table.
 */
export const readRows = (source: ImportSource, layout: FileLayout, from = layout.start): AsyncGenerator<Batch> =>
  layout.format === 'csv' ? csvBatches(source, layout, from) : sheetBatches(source, from);

/** The first rows of data. */
export async function firstRows(
  source: ImportSource,
  layout: FileLayout,
  hasHeadings: boolean,
  maxRows: number,
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const headings = hasHeadings ? 1 : 0;
  for await (const batch of readRows(source, layout)) {
    rows.push(...batch.rows);
    if (rows.length >= maxRows + headings) break;
  }
  return rows.slice(headings, maxRows + headings);
}
