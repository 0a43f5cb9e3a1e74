// Sends and messages by pages. A user sees their own sends, a leader those of everyone in reach; messages of contacts in reach.
import { type RawBuilder, sql } from 'kysely';
import { getContactById, inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor, zoneOfActor } from '#areas/identity/users/users.service.ts';
import type { listEmailHistory as ListEmailHistory } from '#contract/emailLogs.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { messageEventKinds } from '#contract/sendLists.ts';
import type { listMessages as ListMessages, listSends as ListSends, Message, Send } from '#contract/sends.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import type { StoredSend } from '../engine/sends.queries.ts';
import { mayRun } from '../sends.policy.ts';

const countCap = 10_000;

/** Over `sends s`. */
export async function visibleSends(tx: Tx): Promise<Condition> {
  const own = sql<boolean>`s.asked_by = ${tx.actor.userId}`;
  if (!tx.actor.has('team.lead')) return own;
  const reach = await reachOfActor(tx);
  return reach.company ? sql<boolean>`true` : sql<boolean>`(${own} or ${isAny('s.asked_by', reach.ownerIds)})`;
}

export async function listSends(tx: Tx, { single, campaign_trigger_id, ...page }: InputOf<typeof ListSends>['query']) {
  const kind = single ? sql<boolean>`s.kind = 'single'` : sql<boolean>`s.kind <> 'single'`;
  const campaign = sql<boolean>`s.campaign_trigger_id = ${campaign_trigger_id ?? 0}`;
  const conditions = [await visibleSends(tx), campaign_trigger_id === undefined ? kind : campaign];
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (select from sends s where s.company_id = ${tx.companyId} and ${allOf(conditions)} limit ${countCap}) s`.execute(
    tx.db,
  );
  const { rows } =
    await sql<SendRow>`${selectSends(tx, conditions)} order by s.created_at desc, s.id desc ${pageSql(page)}`.execute(tx.db);
  return { data: rows.map((row) => present(tx, row)), meta: pageMeta(page, counted[0]?.count ?? 0) };
}

export async function getSend(tx: Tx, id: number): Promise<Send & Pick<StoredSend, 'content' | 'body'>> {
  const { rows } = await sql<SendRow>`${selectSends(tx, [await visibleSends(tx), sql<boolean>`s.id = ${id}`])}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return present(tx, rows[0]);
}

export async function mustSeeSend(tx: Tx, id: number): Promise<void> {
  await getSend(tx, id);
}

/** `active`: its user has not left. Messages in the name of a user who has left are not sent. */
type SendRow = Omit<Send, 'can'> & Pick<StoredSend, 'content' | 'body'> & { active: boolean };

const selectSends = (tx: Tx, conditions: Condition[]) => sql`
  select s.id, s.kind, s.channel, s.purpose, u.active, s.subject,
    case when s.campaign_name is not null then json_build_object('id', s.campaign_trigger_id, 'name', s.campaign_name) end as campaign,
    case when s.status in ('preparing', 'sending') and not u.active then 'paused' else s.status end as status, s.content, s.body, s.send_at, s.track_clicks, s.track_opens, s.created_at, s.finished_at, s.failure, s.bulk_action_id,
    json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as asked_by,
    json_build_object('total', s.total, 'queued', s.queued, 'sent', s.sent, 'failed', s.failed, 'blocked', s.blocked,
      'unknown', s.unknown, 'cancelled', s.cancelled, ${sql.join(messageEventKinds.map((kind) => sql`${sql.lit(kind)}, ${sql.ref(`s.${kind}`)}`))}) as counts
  from sends s join users u on u.company_id = ${tx.companyId} and u.id = s.asked_by
  where s.company_id = ${tx.companyId} and ${allOf(conditions)}`;

function present(tx: Tx, { active, ...row }: SendRow) {
  const runs = row.status === 'preparing' || row.status === 'sending';
  const may = active && mayRun(tx, { kind: row.kind, asked_by: row.asked_by.id });
  const can = {
    pause: runs,
    resume: row.status === 'paused' && may,
    cancel: runs || row.status === 'paused' || row.status === 'scheduled',
    resend: may && row.counts.failed > 0 && row.status !== 'cancelled' && row.status !== 'failed',
  };
  return { ...row, can };
}

/** Over `messages m` with their `sends s`: a queued message of a send that was cancelled or failed never goes out. */
export const stateNow = sql<
  Message['state']
>`case when m.state = 'queued' and s.status in ('cancelled', 'failed') then 'cancelled' else m.state end`;

/** The furthest, so that a late report of a delivery takes nothing back. */
export const outcomeOf = sql`case ${sql.join(
  messageEventKinds.toReversed().map((kind) => sql`when ${sql.ref(`m.${kind}_at`)} is not null then ${sql.lit(kind)}`),
  sql` `,
)} end`;

