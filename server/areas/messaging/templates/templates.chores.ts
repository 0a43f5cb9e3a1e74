import { sql } from 'kysely';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

/** Their bytes follow: the kernel removes files whose owner's row is gone. */
export const templateChores: Chore[] = [
  {
    name: 'remove pictures and attachments that no mail names',
    async run(db, { clock }) {
      const before = new Date(clock().getTime() - 7 * 86_400_000);
      await sql`
        delete from email_files f where f.created_at < ${before} and not exists (
          select from emails e where e.company_id = f.company_id and (f.id = any(e.pictures) or f.id = any(e.attachments)))
          and not exists (select from campaign_triggers t where t.company_id = f.company_id and (f.id = t.file_id or f.id = any(t.files)))
          and not exists (select from sends s where s.company_id = f.company_id and (f.id = any(s.pictures) or f.id = any(s.attachments)))
          and not exists (select from scheduled_messages w where w.company_id = f.company_id and f.id = any(w.attachments))
          and not exists (select from email_signatures g where g.company_id = f.company_id
            and jsonb_path_exists(g.doc, '$.** ? (@.file_id == $id)', jsonb_build_object('id', f.id)))`.execute(db);
    },
  },
];
