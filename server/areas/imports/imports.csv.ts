// Rows of a CSV, in batches and in bounded memory, each with its place in the file so that a reading can go on from there.
import { isUtf8 } from 'node:buffer';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { bytesPerUnit, type Encoding, markOf, toUtf8 } from './imports.encoding.ts';
import { type Batch, batchSize, type Checkpoint, type FileRow, maxColumns, maxRowSize } from './imports.rows.ts';
import { type ImportSource, readBytes, UnreadableFile } from './imports.source.ts';

export interface CsvLayout {
  encoding: Encoding;
  delimiter: string;
}

export async function* csvBatches(source: ImportSource, layout: CsvLayout, from?: Checkpoint): AsyncGenerator<Batch> {
  let at = from ?? (await firstLine(source, layout.encoding));
  while (true) {
    for await (const batch of readUntilBroken(source, layout, at)) {
      yield batch;
      at = batch.next;
    }
    if (at.offset >= source.size) return;
    // A quote was opened here and never closed: this line is lost, the rest is not.
    const row = await brokenLine(source, layout, at);
    if (!row) return;
    yield { rows: [row], next: row.next, read: row.next.offset };
    at = row.next;
  }
}

/** The cells of one row that was kept as it stood in the file, be it broken. */
export function cellsOf(raw: string, delimiter: string): string[] {
  try {
    return parseWhole(raw, { ...dialect(delimiter), to: 1 })[0] ?? [];
  } catch {
    return raw.split(delimiter);
  }
}

export const dialect = (delimiter: string) =>
  ({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowSize,
  }) satisfies Options;

/** Excel's own directive, `sep=;`, alone on the first line. */
export const separatorLine = /^sep=(.)(?:\r\n|\n|\r)/i;

/** Ends early, without an error, in front of a row whose quote is never closed. */
async function* readUntilBroken(source: ImportSource, layout: CsvLayout, from: Checkpoint): AsyncGenerator<Batch> {
  const { encoding, delimiter } = layout;
  const rows: FileRow[] = [];
  let next = from;
  // UTF-8 bytes not yet given out as rows, and the parser's count of bytes where they begin.
  let pending: Buffer = Buffer.alloc(0);
  let pendingAt = 0;

  const onRecord = (record: string[], info: InfoRecord) => {
    if (record.length > maxColumns) throw new UnreadableFile(`Line ${next.line} has more than 16,384 columns.`);
    const bytes = pending.subarray(0, info.bytes - pendingAt);
    let text = bytes.toString('utf8');
    let cells = record;
    if (record.some((cell) => swallows(cell, text))) throw new SwallowedLine();
    if (text.includes('�') && !isUtf8(bytes)) {
      // Stray bytes of an older encoding in a UTF-8 file.
      text = new TextDecoder('windows-1252').decode(bytes);
      cells = cellsOf(text, delimiter);
    }
    pending = pending.subarray(bytes.length);
    pendingAt = info.bytes;
    const size = encoding === 'utf-8' ? bytes.length : text.length * bytesPerUnit(encoding);
    const blank = /^[\r\n]*/.exec(text)?.[0] ?? '';
    const line = next.line + lineEnds(blank);
    next = { offset: Math.min(next.offset + size, source.size), line: next.line + lineEnds(text) };
    const raw = withoutLineEnd(text.slice(blank.length));
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells, raw, next, problem: null });
    return null;
  };

  const parser = parse({ ...dialect(delimiter), on_record: onRecord });
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure ??= error;
  });
  const feed = (chunk: Uint8Array | null) =>
    new Promise<void>((resolve) => (chunk ? parser.write(chunk, () => resolve()) : parser.end(() => resolve())));

  for await (const chunk of toUtf8(source.open(from.offset), encoding)) {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    await feed(chunk);
    if (failure) break;
    while (rows.length >= batchSize) yield batchOf(rows.splice(0, batchSize));
  }
  if (!failure) await feed(null);
  while (rows.length > 0) yield batchOf(rows.splice(0, batchSize));

  if (failure && !isUnclosedQuote(failure)) throw failure;
  // Rows of nothing but delimiters, which are not given out, are read too.
  if (!failure) next = { ...next, offset: source.size };
  yield { rows: [], next, read: next.offset };
}

function batchOf(rows: FileRow[]): Batch {
  const next = rows.at(-1)?.next ?? { offset: 0, line: 1 };
  return { rows, next, read: next.offset };
}

/** A quote that was never closed met the first one of a later line. */
class SwallowedLine extends Error {}

/** Several lines behind a quotation mark of its own, in a cell that nobody wrote so on purpose. */
const swallows = (cell: string, text: string) =>
  cell.startsWith('"') && /[\r\n]/.test(cell) && !text.includes(`"${cell.replaceAll('"', '""')}"`);

const isUnclosedQuote = (error: Error) =>
  error instanceof SwallowedLine ||
  (error instanceof CsvError && (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'));

async function brokenLine(source: ImportSource, { encoding }: CsvLayout, at: Checkpoint): Promise<FileRow | null> {
  const bytes = await readBytes(source, at.offset, at.offset + maxRowSize);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const unit = bytesPerUnit(encoding);
  // One character for each unit of the file, so that lengths are places.
  const units = unit === 2 ? decoder.decode(bytes) : bytes.toString('latin1');
  const [read = '', blank = '', found = '', end] = /^([\r\n]*)([^\r\n]*)(\r\n|\n|\r)?/.exec(units) ?? [];
  const line = at.line + lineEnds(blank);
  if (found === '') return null;
  if (end === undefined && at.offset + bytes.length < source.size) {
    throw new UnreadableFile(`Line ${line} is longer than 1 MB. This does not look like a table of contacts.`);
  }
  const raw = decoder.decode(bytes.subarray(blank.length * unit, (blank.length + found.length) * unit));
  const next = { offset: at.offset + read.length * unit, line: line + 1 };
  return { line, cells: [], raw, next, problem: 'A quotation mark (") in this line is opened and never closed' };
}

async function firstLine(source: ImportSource, encoding: Encoding): Promise<Checkpoint> {
  const head = await readBytes(source, 0, 64);
  const bom = markOf(head)?.bom ?? 0;
  const directive = separatorLine.exec(new TextDecoder(encoding).decode(head))?.[0];
  return directive ? { offset: bom + directive.length * bytesPerUnit(encoding), line: 2 } : { offset: bom, line: 1 };
}

const withoutLineEnd = (text: string) =>
  text.endsWith('\r\n') ? text.slice(0, -2) : /[\r\n]$/.test(text) ? text.slice(0, -1) : text;

function lineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
