// Under a new envelope key: the rejected rows, and the files that attempts name.
import { type Reseal, resealTable } from '#kernel/reseal.ts';

export const resealRejects = resealTable({
  table: 'import_rejects',
  key: { import_id: 'bigint', line: 'integer' },
  sealed: ['row_sealed', 'reason_sealed'],
});

export const resealFiles: Reseal = async ({ db, storage }, companyId) => {
  const attempts = await db
    .selectFrom('import_attempts')
    .select(['file_key', 'size'])
    .where('company_id', '=', companyId)
    .execute();
  let moved = 0;
  for (const { file_key, size } of attempts) if (file_key && (await storage.reseal(file_key, size))) moved += 1;
  return moved;
};
