import { sql } from 'kysely';
import type { Db } from '#kernel/database.ts';
import type { Chore } from '#kernel/housekeeping.ts';
import type { Storage } from '#kernel/storage.ts';

export const importChores: Chore[] = [
  {
    name: 'remove files of finished imports',
    run: async (db, { storage, config }) => {
      const due = await db
        .selectFrom('import_attempts')
        .select(['company_id', 'id', 'file_key'])
        .where('file_key', 'is not', null)
        .where(isFinished)
        .where('finished_at', '<', sql<string>`now() - make_interval(days => ${config.importFileDays})`)
        .execute();
      for (const attempt of due) await removeFile(db, storage, attempt);
    },
  },
];

const isFinished = sql<boolean>`status in ('complete', 'failed', 'cancelled', 'undone', 'undo_failed')`;

/** The row says so once the file is gone; whoever lets a failed import go on meanwhile either keeps the file or is told. */
const removeFile = (
  db: Db,
  storage: Storage,
  { company_id, id, file_key }: { company_id: number; id: number; file_key: string | null },
) =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('import_attempts')
      .set({ file_key: null })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .where(isFinished)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0 && file_key) await storage.remove(file_key);
  });
