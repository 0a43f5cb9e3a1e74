// Files that have served: those of finished imports, and those that nobody knows, whose upload or removal was cut off. Imports alone keep
// files so far; whoever else does must be asked here too.
import { sql } from 'kysely';
import type { Db } from '#kernel/database.ts';
import type { Chore } from '#kernel/housekeeping.ts';
import type { Storage } from '#kernel/storage.ts';

/** Milliseconds: no upload takes longer. */
const day = 86_400_000;

export const importChores: Chore[] = [
  {
    name: 'remove files of finished imports',
    run: async (db, { storage, config }) => {
      const due = await db
        .selectFrom('import_attempts')
        .select(['company_id', 'id', 'file_key'])
        .where('file_key', 'is not', null)
        .where(isDue(config.importFileDays))
        .execute();
      for (const attempt of due) await removeFile(db, storage, attempt, isDue(config.importFileDays));
    },
  },
  {
    name: 'remove files that nobody knows',
    async run(db, { storage, clock }) {
      for await (const { companyId, keys } of storage.list(new Date(clock().getTime() - day))) {
        const known = await db
          .selectFrom('import_attempts')
          .select('file_key')
          .where('company_id', '=', companyId)
          .where(sql<boolean>`file_key = any(${keys}::text[])`)
          .execute();
        const forgotten = new Set(keys).difference(new Set(known.map(({ file_key }) => file_key)));
        for (const key of forgotten) await storage.remove(key);
      }
    },
  },
];

const isDue = (days: number) =>
  sql<boolean>`(status in ('complete', 'failed', 'cancelled', 'undone', 'undo_failed') and finished_at < now() - make_interval(days => ${days}))`;

/** The row lets go first: whoever goes on with a failed import meanwhile either keeps the file or is told. A file left over is nobody's. */
async function removeFile(
  db: Db,
  storage: Storage,
  { company_id, id, file_key }: { company_id: number; id: number; file_key: string | null },
  isStillDue: ReturnType<typeof isDue>,
) {
  const { numUpdatedRows } = await db
    .updateTable('import_attempts')
    .set({ file_key: null })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where(isStillDue)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0 && file_key) await storage.remove(file_key);
}
