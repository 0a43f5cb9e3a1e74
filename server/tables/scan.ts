// Cuts a text into rows and cells as spreadsheets write them (RFC 4180), and as careless programs do: with quotation marks inside plain
// cells, and with some that are never closed. Time grows with the text and no faster.

import { UnreadableFile } from './source.ts';

export interface ScannedRow {
  /** Null where a quotation mark is opened and never closed: the row is that one line then. */
  cells: string[] | null;
  /** Places in the text: the row without its line end, and the next row. */
  start: number;
  end: number;
  next: number;
}

/** Times the longest row, in one text. */
const mostWasted = 16;

/** Every row that is whole. `ended`: nothing follows this text. `longest`: no quoted row is longer than so many characters. */
export function* rowsIn(text: string, delimiter: string, longest: number, ended: boolean): Generator<ScannedRow> {
  let wasted = 0;
  const lineFeed = finder(text, '\n');
  const carriageReturn = finder(text, '\r');
  const lineEnd = (from: number) => Math.min(lineFeed(from), carriageReturn(from));
  /** Half of a line end may be still to come. */
  const isCut = (end: number) => !ended && (end === text.length || (text[end] === '\r' && end + 1 === text.length));

  for (let start = 0; start < text.length; ) {
    const firstEnd = lineEnd(start);
    const row = text.slice(start, firstEnd).includes('"') ? quotedRow(start, firstEnd) : plainRow(start, firstEnd);
    if (!row || isCut(row.end)) return;
    const next = row.end + (text.startsWith('\r\n', row.end) ? 2 : 1);
    yield { ...row, start, next: Math.min(next, text.length) };
    start = next;
  }

  function plainRow(start: number, end: number) {
    return isCut(end) ? null : { cells: text.slice(start, end).split(delimiter), end };
  }

  /** Null where it is not whole yet. */
  function quotedRow(start: number, firstEnd: number): Pick<ScannedRow, 'cells' | 'end'> | null {
    /** Looked at as far as `seen` for nothing. A file of such lines would be looked at once for each of them. */
    const broken = (seen: number) => {
      wasted += seen - start;
      if (wasted > longest * mostWasted)
        throw new UnreadableFile('This file is full of quotation marks (") that are never closed.');
      return { cells: null, end: firstEnd };
    };
    const cells: string[] = [];
    let end = firstEnd;
    for (let from = start; ; ) {
      let after = from;
      let isClosed = false;
      if (text[from] === '"') {
        const closing = closingQuote(text, from + 1);
        if (closing < 0) return ended || text.length - start > longest ? broken(text.length) : null;
        if (closing - start > longest) return broken(closing);
        after = closing + 1;
        if (after === text.length && !ended) return null;
        isClosed = after === text.length || text.startsWith(delimiter, after) || lineEnd(after) === after;
        // The mark was closed by the first one of a later line.
        if (!isClosed && closing > end) return broken(closing);
        end = lineEnd(after);
        if (isClosed) cells.push(text.slice(from + 1, closing).replaceAll('""', '"'));
      }
      if (!isClosed) {
        const found = text.slice(after, end).indexOf(delimiter);
        after = found < 0 ? end : after + found;
        cells.push(text.slice(from, after));
      }
      if (after === end) return { cells, end };
      from = after + delimiter.length;
    }
  }
}

/** Where the sign stands next, the text's length where it does not; asked for places in their order it looks at each once. */
function finder(text: string, sign: string): (from: number) => number {
  let asked = 0;
  let found = -1;
  return (from) => {
    if (from < asked || from > found) {
      const at = text.indexOf(sign, from);
      found = at < 0 ? text.length : at;
      asked = from;
    }
    return found;
  };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}
