import { resealTable } from '#kernel/reseal.ts';

export const resealRejects = resealTable({
  table: 'import_rejects',
  key: { import_id: 'bigint', line: 'integer' },
  sealed: ['row_sealed', 'reason_sealed'],
  batch: 50, // a row may have a megabyte
});
