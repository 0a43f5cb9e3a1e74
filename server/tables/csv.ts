// Reads the rows of a CSV in batches and bounded memory; each row has its position in the file, so that reading
// can continue there.
import { bytesPerUnit, type Encoding, isCutOff, markOf, textOf, toUnits, unitsOf } from './encoding.ts';
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
import { rowsIn } from './scan.ts';
import { type ImportSource, readBytes, UnreadableFile } from './source.ts';

export interface CsvLayout {
  encoding: Encoding;
  delimiter: string;
}

export async function* csvBatches(source: ImportSource, layout: CsvLayout, from?: Checkpoint): AsyncGenerator<Batch> {
  const { encoding } = layout;
  const delimiter = toUnits(layout.delimiter, encoding);
  const unit = bytesPerUnit(encoding);
  const longest = maxRowSize / unit;
  let next = from ?? (await firstLine(source, encoding));
  let begun = next.offset;
  let rows: FileRow[] = [];
  let text = '';
  for await (const { units, ended } of unitsOf(source.open(next.offset), encoding)) {
    text += units;
    let used = 0;
    for (const scanned of rowsIn(text, delimiter, longest, ended)) {
      const { line } = next;
      const raw = text.slice(scanned.start, scanned.end);
      const isLast = ended && scanned.next === text.length;
      const offset = isLast ? source.size : next.offset + (scanned.next - scanned.start) * unit;
      next = { offset, line: line + lineEnds(raw) + (scanned.next > scanned.end ? 1 : 0) };
      used = scanned.next;
      const isCut = isLast && scanned.end === text.length && isCutOff(raw, units, encoding);
      const row = rowOf(line, raw, isCut ? cutOff : (scanned.cells ?? neverClosed), encoding, next);
      if (row) rows.push(row);
      if (rows.length < batchSize && next.offset - begun < batchBytes) continue;
      yield { rows, next: rows.at(-1)?.next ?? next, read: next.offset };
      rows = [];
      begun = next.offset;
    }
    text = text.slice(used);
    if (text.length > longest) throw new UnreadableFile(longerThanRows(`Line ${next.line}`));
  }
  yield { rows, next: rows.at(-1)?.next ?? next, read: source.size };
}

/** Null for an empty row. `cells`: the reason if there are none. */
function rowOf(line: number, units: string, cells: string[] | string, encoding: Encoding, next: Checkpoint): FileRow | null {
  if (units === '') return null;
  const raw = textOf(units, encoding);
  if (typeof cells === 'string') return { line, cells: [], raw, next, problem: cells };
  if (cells.length > maxColumns) throw new UnreadableFile(`Line ${line} has more than 16,384 columns.`);
  if (cells.every((cell) => cell.trim() === '')) return null;
  return { line, cells: cells.map((cell) => textOf(cell, encoding)), raw, next, problem: null };
}

const neverClosed = 'A quotation mark (") in this line is never closed';
const cutOff = 'The file ends in the middle of a character here. A part may be missing';

/** The cells of one row that was stored as in the file, even if broken. */
export const cellsOf = (raw: string, delimiter: string): string[] =>
  rowsIn(raw, delimiter, maxRowSize, true).next().value?.cells ?? raw.split(delimiter);

/** Excel's directive `sep=;`, alone on the first line. */
export const separatorLine = /^sep=([^\w\s"]|\t)(?:\r\n|\n|\r)/i;

async function firstLine(source: ImportSource, encoding: Encoding): Promise<Checkpoint> {
  const head = await readBytes(source, 0, 64);
  const bom = markOf(head)?.bom ?? 0;
  const directive = separatorLine.exec(new TextDecoder(encoding).decode(head))?.[0];
  return directive
    ? { offset: bom + toUnits(directive, encoding).length * bytesPerUnit(encoding), line: 2 }
    : { offset: bom, line: 1 };
}

export const lineEnds = (text: string) => (/[\r\n]/.test(text) ? text.split(/\r\n|\n|\r/).length - 1 : 0);
