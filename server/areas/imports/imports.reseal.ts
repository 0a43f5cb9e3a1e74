// Under a new envelope key: the rejected rows, and the files that attempts name.
import { type Reseal, resealTable } from '#kernel/reseal.ts';

export const resealRejects = resealTable({
  table: 'import_rejects',
  key: { import_id: 'bigint', line: 'integer' },
  sealed: ['row_sealed', 'reason_sealed'],
  batch: 50, // a row may have a megabyte
});

export const resealFiles: Reseal = async ({ db, storage }, companyId) => {
  const attempts = await db
    .selectFrom('import_attempts')
    .select(['file_key', 'size'])
    .where('company_id', '=', companyId)
    .where('file_key', 'is not', null)
    .execute();
  const done = { moved: 0, there: 0, gone: 0 };
  for (const { file_key, size } of attempts) if (file_key) done[await storage.reseal(file_key, size)]++;
  return { moved: done.moved, missing: done.gone };
};
