// Selects the contacts that get a campaign on a day or after an event: one statement, behind the indexes of
// birth dates, renewals, values and the journal.
import { type RawBuilder, sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import type { ActorReach } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition, isAny } from '#kernel/db/sql.ts';
import { addDays, birthDatesOf, everyAge } from './campaigns.days.ts';
import type { StoredCampaign } from './campaigns.queries.ts';

/** Contacts `c` in the owner's reach with one of its tags, in one of its statuses, from a source of one of its corporations. */
export function qualifies(tx: Tx, reach: ActorReach, { tags, status_ids, corporation_ids }: StoredCampaign): Condition {
  return allOf([
    sql`c.company_id = ${tx.companyId} and c.deleted_at is null`,
    inReach(reach),
    ...(tags.length > 0 ? [sql<boolean>`c.tags && ${tags}::bigint[]`] : []),
    ...(status_ids.length > 0 ? [isAny('c.status_id', status_ids)] : []),
    ...(corporation_ids.length > 0
      ? [
          sql<boolean>`c.source_id in (select o.source_id from source_corporations o
            where o.company_id = ${tx.companyId} and ${isAny('o.corporation_id', corporation_ids)})`,
        ]
      : []),
  ]);
}

/** Rows of `id`, a contact, and `mail`, which of the campaign's mails it gets. `startsOn`: for contacts that it has not seen yet. */
export function dueOn(
  tx: Tx,
  reach: ActorReach,
  campaign: StoredCampaign,
  { day, startsOn = null }: { day: string; startsOn?: string | null },
): RawBuilder<unknown> {
  const { id, recurrence, days } = campaign;
  const mails = Math.max(1, campaign.mails?.length ?? draftLength(campaign));
  const fitting = qualifies(tx, reach, campaign);
  const target = addDays(day, days);
  // Year by year another mail, so that nobody reads the same one twice running.
  const yearly = sql`${Number(target.slice(0, 4)) % mails}::int`;
  switch (recurrence) {
    case 'birthday':
      return sql`select c.id, ${yearly} as mail from contacts c
        where ${fitting} and c.birth_date = any(${birthDatesOf(target, everyAge)}::date[])`;
    case 'turning_65':
      return sql`select c.id, 0 as mail from contacts c where ${fitting} and c.birth_date = any(${birthDatesOf(target, [65])}::date[])`;
    case 'policy_renewal':
      return sql`select c.id, ${yearly} as mail from contacts c where ${fitting} and c.id in (
        select p.contact_id from policies p where p.company_id = ${tx.companyId} and p.renewal_date = ${target}::date
          and p.status = 'in_force' and p.deleted_at is null)`;
    case 'while_status': {
      const passed = sql`(${day}::date - coalesce(p.since, ${startsOn ?? day}::date))`;
      return sql`select c.id, (${passed} / ${days}::int - 1) % ${mails}::int as mail from contacts c
        left join campaign_people p on p.company_id = ${tx.companyId} and p.trigger_id = ${id} and p.contact_id = c.id
        where ${fitting} and ${passed} > 0 and ${passed} % ${days}::int = 0`;
    }
    case 'none':
      return sql`select c.id, 0 as mail from contacts c where ${fitting}`;
  }
}

/** How many mails or texts it would have once it is approved. */
const draftLength = ({ trigger_type, email_ids, body, file_id, sms_trigger_ids }: StoredCampaign): number =>
  trigger_type === 'mail' ? email_ids.length : sms_trigger_ids.length + (body.trim() !== '' || file_id !== null ? 1 : 0);

/** Adds contacts that entered a status since the last look, and removes those that left: the days count from here. */
export async function keepPeople(tx: Tx, reach: ActorReach, campaign: StoredCampaign, day: string): Promise<void> {
  const fitting = qualifies(tx, reach, campaign);
  await sql`
    delete from campaign_people p where p.company_id = ${tx.companyId} and p.trigger_id = ${campaign.id}
      and not exists (select from contacts c where c.id = p.contact_id and ${fitting})`.execute(tx.db);
  await sql`
    insert into campaign_people (company_id, trigger_id, contact_id, since)
    select ${tx.companyId}::bigint, ${campaign.id}::bigint, c.id, ${day}::date from contacts c where ${fitting}
    on conflict do nothing`.execute(tx.db);
}

/** The contacts that the event happened to on a day, in rows of `id` and `mail`. An import starts nothing, nor does its undo. */
export function touchedBetween(
  tx: Tx,
  reach: ActorReach,
  campaign: StoredCampaign,
  { from, to, day, iana }: { from: string; to: string; day: string; iana: string },
): RawBuilder<unknown> {
  return sql`select distinct j.contact_id as id, 0 as mail from contact_changes j
    join contacts c on c.id = j.contact_id and ${qualifies(tx, reach, campaign)}
    where j.company_id = ${tx.companyId} and j.at > ${from}::timestamptz and j.at <= ${to}::timestamptz
      and (j.at at time zone ${iana}::text)::date = ${day}::date and j.import_id is null and ${happened(campaign)}`;
}

function happened({ event, status_ids, tags }: StoredCampaign): Condition {
  switch (event) {
    case 'contact_created':
      return sql`j.action = 'created'`;
    case 'status_changed': {
      const entered = sql`(j.after ->> 'status_id')::bigint`;
      return sql`j.action in ('updated', 'assigned') and j.after ->> 'status_id' is not null
        and ${status_ids.length > 0 ? sql`${entered} = any(${status_ids}::bigint[])` : sql`true`}`;
    }
    case 'tag_added':
      return sql`case when j.action = 'tagged' then exists (
        select from unnest(${tags}::bigint[]) g where j.after -> 'tags' @> to_jsonb(g)
          and not coalesce(j.before -> 'tags', '[]') @> to_jsonb(g)) else false end`;
    case 'became_client':
      return sql`j.action in ('updated', 'assigned') and j.after ->> 'kind' = 'client' and c.kind = 'client'`;
    case 'none':
      return sql`false`;
  }
}
