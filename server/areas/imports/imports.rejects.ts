// The rejected rows of an attempt: as a file for people, and as one to run again.
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { cellsOf } from './imports.csv.ts';
import { getAttempt, listRejects } from './imports.queries.ts';
import type { Sniffed } from './imports.sniff.ts';

/** A CSV: line, reason, then the row's cells as they stood, under the file's own headings. */
export async function downloadRejected(ctx: Ctx, id: number) {
  const { file_name, form, retry_of, sniffed } = await inTenant(ctx, (tx) => getAttempt(tx, id));
  const headings = form?.has_headings || retry_of !== null ? sniffed.headings : [];
  const rows = async function* () {
    yield ['Line', 'Reason', ...headings].map(safeCell);
    for await (const { line, reason, raw } of rejectedRows(ctx, id))
      yield [String(line), reason, ...cellsOf(raw, delimiterOf(sniffed))].map(safeCell);
  };
  // Either end takes the other down with it; the one that answers says why.
  const content = pipeline(Readable.from(rows()), stringify({ bom: true, record_delimiter: '\r\n' }), () => {});
  return { name: `${file_name.replace(/\.\w+$/, '')} rejected.csv`, type: 'text/csv; charset=utf-8', content };
}

/** The rows as they stood, in UTF-8, those with an unclosed quote last: it would swallow what comes after it. */
export async function* rejectedText(ctx: Ctx, id: number): AsyncGenerator<Buffer> {
  const isOpen = (raw: string) => (raw.match(/"/g)?.length ?? 0) % 2 === 1;
  for await (const { raw } of rejectedRows(ctx, id)) if (!isOpen(raw)) yield Buffer.from(`${raw}\r\n`);
  for await (const { raw } of rejectedRows(ctx, id)) if (isOpen(raw)) yield Buffer.from(`${raw}\r\n`);
}

export const delimiterOf = ({ layout }: Sniffed) => (layout.format === 'csv' ? layout.delimiter : ',');

/** A spreadsheet must not run what a stranger wrote. Phones and negative numbers stay as they are. */
export const safeCell = (cell: string) =>
  /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(cell) && !/^[+-]?[\d\s().,-]+$/.test(cell) ? `'${cell}` : cell;

async function* rejectedRows(ctx: Ctx, id: number) {
  for (let after = 0; ; ) {
    const page = await inTenant(ctx, (tx) => listRejects(tx, id, after, 1_000));
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    after = last.line;
  }
}
