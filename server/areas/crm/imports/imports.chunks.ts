// The rows of a file, parsed, in portions of one transaction each.

import { type Batch, batchSize, type Checkpoint, type FileRow } from '#tables/rows.ts';
import type { Lookups } from './imports.contact.ts';
import type { NumberedRow } from './imports.match.ts';
import { type ImportPlan, parseRow, type RowProblem, rowProblem, sentenceOf } from './imports.values.ts';

/** Of one transaction: large enough that the database works in sets, small enough that a cancel is soon heard and two of them are held. */
const chunkBatches = 3;
/** With long rows a batch has fewer: what they were cut from is held as long as they are. */
const chunkRows = chunkBatches * batchSize;
/** The first is small, so that PostgreSQL has work and the screen has counts at once. */
const firstChunkRows = batchSize;

interface ParsedRows {
  rows: NumberedRow[];
  rejects: { line: number; raw: string; reason: string }[];
  /** Of rejected rows, and of those that came in without a value. */
  problems: LineProblem[];
}

export interface LineProblem extends Pick<RowProblem, 'field' | 'reason' | 'cell'> {
  line: number;
  rejected: boolean;
}

export interface Chunk extends ParsedRows {
  /** Undefined while nothing is in it. */
  firstLine: number | undefined;
  next: Checkpoint;
  /** Bytes of the file read so far. */
  read: number;
}

interface Reading {
  plan: ImportPlan;
  lookups: Lookups;
  hasHeadings: boolean;
  /** The checkpoint at which an import resumes; undefined at its beginning. */
  from: Checkpoint | undefined;
}

/** Parsed batch by batch as they are read, while PostgreSQL stores the chunk before. */
export async function* chunksOf(
  batches: AsyncIterable<Batch>,
  { plan, lookups, hasHeadings, from }: Reading,
): AsyncGenerator<Chunk, undefined> {
  const none = (next: Checkpoint): Chunk => ({ rows: [], rejects: [], problems: [], firstLine: undefined, next, read: 0 });
  let chunk = none(from ?? { offset: 0, line: 1 });
  let headings = hasHeadings && from === undefined;
  let maxRows = firstChunkRows - 1; // the first batch, without its headings
  let held = 0;
  for await (const { rows, next, read } of batches) {
    const [first] = rows;
    if (!first) continue;
    const parsed = parseRows(headings ? rows.slice(1) : rows, plan, lookups);
    headings = false;
    chunk.firstLine ??= first.line;
    chunk.rows.push(...parsed.rows);
    chunk.rejects.push(...parsed.rejects);
    chunk.problems.push(...parsed.problems);
    Object.assign(chunk, { next, read });
    if (chunk.rows.length + chunk.rejects.length < maxRows && ++held < chunkBatches) continue;
    yield chunk;
    maxRows = chunkRows;
    held = 0;
    chunk = none(next);
  }
  if (chunk.firstLine !== undefined) yield chunk;
}

function parseRows(rows: FileRow[], plan: ImportPlan, { customFields }: Lookups): ParsedRows {
  const parsedRows: ParsedRows = { rows: [], rejects: [], problems: [] };
  for (const { line, cells, raw, problem } of rows) {
    const parsed = problem === null ? parseRow(cells, plan, line) : { errors: [rowProblem(problem)] };
    const rejected = 'errors' in parsed;
    const problems = rejected ? parsed.errors : parsed.problems;
    if (rejected) {
      const reason = problems.map((each) => sentenceOf(each, customFields)).join('; ');
      parsedRows.rejects.push({ line, raw, reason });
    } else parsedRows.rows.push({ line, values: parsed.values });
    for (const { field, reason, cell } of problems) parsedRows.problems.push({ line, field, reason, cell, rejected });
  }
  return parsedRows;
}
