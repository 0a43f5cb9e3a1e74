import { sql } from 'kysely';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

/**
 * Nobody asks for it again; undo reads the journal. One that failed may still go on, by its own selection.
 */
const selectionDays = 30;

export const bulkChores: Chore[] = [
  {
    name: 'drop selections of finished bulk actions',
    run: async (db) => {
      const { rows } = await sql<{ company_id: number; id: number }>`
        select b.company_id, b.id from bulk_actions b
        where b.status in ('complete', 'cancelled') and b.finished_at < now() - make_interval(days => ${selectionDays})
          and exists (select from bulk_action_contacts c where c.company_id = b.company_id and c.bulk_action_id = b.id)`.execute(
        db,
      );
      for (const { company_id, id } of rows)
        await db
          .deleteFrom('bulk_action_contacts')
          .where('company_id', '=', company_id)
          .where('bulk_action_id', '=', id)
          .execute();
    },
  },
];
