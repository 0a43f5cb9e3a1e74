// A first look at a file: what it is, how it reads, where its table begins, what its columns are called.
import { parse } from 'csv-parse/sync';
import { isHeadingRow } from './imports.columns.ts';
import { dialect, separatorLine } from './imports.csv.ts';
import { sniffEncoding } from './imports.encoding.ts';
import { readRows } from './imports.reader.ts';
import { batchSize, type FileLayout, type FileRow } from './imports.rows.ts';
import { type ImportSource, readBytes, UnreadableFile } from './imports.source.ts';
import { openWorkbook } from './imports.workbook.ts';

export interface Sniffed {
  /** Kept with the import: every later reading goes by it. */
  layout: FileLayout;
  hasHeadings: boolean;
  /** One for each column; '' where it has none. */
  headings: string[];
  /** The first rows of data, up to 100. */
  sampleRows: string[][];
  /** Rows of data: exact for a small file, estimated from its beginning for a large one. */
  rowsEstimate: number;
  /** Sentences for the person who chose the file. */
  warnings: string[];
}

/** Throws UnreadableFile where this is no table of rows. */
export async function sniffFile(source: ImportSource): Promise<Sniffed> {
  if (source.size === 0) throw new UnreadableFile('This file is empty.', 'imports.empty');
  const head = await readBytes(source, 0, headSize);
  const format = await formatOf(source, head);
  const warnings: string[] = [];
  if (format.format === 'xlsx') {
    const { sheetName, others } = await openWorkbook(source);
    if (others.length > 0)
      warnings.push(`Only the first sheet, “${sheetName}”, is read. Left out: ${others.map((name) => `“${name}”`).join(', ')}.`);
  }
  const { rows, total } = await firstRows(source, format);
  const first = tableStart(rows);
  const layout: FileLayout = first.line === 1 ? format : { ...format, start: first.start };
  if (first.titles > 0)
    warnings.push(`What stands above the table, in ${first.titles === 1 ? 'one line' : `${first.titles} lines`}, is left out.`);

  const table = rows.slice(first.titles);
  const cells = table.map((row) => row.cells);
  const hasHeadings = isHeadingRow(cells[0] ?? [], cells.slice(1, 101));
  const data = hasHeadings ? table.slice(1) : table;
  if (data.length === 0) throw new UnreadableFile('This file holds headings and no rows.', 'imports.empty');
  const width = Math.max(...cells.slice(0, 1001).map((row) => row.length));
  const named = hasHeadings ? (cells[0] ?? []) : [];
  const headings = Array.from({ length: width }, (_, column) => named[column]?.replace(/\s+/g, ' ').trim() ?? '');
  return {
    layout,
    hasHeadings,
    headings,
    sampleRows: data.slice(0, 100).map((row) => row.cells),
    rowsEstimate: Math.max(data.length, total - first.titles - (hasHeadings ? 1 : 0)),
    warnings: [...warnings, ...doubts(headings, hasHeadings, data)],
  };
}

const headSize = 256 * 1024;
/** Files up to this size are counted to their end. */
const countedSize = 2 * 1024 * 1024;

async function formatOf(source: ImportSource, head: Buffer): Promise<FileLayout> {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return { format: 'xlsx' };
  await refuseOtherFormats(source, head);
  const encoding = sniffEncoding(head);
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const other = textFormats.find(([pattern]) => pattern.test(text));
  if (other) throw new UnreadableFile(other[1]);
  if (text.trim() === '') throw new UnreadableFile('This file is empty.', 'imports.empty');
  return { format: 'csv', encoding, delimiter: separatorLine.exec(text)?.[1] ?? delimiterOf(text, head.length < source.size) };
}

async function refuseOtherFormats(source: ImportSource, head: Buffer) {
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') {
    const tail = await readBytes(source, source.size - headSize, source.size);
    const isProtected = [head, tail].some((bytes) => bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')));
    throw new UnreadableFile(
      isProtected
        ? 'This workbook is protected by a password. Save it without one and try again.'
        : 'This is a workbook of an old Excel (.xls). Save it as .xlsx or CSV and try again.',
    );
  }
  const found = magics.find(([magic]) => head.subarray(0, magic.length / 2).toString('hex') === magic);
  if (found) throw new UnreadableFile(`This is ${found[1]}. Choose a CSV or an Excel file (.xlsx).`);
}

