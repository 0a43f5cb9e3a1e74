// Rows as a spreadsheet to download, CSV or XLSX: written as they are read, so memory does not grow with them.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { csvOf } from './csvFile.ts';

export type SpreadsheetFormat = 'csv' | 'xlsx';

/** `label` is the heading over the values of `key`. */
export interface SpreadsheetColumn {
  key: string;
  label: string;
}

/** A value by the key of each column; a missing one leaves its cell empty. */
export type SpreadsheetRow = Readonly<Record<string, string | number | null | undefined>>;

export const spreadsheetTypes: Record<SpreadsheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Numbers are numbers in XLSX; text is always text there, and made safe in CSV, where a spreadsheet would run a formula. */
export function spreadsheetOf(
  format: SpreadsheetFormat,
  columns: readonly SpreadsheetColumn[],
  rows: AsyncIterable<SpreadsheetRow>,
): Readable {
  const keys = columns.map(({ key }) => key);
  return format === 'csv' ? csvOf(textRows(columns, keys, rows)) : xlsxOf(columns, keys, rows);
}

async function* textRows(columns: readonly SpreadsheetColumn[], keys: string[], rows: AsyncIterable<SpreadsheetRow>) {
  yield columns.map(({ label }) => label);
  for await (const row of rows) yield keys.map((key) => String(row[key] ?? ''));
}

/** Excel opens no cell of more characters. */
const maxCell = 32_767;

function xlsxOf(columns: readonly SpreadsheetColumn[], keys: string[], rows: AsyncIterable<SpreadsheetRow>): Readable {
  const cell = (value: SpreadsheetRow[string]) => (typeof value === 'string' ? value.slice(0, maxCell) : (value ?? null));
  const sheet = async function* () {
    for await (const row of rows) yield keys.map((key) => cell(row[key]));
  };
  const headings = columns.map(({ label }) => ({ header: label }));
  const bytes = writeXlsxStream(sheet(), { name: 'Sheet1', columns: headings, freezePane: { rows: 1 } });
  return Readable.fromWeb(bytes as ReadableStream<Uint8Array>);
}
