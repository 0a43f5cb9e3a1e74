// Campaigns as their screens show them, with what they did in the last 30 days.
import { sql } from 'kysely';
import type { ActorReach } from '#areas/identity/users/users.service.ts';
import { offeredToActor } from '#areas/messaging/sends/sends.service.ts';
import type {
  Campaign,
  CampaignRow,
  listCampaignTriggers as ListCampaigns,
  listReadyCampaigns as ListReady,
} from '#contract/campaigns.ts';
import type { listReadyTextCampaigns as ListReadyTexts } from '#contract/campaignTexts.ts';
import type { InputOf, ResultOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { mayUpdate, visibleToActor } from './campaigns.queries.ts';

const recentDays = 30;
const maxReady = 100;

type Row = Omit<Campaign, 'can' | 'state'> & { owner_id: number; owned: boolean };

const person = (tx: Tx, column: 't.owner_id' | 't.approved_by') => sql`
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
    from users u where u.company_id = ${tx.companyId} and u.id = ${sql.ref(column)})`;

const rowColumns = (tx: Tx) => sql`
  t.id, t.name, t.description, t.trigger_type, t.category, t.event as trigger, t.auto_trigger, t.recurrence, t.days, t.hour, t.zone,
  t.global, t.mails is not null as compliant, t.enabled, t.show_on_bulk, t.show_on_conversation, t.show_on_event, t.stop_on_reply, t.next_at, t.last_ran_at,
  t.problem, t.version, t.updated_at, t.owner_id, ${person(tx, 't.owner_id')} as owner,
  (select u.active from users u where u.company_id = ${tx.companyId} and u.id = t.owner_id) as owned,
  (select json_build_object('sent', coalesce(sum(s.sent), 0), 'queued', coalesce(sum(s.queued), 0), 'blocked', coalesce(sum(s.blocked), 0))
    from sends s where s.company_id = ${tx.companyId} and s.campaign_trigger_id = t.id
      and s.created_at > ${tx.clock()}::timestamptz - make_interval(days => ${recentDays})) as recent`;

const orders = { name: sql`t.name collate by_name`, updated_at: sql`t.updated_at` };

export async function listCampaigns(tx: Tx, asked: InputOf<typeof ListCampaigns>['query']) {
  const { q, order, order_field, all, trigger_type, recurrence, ...page } = asked;
  const { visible, reach } = await visibleToActor(tx, all);
  const conditions: Condition[] = [sql<boolean>`t.company_id = ${tx.companyId}`, visible];
  if (q) conditions.push(sql<boolean>`t.search like '%' || fold(${escapeLike(q)}) || '%'`);
  if (trigger_type) conditions.push(sql<boolean>`t.trigger_type = ${trigger_type}`);
  if (recurrence) conditions.push(sql<boolean>`t.recurrence = ${recurrence}`);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from campaign_triggers t where ${allOf(conditions)}`.execute(tx.db);
  const { rows } = await sql<Row>`
    select ${rowColumns(tx)} from campaign_triggers t where ${allOf(conditions)}
    order by ${orders[order_field]} ${sql.raw(order)}, t.id ${sql.raw(order)} ${pageSql(page)}`.execute(tx.db);
  return { data: rows.map((row) => present(tx, reach, row)), meta: pageMeta(page, counted[0]?.count ?? 0) };
}

/** 404 where the actor does not see it. */
export async function getCampaign(tx: Tx, id: number): Promise<Campaign> {
  const { visible, reach } = await visibleToActor(tx);
  const { rows } = await sql<Row>`
    select ${rowColumns(tx)}, t.body, t.email_ids as all_email_ids, t.sms_trigger_ids as all_sms_trigger_ids, t.tags, t.status_ids,
      t.corporation_ids, t.approved_at, ${person(tx, 't.approved_by')} as approved_by,
      (select json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size)
        from email_files f where f.company_id = ${tx.companyId} and f.id = t.file_id) as file,
      coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'subject', e.subject) order by w.place)
        from unnest(t.email_ids) with ordinality w (id, place)
        join emails e on e.company_id = ${tx.companyId} and e.id = w.id), '[]') as emails
    from campaign_triggers t where t.company_id = ${tx.companyId} and t.id = ${id} and ${visible}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return present(tx, reach, rows[0]);
}

/** The campaigns that the actor may send by hand. */
export async function listReady(tx: Tx, { q, place }: InputOf<typeof ListReady>['query']) {
  const { rows } = await sql<Pick<CampaignRow, 'id' | 'name' | 'description' | 'category'> & { subject: string }>`
    select t.id, t.name, t.description, t.category, t.mails -> 0 ->> 'subject' as subject from campaign_triggers t
    where t.company_id = ${tx.companyId} and ${await offeredToActor(tx, 'mail')} and ${sql.ref(`t.show_on_${place}`)}
      and t.search like '%' || fold(${escapeLike(q)}) || '%'
    order by t.name collate by_name, t.id limit ${maxReady}`.execute(tx.db);
  return { data: rows };
}

/** The same of texts. */
export async function listReadyTexts(tx: Tx, { q, place }: InputOf<typeof ListReadyTexts>['query']) {
  const { rows } = await sql<ResultOf<typeof ListReadyTexts>['data'][number]>`
    select t.id, t.name, t.description, t.category, t.recurrence, t.mails -> 0 ->> 'body' as body,
      jsonb_array_length(t.mails -> 0 -> 'files') > 0 as has_picture from campaign_triggers t
    where t.company_id = ${tx.companyId} and ${await offeredToActor(tx, 'sms')} and ${sql.ref(`t.show_on_${place}`)}
      and t.search like '%' || fold(${escapeLike(q)}) || '%'
    order by t.name collate by_name, t.id limit ${maxReady}`.execute(tx.db);
  return { data: rows };
}

function present<R extends Row>(tx: Tx, reach: ActorReach, { owner_id, owned, ...row }: R) {
  const { compliant, enabled, global } = row;
  const update = mayUpdate(tx, reach, { global, owner_id });
  const state = enabled ? (owned ? 'on' : 'stopped') : compliant ? 'approved' : 'draft';
  return { ...row, state, can: { update, approve: update && tx.actor.has('campaigns.approve') } } as const;
}