const magics = [
  ['25504446', 'a PDF'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['47494638', 'a picture'],
  ['1f8b', 'a packed file'],
  ['526172211a', 'a packed file'],
  ['377abcaf271c', 'a packed file'],
  ['504b0506', 'an empty archive'],
] as const;

const textFormats: [RegExp, string][] = [
  [
    /^\s*(?:<!doctype html|<html|<table|<head|<meta)/i,
    'This is a web page under the name of a spreadsheet. Open it in Excel, save it as .xlsx or CSV and try again.',
  ],
  [/^\s*<\?xml|^\s*<[a-z]+[:>]/i, 'This is an XML file. Save it as .xlsx or CSV and try again.'],
  [/^\s*begin:vcard/i, 'This is a file of contact cards (vCard). Export your contacts as CSV and try again.'],
  [/^\s*(?:\{\s*"|\[\s*[{[])/, 'This is a JSON file. Export it as CSV and try again.'],
  [/^\s*\{\\rtf/, 'This is a text document. Choose a CSV or an Excel file (.xlsx).'],
];

const delimiters = [',', '\t', ';', '|', '^', '~', '¦', '\u0001', '\u001f'];

/** The delimiter that cuts the first lines into the most columns the most evenly; a comma where none does. */
function delimiterOf(text: string, isCut: boolean): string {
  const sample = text.slice(0, 64 * 1024);
  const whole =
    isCut || sample.length < text.length
      ? sample.slice(0, Math.max(sample.lastIndexOf('\n'), sample.lastIndexOf('\r')) + 1) || sample
      : sample;
  const scores = delimiters
    .filter((one) => whole.includes(one))
    .map((delimiter) => ({ delimiter, score: evenness(whole, delimiter) }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? ',';
}

function evenness(text: string, delimiter: string): number {
  let rows: string[][];
  try {
    rows = parse(text, { ...dialect(delimiter), to: 200 });
  } catch {
    // A quote that is never closed is as likely under each of them.
    rows = text
      .split(/\r\n|\n|\r/, 200)
      .filter(Boolean)
      .map((line) => line.split(delimiter));
  }
  const widths = Map.groupBy(rows, (row) => row.length);
  const [width, same] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [1, []];
  return width < 2 ? 0 : (same.length / rows.length) ** 2 * Math.min(width - 1, 12);
}

async function firstRows(source: ImportSource, layout: FileLayout): Promise<{ rows: FileRow[]; total: number }> {
  const rows: FileRow[] = [];
  let total = 0;
  for await (const batch of readRows(source, layout)) {
    if (rows.length < batchSize) rows.push(...batch.rows);
    total += batch.rows.length;
    if (source.size > countedSize && total > 0) {
      total = batch.read < source.size ? Math.round((total / Math.max(1, batch.read)) * source.size) : total;
      break;
    }
  }
  if (rows.length === 0) throw new UnreadableFile('This file holds no rows.', 'imports.empty');
  return { rows, total };
}

/** Reports have a title or two above their table: lines of one cell over a table of many. */
function tableStart(rows: FileRow[]): { line: number; titles: number; start: { offset: number; line: number } } {
  const filled = (row: FileRow) => row.cells.filter((cell) => cell.trim() !== '').length;
  const width = Math.max(...rows.slice(0, 50).map(filled));
  const at = rows.slice(0, 10).findIndex((row) => filled(row) > Math.max(2, width * 0.4));
  const before = rows[at - 1];
  if (at <= 0 || !before || rows.slice(0, at).some((row) => filled(row) > 2))
    return { line: 1, titles: 0, start: { offset: 0, line: 1 } };
  return { line: before.next.line, titles: at, start: before.next };
}

function doubts(headings: string[], hasHeadings: boolean, data: FileRow[]): string[] {
  const named = headings.filter((heading) => heading !== '');
  const twice = named.filter((heading, at) => named.indexOf(heading) < at);
  const width = headings.length - [...headings].reverse().findIndex((heading) => heading !== '');
  const longer = hasHeadings ? data.filter((row) => row.cells.slice(width).some((cell) => cell.trim() !== '')) : [];
  const broken = data.filter((row) => row.problem !== null);
  return [
    ...(hasHeadings ? [] : ['The first line seems to hold data, not headings.']),
    ...[...new Set(twice)].map((heading) => `Several columns are called “${heading}”.`),
    ...(longer[0]
      ? [
          `Line ${longer[0].line} has more cells than there are headings${longer.length > 1 ? `, and so have ${longer.length - 1} more` : ''}.`,
        ]
      : []),
    ...(broken[0] ? [`Line ${broken[0].line}: ${broken[0].problem}.`] : []),
  ];
}