export const messageColumns = (tx: Tx) => sql`
  m.id, m.send_id, s.channel, m.segments, round(m.price / 10000.0, 4)::text as cost, m.address, coalesce(m.subject, s.subject) as subject, ${stateNow} as state, m.reason, m.due_at, m.created_at, m.sent_at, ${outcomeOf} as outcome,
  json_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization)) as contact,
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
    from users u where u.company_id = ${tx.companyId} and u.id = s.asked_by) as sender`;

/** `of`: what stands for the table, as rows that were read already. */
export const fromMessages = (tx: Tx, conditions: Condition[], of = sql`messages`) => sql`
  from ${of} m
  join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
  join contacts c on c.company_id = ${tx.companyId} and c.id = m.contact_id and c.deleted_at is null
  where m.company_id = ${tx.companyId} and ${allOf(conditions)}`;

async function pageOfMessages(tx: Tx, conditions: Condition[], order: RawBuilder<unknown>, page: RawBuilder<unknown>) {
  const all = [...conditions, inReach(await reachOfActor(tx))];
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (select ${fromMessages(tx, all)} limit ${countCap}) counted`.execute(tx.db);
  const { rows } = await sql<Message>`select ${messageColumns(tx)} ${fromMessages(tx, all)} ${order} ${page}`.execute(tx.db);
  return { data: rows, count: counted[0]?.count ?? 0 };
}

export async function listMessages(tx: Tx, id: number, { state, outcome, ...page }: InputOf<typeof ListMessages>['query']) {
  await mustSeeSend(tx, id);
  const conditions = [
    sql<boolean>`m.send_id = ${id}`,
    ...(state ? [sql<boolean>`${stateNow} = ${state}`] : []),
    ...(outcome ? [sql<boolean>`${sql.ref(`m.${outcome}_at`)} is not null`] : []),
  ];
  const { data, count } = await pageOfMessages(tx, conditions, sql`order by m.id`, pageSql(page));
  return { data, meta: pageMeta(page, count) };
}

/** To a contact in reach, no matter who sent it. */
export const findMessage = async (tx: Tx, id: number): Promise<Message | undefined> =>
  (await pageOfMessages(tx, [sql<boolean>`m.id = ${id}`], sql``, sql`limit 1`)).data[0];

export async function getMessage(tx: Tx, id: number): Promise<Message> {
  const { data } = await pageOfMessages(tx, [sql<boolean>`m.id = ${id}`, await visibleSends(tx)], sql``, sql`limit 1`);
  if (!data[0]) throw fail('not_found');
  return data[0];
}

export const isMail = sql<boolean>`s.channel = 'email'`;

type History = InputOf<typeof ListEmailHistory>['body'];

const historyOrders = {
  created_at: sql`m.created_at`,
  sent_at: sql`m.sent_at`,
  subject: sql`lower(coalesce(m.subject, s.subject))`,
  state: stateNow,
};

/** A contact has some hundred mails at most, so every order sorts what one index finds. */
export async function listEmailHistory(tx: Tx, contactId: number, asked: History) {
  const { id } = await getContactById(tx, contactId);
  const zone = await zoneOfActor(tx);
  const day = (us: string, days: number) =>
    sql`((to_date(${us}, 'MM/DD/YYYY') + ${days}::integer)::timestamp at time zone ${zone})`;
  const conditions: Condition[] = [isMail, sql<boolean>`m.contact_id = ${id}`];
  const { event } = asked;
  const outcome = messageEventKinds.find((kind) => kind === event);
  if (outcome) conditions.push(sql<boolean>`${sql.ref(`m.${outcome}_at`)} is not null`);
  else if (event) conditions.push(sql<boolean>`${stateNow} = ${event}`);
  if (asked.sender_id) conditions.push(sql<boolean>`s.asked_by = ${asked.sender_id}`);
  if (asked.q)
    conditions.push(sql<boolean>`lower(coalesce(m.subject, s.subject)) like '%' || lower(${escapeLike(asked.q)}) || '%'`);
  if (asked.start_date) conditions.push(sql<boolean>`m.created_at >= ${day(asked.start_date, 0)}`);
  if (asked.end_date) conditions.push(sql<boolean>`m.created_at < ${day(asked.end_date, 1)}`);
  const way = sql.raw(asked.order_type);
  const order = sql`order by ${historyOrders[asked.order_field]} ${way} nulls last, m.id ${way}`;
  const { data, count } = await pageOfMessages(tx, conditions, order, sql`limit ${asked.limit} offset ${asked.offset}`);
  return { data, meta: { total_count: count } };
}
