// Files that were removed a day ago, and uploads that were not finished in a day. The bytes go with the sweep of stored files.
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import type { Condition } from '#kernel/db/sql.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

export const fileAreaChores: Chore[] = [
  {
    name: 'drop removed files',
    run: (db, { clock }) => dropEach(db, 'contact_files', sql`deleted_at < ${dayBefore(clock)}`),
  },
  {
    name: 'drop unfinished uploads',
    run: (db, { clock }) => dropEach(db, 'file_uploads', sql`created_at < ${dayBefore(clock)}`),
  },
];

const dayBefore = (clock: () => Date) => new Date(clock().getTime() - 86_400_000);

/** In each company, so that no statement spans several. */
async function dropEach(db: Db, table: 'contact_files' | 'file_uploads', condition: Condition) {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from ${sql.table(table)} where ${condition}`.execute(db);
  for (const { company_id } of rows)
    await sql`delete from ${sql.table(table)} where company_id = ${company_id} and ${condition}`.execute(db);
}
