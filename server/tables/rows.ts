// The result of reading a file, the same for every format.
import type { Encoding } from './encoding.ts';

/** How to read a file: sniffed once, stored with the import as plain JSON, the same at every later reading. */
export type FileLayout = ({ format: 'csv'; encoding: Encoding; delimiter: string } | { format: 'xlsx' }) & {
  /** The table's beginning, if there are other lines above it. */
  start?: Checkpoint;
};

/** The place at which reading continues: a byte of a CSV, a row of a sheet; and the line there, from 1. */
export interface Checkpoint {
  offset: number;
  line: number;
}

export interface FileRow {
  /** Line of the file from 1, headings included; row number in a sheet. */
  line: number;
  cells: string[];
  /** The row as in the file, without its line end; for a sheet, as CSV with commas. */
  raw: string;
  /** The beginning of the next row. */
  next: Checkpoint;
  /** Why this row cannot be read; such a row has no cells. */
  problem: string | null;
}

export interface Batch {
  rows: FileRow[];
  /** Continue here after these rows. */
  next: Checkpoint;
  /** Bytes of the file read so far, for a progress bar. */
  read: number;
}

/**
 * A batch ends after so many rows or so many bytes of the file: long rows, and long stretches without rows,
 * stay within bounds.
 */
export const batchSize = 2000;
export const batchBytes = 1024 * 1024;
export const maxColumns = 16_384;
/** Bytes of one row. A longer one is not a row of contacts. */
export const maxRowSize = 1024 * 1024;
export const longerThanRows = (where: string) => `${where} is longer than 1 MB. This does not look like a table of contacts.`;
