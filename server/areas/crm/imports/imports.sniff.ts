// A first look at a file: what it is, how it reads, where its table begins, what its columns are called.
import { maxColumns } from '#contract/imports.ts';
import { separatorLine } from '#tables/csv.ts';
import { sniffEncoding } from '#tables/encoding.ts';
import { readRows } from '#tables/reader.ts';
import { batchSize, type FileLayout, type FileRow, maxRowSize } from '#tables/rows.ts';
import { rowsIn } from '#tables/scan.ts';
import { type ImportSource, readBytes, UnreadableFile } from '#tables/source.ts';
import { openWorkbook } from '#tables/workbook.ts';
import { isHeadingRow } from './imports.columns.ts';
import { type DateOrder, orderOf } from './imports.days.ts';
import { lineOf, shortened } from './imports.text.ts';

export interface Sniffed {
  /** Kept with the import: every later reading goes by it. */
  layout: FileLayout;
  hasHeadings: boolean;
  /** The first line's cells, one for each column: the user may say that they are headings where they don't look like it. */
  headings: string[];
  /** The first rows of data, up to 100. */
  sampleRows: string[][];
  /** How each column writes days, where some of the first 2,000 rows tell. Older drafts have none. */
  dateOrders?: (DateOrder | null)[];
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
    const { sheetName, others, hasMacros } = await openWorkbook(source);
    if (others.length > 0) warnings.push(`Only the first sheet, ${named([sheetName])}, is read. Left out: ${named(others)}.`);
    if (hasMacros) warnings.push('This workbook has macros. Only its values are read; the macros never run.');
  }
  const { rows, total } = await firstRows(source, format);
  const first = tableStart(rows);
  const layout: FileLayout = first.line === 1 ? format : { ...format, start: first.start };
  if (first.titles > 0)
    warnings.push(
      `${first.titles === 1 ? 'One line' : `${first.titles} lines`} above the table ${first.titles === 1 ? 'is' : 'are'} skipped.`,
    );

  const table = rows.slice(first.titles);
  const width = Math.max(...table.map(filledWidth));
  if (width > maxColumns)
    throw new UnreadableFile(
      `This file has ${width.toLocaleString('en-US')} columns. A table of contacts may have at most 2,000.`,
    );
  const cells = table.map((row) => row.cells);
  const hasHeadings = isHeadingRow(cells[0] ?? [], cells.slice(1, 101));
  const data = hasHeadings ? table.slice(1) : table;
  if (data.length === 0) throw new UnreadableFile('This file holds headings and no rows.', 'imports.empty');
  const headings = Array.from({ length: width }, (_, column) => lineOf(cells[0]?.[column] ?? ''));
  return {
    layout,
    hasHeadings,
    headings,
    sampleRows: data.slice(0, 100).map((row) => row.cells.slice(0, width)),
    dateOrders: headings.map((_, column) => orderOf(data.map((row) => row.cells[column] ?? ''))),
    rowsEstimate: Math.max(data.length, total - first.titles - (hasHeadings ? 1 : 0)),
    warnings: [...warnings, ...doubts(hasHeadings ? headings : [], data)],
  };
}

const headSize = 256 * 1024;
/** Files up to this size are counted to their end, if it comes soon: two megabytes of a workbook can unpack to hundreds. */
const countedSize = 2 * 1024 * 1024;
const maxBatches = 20;
/** A stretch of some 16 MB without a row is no table's. */
const maxEmptyBatches = 8;

const filledWidth = ({ cells }: FileRow) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The first few: a file may hold thousands. */
const named = (names: string[]) =>
  names
    .slice(0, 5)
    .map((name) => `“${shortened(lineOf(name))}”`)
    .join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

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
        : 'This is an old Excel workbook (.xls). Save it as .xlsx or CSV and try again.',
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
    'This is a web page with the file name of a spreadsheet. Open it in Excel, save it as .xlsx or CSV and try again.',
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
  const rows = rowsIn(text, delimiter, maxRowSize, true)
    .filter(({ start, end }) => start < end)
    .map(({ cells, start, end }) => cells ?? text.slice(start, end).split(delimiter))
    .take(200)
    .toArray();
  const widths = Map.groupBy(rows, (row) => row.length);
  const [width, same] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [1, []];
  return width < 2 ? 0 : (same.length / rows.length) ** 2 * Math.min(width - 1, 12);
}

async function firstRows(source: ImportSource, layout: FileLayout): Promise<{ rows: FileRow[]; total: number }> {
  const rows: FileRow[] = [];
  let total = 0;
  let batches = 0;
  for await (const batch of readRows(source, layout)) {
    if (rows.length < batchSize) rows.push(...batch.rows);
    total += batch.rows.length;
    if (++batches < (total === 0 ? maxEmptyBatches : source.size <= countedSize ? maxBatches : 0)) continue;
    if (batch.read < source.size) total = Math.round((total / Math.max(1, batch.read)) * source.size);
    break;
  }
  if (rows.length === 0) throw new UnreadableFile('This file has no rows, or a very long part without any.', 'imports.empty');
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

/** `headings` is empty where the first line seems to hold data. */
function doubts(headings: string[], data: FileRow[]): string[] {
  const byName = Map.groupBy(
    headings.filter((heading) => heading !== ''),
    (heading) => heading,
  );
  const twice = [...byName].flatMap(([heading, { length }]) => (length > 1 ? [heading] : []));
  const width = headings.length - [...headings].reverse().findIndex((heading) => heading !== '');
  const longer = headings.length > 0 ? data.filter((row) => row.cells.slice(width).some((cell) => cell.trim() !== '')) : [];
  const broken = data.filter((row) => row.problem !== null);
  return [
    ...(headings.length > 0 ? [] : ['The first line seems to hold data, not headings.']),
    ...(twice.length > 0 ? [`Several columns have the name ${named(twice)}.`] : []),
    ...(longer[0]
      ? [
          `Line ${longer[0].line} has more cells than there are headings${longer.length > 1 ? `, and so have ${longer.length - 1} more` : ''}.`,
        ]
      : []),
    ...(broken[0] ? [`Line ${broken[0].line}: ${broken[0].problem}.`] : []),
  ];
}
