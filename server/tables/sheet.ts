// Rows of an Excel sheet, in batches and in bounded memory.
// Our own reader: the spreadsheet library parses on while its consumer waits, and so fills the memory with rows.

import {
  type Batch,
  batchBytes,
  batchSize,
  type Checkpoint,
  type FileRow,
  longerThanRows,
  maxColumns,
  maxRowSize,
} from './rows.ts';
import { serialDay } from './serialDay.ts';
import { type ImportSource, UnreadableFile } from './source.ts';
import { openWorkbook, type SharedStrings } from './workbook.ts';
import { attribute, decodeXml, elements, elementsIn, plainText } from './xml.ts';
import { readEntry } from './zip.ts';

export async function* sheetBatches(source: ImportSource, from: Checkpoint = { offset: 1, line: 1 }): AsyncGenerator<Batch> {
  const workbook = await openWorkbook(source);
  try {
    yield* batchesOf(source, workbook, from);
  } finally {
    await workbook.strings.close();
  }
}

async function* batchesOf(source: ImportSource, workbook: OpenWorkbook, from: Checkpoint): AsyncGenerator<Batch> {
  let packed = 0;
  const bytes = readEntry(source, workbook.sheet, maxSheetBytes, (used) => {
    packed = used;
  });
  let rows: FileRow[] = [];
  let size = 0;
  let line = 0;
  const read = () => Math.min(source.size, Math.round((packed / Math.max(1, workbook.sheet.compressed)) * source.size));

  for await (const { found, prefix } of elementsIn(bytes, 'row', longestRow)) {
    for (const [attributes, content] of found) {
      const before = line;
      line = Number(attribute(attributes, 'r') ?? line + 1);
      if (!Number.isInteger(line) || line <= before) throw new UnreadableFile(disordered);
      if (line > maxRows) throw new UnreadableFile('This sheet has more rows than a workbook can have.');
      if (line < from.offset || content === '') continue;
      let cells = cellsIn(content, prefix, workbook);
      while (typeof cells === 'number') {
        await workbook.strings.readTo(cells);
        cells = cellsIn(content, prefix, workbook);
      }
      const next = { offset: line + 1, line: line + 1 };
      const length = lengthOf(cells); // one long shared string may be in every cell
      if (length > maxRowSize) throw new UnreadableFile(longerThanRows(`Row ${line}`));
      size += attributes.length + content.length + length;
      if (cells.some((cell) => cell.trim() !== ''))
        rows.push({ line, cells, raw: cells.map(quoted).join(','), next, problem: null });
      if (rows.length < batchSize && size < batchBytes) continue;
      yield { rows, next: rows.at(-1)?.next ?? next, read: read() };
      rows = [];
      size = 0;
    }
  }
  const next = { offset: Math.max(from.offset, line + 1), line: Math.max(from.offset, line + 1) };
  yield { rows, next, read: source.size };
}

type OpenWorkbook = Awaited<ReturnType<typeof openWorkbook>>;

const disordered = 'The rows of this sheet are not in order: the file is damaged. Save it again, or as CSV, and try again.';
const maxSheetBytes = 8 * 1024 ** 3;
const maxRows = 1_048_576;
const longestRow = 8 * 1024 * 1024;

/** A number: the shared string to read first. */
function cellsIn(row: string, prefix: string, workbook: OpenWorkbook): string[] | number {
  const cells: string[] = [];
  let unread = -1;
  for (const [attributes, content] of elements(row, 'c', prefix)) {
    const reference = /(?:^|\s)r="([A-Z]+)/.exec(attributes)?.[1];
    const column = reference ? columnOf(reference) : cells.length;
    if (column >= maxColumns) throw new UnreadableFile('This sheet has more than 16,384 columns.');
    while (cells.length < column) cells.push('');
    const text = content === '' ? '' : cellText(attributes, content, prefix, workbook);
    if (typeof text === 'number') unread = Math.max(unread, text);
    else cells[column] = text;
  }
  return unread === -1 ? cells : unread;
}

function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

/** A number: the shared string to read first. */
function cellText(attributes: string, content: string, prefix: string, workbook: OpenWorkbook): string | number {
  const type = /(?:^|\s)t="(\w+)"/.exec(attributes)?.[1];
  if (type === 'inlineStr') return plainText(content, prefix);
  const value = elements(content, 'v', prefix)[0]?.[1] ?? '';
  if (type === 's') return sharedText(Number(value), workbook.strings);
  if (type === 'str') return decodeXml(value);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  // An error such as #N/A is not a value.
  if (type === 'e' || value === '') return '';
  const number = Number(value);
  if (type === 'd' || !Number.isFinite(number)) return decodeXml(value);
  const style = /(?:^|\s)s="(\d+)"/.exec(attributes)?.[1];
  return style && workbook.isDate[Number(style)] ? moment(number, workbook.from1904) : String(number);
}

function sharedText(index: number, strings: SharedStrings): string | number {
  if (!Number.isSafeInteger(index) || index < 0) return '';
  return strings.at(index) ?? index;
}

/** `2025-03-04`, with a time if there is one; only a time if there is no day. */
function moment(serial: number, from1904: boolean): string {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  if (serial >= 0 && serial < 1) return time;
  const day = serialDay(serial, from1904);
  return day === null ? String(serial) : seconds === 0 || seconds === 86_400 ? day : `${day}T${time}`;
}

function lengthOf(cells: string[]): number {
  let length = 0;
  for (const cell of cells) length += cell.length + 1;
  return length;
}

const quoted = (cell: string) => (cell !== '' && /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
