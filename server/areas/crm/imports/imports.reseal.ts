// Under a new envelope key: rejected rows, and values that could not be read.
import { resealTable } from '#kernel/secrets/reseal.ts';
import { unreadValue } from './imports.problems.ts';
import { rejectedRow, rejectReason } from './imports.queries.ts';

export const resealRejects = resealTable({
  table: 'import_rejects',
  key: { import_id: 'bigint', line: 'integer' },
  sealed: { row_sealed: rejectedRow, reason_sealed: rejectReason },
  batch: 50, // a row may have a megabyte
});

export const resealProblems = resealTable({
  table: 'import_problems',
  key: { import_id: 'bigint', field: 'text', reason: 'text', line: 'integer' },
  sealed: { value_sealed: unreadValue },
  batch: 50, // a value may have a megabyte
});
