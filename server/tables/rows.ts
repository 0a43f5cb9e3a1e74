// What reading a file yields, whatever its format.
import type { Encoding } from './encoding.ts';

/** How a file is to be read: sniffed once, kept with the import (it is plain JSON), the same on every later reading. */
export type FileLayout = ({ format: 'csv'; encoding: Encoding; delimiter: string } | { format: 'xlsx' }) & {
  /** Where the table begins, if lines above it are not part of it. */
  start?: Checkpoint;
};

/** Where reading goes on: a byte of a CSV, a row of a sheet; and the line (from 1) that stands there. */
export interface Checkpoint {
  offset: number;
  line: number;
}

export interface FileRow {
  /** Line of the file from 1, headings included; row number in a sheet. */
  line: number;
  cells: string[];
  /** The row as it stood in the file, without its line end; for a sheet, written as CSV with commas. */
  raw: string;
  /** Where the next row begins. */
  next: Checkpoint;
  /** Why this row cannot be read, where it cannot: it has no cells then. */
  problem: string | null;
}

export interface Batch {
  rows: FileRow[];
  /** Go on from here once these rows are done. */
  next: Checkpoint;
  /** Bytes of the file read so far, for a progress bar. */
  read: number;
}

/** A batch ends with so many rows, or after so many bytes of the file: long rows, and long stretches without any, stay within bounds. */
export const batchSize = 2000;
export const batchBytes = 2 * 1024 * 1024;
export const maxColumns = 16_384;
/** Bytes of one row. A longer one is no row of contacts. */
export const maxRowSize = 1024 * 1024;
export const longerThanRows = (where: string) => `${where} is longer than 1 MB. This does not look like a table of contacts.`;
