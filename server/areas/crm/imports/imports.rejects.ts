// The rejected rows of an attempt: as a file for people, and as one to run again.
import { type Ctx, inTenant, readPage } from '#kernel/context.ts';
import { cellsOf } from '#tables/csv.ts';
import { csvOf } from '#tables/csvFile.ts';
import { type Attempt, getAttempt, listRejects } from './imports.queries.ts';
import type { Sniffed } from './imports.sniff.ts';

/** A CSV: line, reason, then the row's cells as they stood, under the file's own headings. */
export async function downloadRejected(ctx: Ctx, id: number) {
  const attempt = await inTenant(ctx, (tx) => getAttempt(tx, id));
  const { file_name, sniffed } = attempt;
  const rows = async function* () {
    yield ['Line', 'Reason', ...headingsOf(attempt)];
    for await (const { line, reason, raw } of rejectedRows(ctx, id, readPage))
      yield [String(line), reason, ...cellsOf(raw, delimiterOf(sniffed))];
  };
  return { name: `${file_name.replace(/\.\w+$/, '')} rejected.csv`, type: 'text/csv; charset=utf-8', content: csvOf(rows()) };
}

/** The file's own headings: as it was looked at, or, where the user alone says that it has some, as the form names them. */
export function headingsOf({ form, retry_of, sniffed }: Pick<Attempt, 'form' | 'retry_of' | 'sniffed'>): string[] {
  if (retry_of !== null || (form?.has_headings && sniffed.hasHeadings)) return sniffed.headings;
  if (!form?.has_headings) return [];
  const byColumn = new Map(form.fields.map(({ column, heading }) => [column, heading]));
  return sniffed.headings.map((_, column) => byColumn.get(column) ?? '');
}

/** The rows as they stood, by their line, those with an unclosed quote last: it would swallow what comes after it. */
export async function* rejectedInOrder(ctx: Ctx, id: number): AsyncGenerator<{ line: number; raw: string }> {
  const isOpen = (raw: string) => (raw.match(/"/g)?.length ?? 0) % 2 === 1;
  for await (const row of rejectedRows(ctx, id)) if (!isOpen(row.raw)) yield row;
  for await (const row of rejectedRows(ctx, id)) if (isOpen(row.raw)) yield row;
}

export const delimiterOf = ({ layout }: Sniffed) => (layout.format === 'csv' ? layout.delimiter : ',');

async function* rejectedRows(ctx: Ctx, id: number, read: typeof readPage = inTenant) {
  for (let after = 0; ; ) {
    const page = await read(ctx, (tx) => listRejects(tx, id, after, 1_000));
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    after = last.line;
  }
}
