// Files that nobody knows: their upload, or the deed that was to remove them, was cut off. Imports alone keep files so far; whoever else
// does must be asked here too.
import { sql } from 'kysely';
import type { Chore } from '#kernel/housekeeping.ts';

/** Milliseconds: no upload takes longer. */
const day = 86_400_000;

export const importChores: Chore[] = [
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
