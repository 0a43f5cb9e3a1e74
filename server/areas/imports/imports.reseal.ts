import { resealTable } from '#kernel/reseal.ts';
import { rejectedRow, rejectReason } from './imports.queries.ts';

export const resealRejects = resealTable({
  table: 'import_rejects',
  key: { import_id: 'bigint', line: 'integer' },
  sealed: { row_sealed: rejectedRow, reason_sealed: rejectReason },
  batch: 50, // a row may have a megabyte
});
