// Files that have served: those of imports that ended some time ago.
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import type { FileKinds } from '#kernel/files/fileSweep.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import { importFile } from './imports.queries.ts';

export const importFileKinds: FileKinds = { [importFile]: 'import_attempts' };

export const importChores: Chore[] = [
  {
    name: 'drop files of finished imports',
    run: async (db, { config }) => {
      const due = isDue(config.importFileDays);
      const { rows } = await sql<{ company_id: number; id: number }>`
        select a.company_id, a.id from import_attempts a
        join files f on f.company_id = a.company_id and f.kind = ${importFile} and f.owner_id = a.id and f.state = 'kept'
        where ${due}`.execute(db);
      for (const { company_id, id } of rows) await dropFile(db, company_id, id, due);
    },
  },
];

const isDue = (days: number) =>
  sql<boolean>`a.status in ('complete', 'failed', 'cancelled', 'undone', 'undo_failed') and a.finished_at < now() - make_interval(days => ${days})`;

/** The attempt is held meanwhile: it either goes on with its file, or is told that there is none. */
const dropFile = (db: Db, companyId: number, id: number, isStillDue: ReturnType<typeof isDue>) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from import_attempts a where a.company_id = ${companyId} and a.id = ${id} and ${isStillDue} for update`.execute(tx);
    if (rows.length > 0)
      await sql`
        update files set state = 'dropped'
        where company_id = ${companyId} and kind = ${importFile} and owner_id = ${id} and state = 'kept'`.execute(tx);
  });
