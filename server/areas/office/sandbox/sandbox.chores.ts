import { sql } from 'kysely';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

const keptMails = 1_000;
const keptTexts = 10_000;

export const sandboxChores: Chore[] = [
  {
    name: 'keep the newest mails of the sandbox',
    run: (db) =>
      sql`delete from sandbox_mails where id <= (select id from sandbox_mails order by id desc offset ${keptMails} limit 1)`.execute(
        db,
      ),
  },
  {
    name: 'keep the newest texts of the sandbox',
    run: (db) =>
      sql`delete from sandbox_texts where id <= (select id from sandbox_texts order by id desc offset ${keptTexts} limit 1)`.execute(
        db,
      ),
  },
];
