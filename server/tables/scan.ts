// Cuts a text into rows and cells as spreadsheets write them (RFC 4180), and as careless programs do: with
// quotation marks inside plain cells, or never closed. Its time grows in proportion to the text.

import { UnreadableFile } from './source.ts';

export interface ScannedRow {
  /** Null if a quotation mark is never closed: the row is then that one line. */
  cells: string[] | null;
  /** Positions in the text: the row without its line end, and the next row. */
  start: number;
  end: number;
  next: number;
}

/** How often the longest row fits in one text. */
const maxWasted = 16;

/** Every complete row. `ended`: no text follows. `longest`: maximum characters of a quoted row. */
export function* rowsIn(text: string, delimiter: string, longest: number, ended: boolean): Generator<ScannedRow> {
  let wasted = 0;
  const lineFeed = finder(text, '\n');
  const carriageReturn = finder(text, '\r');
  const lineEnd = (from: number) => Math.min(lineFeed(from), carriageReturn(from));
  /** Half of a line end may still be to come. */
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

  /** Null if the row is not complete yet. */
  function quotedRow(start: number, firstEnd: number): Pick<ScannedRow, 'cells' | 'end'> | null {
    /** Searched in vain up to `seen`. Without this, a file of such lines would be searched once for each of them. */
    const broken = (seen: number) => {
      wasted += seen - start;
      if (wasted > longest * maxWasted)
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

/** The next position of the sign, or the text's length. Asked in order of position, it reads each character once. */
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
