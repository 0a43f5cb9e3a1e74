// My day's card of the latest activities: the contacts that somebody called, texted or met last, each with who did it.
import { type RawBuilder, sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { ActivityOutcome, ActivityType } from '#contract/activityTypes.ts';
import { reachOf } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';
import { cardRows, dashboardCard } from '#kernel/dashboard.ts';

const words: Record<ActivityType, string> = {
  call: 'Call',
  voicemail: 'Voicemail',
  text: 'Text',
  email: 'E-mail',
  meeting: 'Meeting',
  mail: 'Letter',
  other: 'Activity',
};

export const activityCard = dashboardCard({
  name: 'activity',
  title: 'Latest activity',
  place: 80,
  permission: 'contacts.read',
  empty: { text: 'Log a call or a visit on a contact’s page: it stands here then.' },
  events: ['contact.changed', 'contacts.changed'],
  async load(tx, { team }) {
    const rows = await listLatest(tx, team);
    return {
      count: null,
      capped: false,
      rows: rows.map(({ id, name, type, at, outcome, actor }) => ({
        id: String(id),
        title: name || 'No name',
        text: [
          [words[type] ?? words.other, outcome?.replaceAll('_', ' ')].filter(Boolean).join(', '),
          actor && (actor.id === tx.actor.userId ? 'you' : actor.name),
        ]
          .filter(Boolean)
          .join(' · '),
        at,
        overdue: false,
        href: `/contacts/${id}`,
      })),
      list: null,
    };
  },
});

interface Row {
  id: number;
  name: string;
  type: ActivityType;
  at: string;
  /** Null where the journal no longer has the activity. */
  outcome: ActivityOutcome | null;
  actor: { id: number; name: string } | null;
}

async function listLatest(tx: Tx, team: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with latest as materialized (${await latestOf(tx, team)})
    select c.id, coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization) as name,
      c.last_activity_type as type, c.last_activity_at as at, j.after ->> 'outcome' as outcome,
      case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as actor
    from latest l
    join contacts c on c.company_id = ${tx.companyId} and c.id = l.id
    left join lateral (
      select j.actor_id, j.after from contact_changes j
      where j.company_id = ${tx.companyId} and j.contact_id = c.id and j.action = 'activity'
        and (j.after ->> 'activity_at')::timestamptz = c.last_activity_at
      order by j.at desc, j.id desc limit 1) j on true
    left join users u on u.company_id = ${tx.companyId} and u.id = j.actor_id
    order by l.last_activity_at desc, l.id desc`.execute(tx.db);
  return rows;
}

/** Of the whole company at once; else the first of each owner and pool, and of these the first. */
async function latestOf(tx: Tx, team: boolean): Promise<RawBuilder<unknown>> {
  const reach = await reachOfActor(tx);
  const first = (holder: RawBuilder<unknown>) => sql`
    select c.id, c.last_activity_at from contacts c
    where c.company_id = ${tx.companyId} and c.deleted_at is null and c.last_activity_at is not null ${holder}
    order by c.last_activity_at desc, c.id desc limit ${cardRows}`;
  if (team && reach.company) return first(sql``);
  const alone = !team && reachOf[tx.actor.role] !== 'own'; // beneath a person stand the pools, too
  const ownerIds = reach.company || alone ? [tx.actor.userId] : reach.ownerIds;
  const poolIds = reach.company || alone ? [] : reach.poolIds;
  return sql`
    select f.id, f.last_activity_at from unnest(${ownerIds}::bigint[]) o (id) cross join lateral (${first(sql`and c.owner_id = o.id`)}) f
    union all
    select f.id, f.last_activity_at from unnest(${poolIds}::bigint[]) p (id) cross join lateral (${first(sql`and c.pool_id = p.id`)}) f
    order by last_activity_at desc, id desc limit ${cardRows}`;
}
