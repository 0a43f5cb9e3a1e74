import { sql } from 'kysely';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

export const webhookChores: Chore[] = [
  {
    name: 'drop old calls of outside services',
    run: (db) =>
      sql`
      delete from hook_calls where received_at < now() - interval '30 days'
        or state = 'forged' and received_at < now() - interval '1 day'`.execute(db),
  },
];
