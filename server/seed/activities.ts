// Invented calls, texts and meetings of the demo's owners in the last days: in the journal, and the latest on the contact.
import { sql } from 'kysely';
import { activityOutcomes } from '#contract/activityTypes.ts';
import type { Db } from '#kernel/db/database.ts';
import { seeded, weighted } from './random.ts';

const types = weighted([
  ['call', 6],
  ['voicemail', 2],
  ['text', 3],
  ['email', 2],
  ['meeting', 2],
] as const);
const days = 20;

/** One in twenty contacts had one. Drawn by the company's place: a start that was cut off uses up ids. */
export async function seedActivities(db: Db, { id: companyId, place }: { id: number; place: number }): Promise<void> {
  const { rows: contacts } = await sql<{ id: number; owner_id: number; created_at: string }>`
    select c.id, c.owner_id, c.created_at from contacts c
    where c.company_id = ${companyId} and c.owner_id is not null and c.deleted_at is null order by c.id`.execute(db);
  const random = seeded(place + 12);
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const made = contacts.flatMap(({ id, owner_id, created_at }) => {
    if (!random.chance(1 / 20)) return [];
    // In New York: from 9 in the morning to 5 in the afternoon, in winter.
    const at = midnight - random.int(1, days) * 86_400_000 + random.int(14 * 60, 22 * 60) * 60_000;
    const type = random.pick(types);
    const outcome = random.pick<string>(activityOutcomes[type]);
    return at < Date.parse(created_at) ? [] : [{ id, owner_id, type, outcome, at: new Date(at).toISOString() }];
  });
  await sql`
    with made as (select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as m (id bigint, owner_id bigint, type text, outcome text, at timestamptz)
    ), told as (
      update contacts c set last_activity_type = m.type, last_activity_at = m.at from made m
      where c.company_id = ${companyId} and c.id = m.id returning c.id
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, at, before, after)
    select ${companyId}::bigint, m.id, 'activity', m.owner_id, m.at, '{"last_activity": null}',
      jsonb_build_object('activity', m.type, 'outcome', m.outcome, 'activity_at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from made m join told t on t.id = m.id`.execute(db);
}
