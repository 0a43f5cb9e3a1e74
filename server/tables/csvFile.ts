// Rows as a CSV file for a spreadsheet.
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** UTF-8 with a byte order mark, lines ended by CR LF; a cell with any line end in it is quoted. */
export function csvOf(rows: AsyncIterable<string[]>) {
  const safeRows = async function* () {
    for await (const cells of rows) yield cells.map(safeCell);
  };
  const format = stringify({ bom: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
  // Either end takes the other down with it; the one that answers says why.
  return pipeline(Readable.from(safeRows()), format, () => {});
}

/** A spreadsheet must not run what a stranger wrote. Phones and negative numbers stay as they are. */
export const safeCell = (cell: string) =>
  /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(cell) && !/^[+-]?[\d\s().,-]+$/.test(cell) ? `'${cell}` : cell;
