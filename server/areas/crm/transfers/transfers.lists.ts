// Transfers as the screens show them: attempts, the log of one, and the history of one contact.
import { type RawBuilder, sql } from 'kysely';
import { isUndoable, isVisible } from '#areas/crm/bulk/bulk.service.ts';
import { inReach, mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type {
  ContactTransfer,
  ContactTransferQuery,
  Holder,
  TransferAttempt,
  TransferAttemptQuery,
  TransferLog,
  TransferLogQuery,
} from '#contract/transfers.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { TransferInput } from './transfers.operations.ts';

const attemptOrders: Record<TransferAttemptQuery['order_field'], RawBuilder<unknown>> = {
  created_at: sql`b.created_at`,
  status: sql`status`,
  asked_by: sql`asked_by_name collate by_name`,
  total: sql`b.total`,
};

export async function listAttempts(tx: Tx, { q, order, order_field, ...page }: TransferAttemptQuery) {
  const direction = sql.raw(order);
  const found = allOf([await isVisible(tx), ...(q ? [isNamed(tx, q)] : [])]);
  const { rows } = await sql<AttemptRow>`
    select * from (${attempts(tx, found)}) b
    order by ${attemptOrders[order_field]} ${direction} nulls last, b.id ${direction} ${pageSql(page)}`.execute(tx.db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from bulk_actions b join users u on u.company_id = ${tx.companyId} and u.id = b.asked_by
    where b.company_id = ${tx.companyId} and b.operation = 'transfer' and ${found}`.execute(tx.db);
  return { data: await presentAll(tx, rows), meta: pageMeta(page, counted[0]?.count ?? 0) };
}

export async function getAttemptById(tx: Tx, id: number): Promise<TransferAttempt> {
  const { rows } = await attempts(tx, allOf([sql<boolean>`b.id = ${id}`, await isVisible(tx)])).execute(tx.db);
  const [attempt] = await presentAll(tx, rows);
  if (!attempt) throw fail('not_found');
  return attempt;
}

interface AttemptRow extends Omit<TransferAttempt, 'to' | 'keep_tags' | 'notify' | 'fields' | 'revert' | 'can'> {
  input: unknown;
  undoable: boolean;
}

/** `b`: the bulk action; `o`: its latest undo. */
const attempts = (tx: Tx, found: Condition) => sql<AttemptRow>`
  select b.id, b.total, b.done, b.changed, b.created_at, b.finished_at, b.error, b.input, ${isUndoable(tx)} as undoable,
    json_build_object('id', u.id, 'name', ${personName('u')}) as asked_by, ${personName('u')} as asked_by_name,
    case when o.status in ('queued', 'processing', 'complete') then 'reverted' else b.status end as status,
    greatest(b.created_at, b.finished_at, o.created_at, o.finished_at) as updated_at,
    case when o.id is not null then json_build_object('id', o.id, 'status', o.status, 'total', o.total, 'done', o.done,
      'changed', o.changed, 'kept', o.kept) end as undo
  from bulk_actions b
  join users u on u.company_id = ${tx.companyId} and u.id = b.asked_by
  left join lateral (
    select * from bulk_actions o where o.company_id = ${tx.companyId} and o.undo_of = b.id order by o.id desc limit 1) o on true
  where b.company_id = ${tx.companyId} and b.operation = 'transfer' and ${found}`;

/** By the person who asked, or by a receiver. */
function isNamed(tx: Tx, q: string): Condition {
  const like = sql`'%' || fold(${escapeLike(q)}) || '%'`;
  return sql`(u.search like ${like} or exists (
    select from jsonb_array_elements(b.input -> 'to') r
    left join users ru on ru.company_id = ${tx.companyId} and ru.id = (r ->> 'owner_id')::bigint
    left join pools rp on rp.company_id = ${tx.companyId} and rp.id = (r ->> 'pool_id')::bigint
    where ru.search like ${like} or fold(rp.name) like ${like}))`;
}

async function presentAll(tx: Tx, rows: AttemptRow[]): Promise<TransferAttempt[]> {
  const inputs = rows.map(({ input }) => TransferInput.parse(input));
  const receivers = inputs.flatMap(({ to }) => to);
  const people = await namesOf(
    tx,
    'users',
    personName(),
    receivers.flatMap(({ owner_id }) => owner_id ?? []),
  );
  const pools = await namesOf(
    tx,
    'pools',
    sql`name`,
    receivers.flatMap(({ pool_id }) => pool_id ?? []),
  );
  return rows.flatMap(({ input: _, undoable, ...row }, place) => {
    const input = inputs[place];
    if (!input) return [];
    const { to, keep_tags, notify, fields } = input;
    const isRunning = row.status === 'queued' || row.status === 'processing';
    return {
      ...row,
      revert: row.status === 'reverted',
      to: to.flatMap(({ owner_id, pool_id, share }) => [
        ...(owner_id === null ? [] : [{ type: 'user' as const, id: owner_id, name: people.get(owner_id) ?? '', share }]),
        ...(pool_id === null ? [] : [{ type: 'pool' as const, id: pool_id, name: pools.get(pool_id) ?? '', share }]),
      ]),
      keep_tags,
      notify,
      fields: Object.keys(fields),
      can: { cancel: isRunning, revert: undoable },
    };
  });
}

async function namesOf(tx: Tx, table: 'users' | 'pools', name: RawBuilder<unknown>, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${name} as name from ${sql.table(table)} where company_id = ${tx.companyId} and id = any(${ids}::bigint[])`.execute(
    tx.db,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The journal's rows of the attempt. It began before them, so months before it are not read. */
export async function listLogs(tx: Tx, id: number, page: TransferLogQuery) {
  const { changed } = await getAttemptById(tx, id);
  const { rows } = await sql<TransferLog>`
    select j.id, j.at, ${holderOf('f', 'before')} as "from", ${holderOf('t', 'after')} as "to",
      case when c.id is not null then json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact
    from (
      select * from contact_changes j where j.company_id = ${tx.companyId} and j.bulk_action_id = ${id} and j.action <> 'undone'
        and j.at >= (select b.created_at from bulk_actions b where b.company_id = ${tx.companyId} and b.id = ${id})
      order by j.contact_id, j.id ${pageSql(page)}
    ) j
    left join contacts c on c.company_id = ${tx.companyId} and c.id = j.contact_id and ${inReach(await reachOfActor(tx))}
    ${joinHolder(tx, 'f', 'before')} ${joinHolder(tx, 't', 'after')}
    order by j.contact_id, j.id`.execute(tx.db);
  return { data: rows, meta: pageMeta(page, changed) };
}

const historyOrders: Record<ContactTransferQuery['order_field'], RawBuilder<unknown>> = {
  at: sql`at`,
  from: sql`from_name collate by_name`,
  to: sql`to_name collate by_name`,
  by: sql`by_name collate by_name`,
};

/** One contact's journal is short: its primary key leads to it, and no further index is needed. */
export async function listContactTransfers(tx: Tx, contactId: number, { q, order, order_field, ...page }: ContactTransferQuery) {
  await mustReachContact(tx, contactId);
  const direction = sql.raw(order);
  const like = sql`'%' || fold(${escapeLike(q)}) || '%'`;
  const found = q ? sql`fold(concat_ws(' ', from_name, to_name, by_name)) like ${like}` : sql`true`;
  const history = sql`
    select j.id, j.at, ${holderOf('f', 'before')} as "from", ${holderOf('t', 'after')} as "to",
      coalesce(fp.name, ${personName('fu')}) as from_name, coalesce(tp.name, ${personName('tu')}) as to_name, ${personName('u')} as by_name,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${personName('u')}) end as by,
      b.id as transfer_attempt_id, j.action = 'undone' as reverted
    from contact_changes j
    left join users u on u.company_id = ${tx.companyId} and u.id = j.actor_id
    left join bulk_actions b on b.company_id = ${tx.companyId} and b.id = j.bulk_action_id and b.operation = 'transfer' and ${await isVisible(tx)}
    ${joinHolder(tx, 'f', 'before')} ${joinHolder(tx, 't', 'after')}
    where j.company_id = ${tx.companyId} and j.contact_id = ${contactId} and j.after ?| array['owner_id', 'pool_id']`;
  const { rows } = await sql<ContactTransfer>`
    select * from (${history}) h where ${found}
    order by ${historyOrders[order_field]} ${direction} nulls last, id ${direction} ${pageSql(page)}`.execute(tx.db);
  const { rows: counted } = await sql<{ count: number }>`select count(*) from (${history}) h where ${found}`.execute(tx.db);
  return { data: rows, meta: pageMeta(page, counted[0]?.count ?? 0) };
}

const personName = (alias?: string) => {
  const of = alias ? `${alias}.` : '';
  return sql.raw(`trim(${of}first_name || ' ' || ${of}last_name)`);
};

type Side = 'before' | 'after';

/**
 * The holder in an image of the journal `j`, from the joins of `joinHolder` with the same alias.
 * An image names only what changed.
 */
const holderOf = (alias: string, side: Side) => sql<Holder | null>`case
  when (j.${sql.ref(side)} ->> 'pool_id') is not null then json_build_object('type', 'pool',
    'id', (j.${sql.ref(side)} ->> 'pool_id')::bigint, 'name', coalesce(${sql.ref(`${alias}p`)}.name, ''))
  when (j.${sql.ref(side)} ->> 'owner_id') is not null then json_build_object('type', 'user',
    'id', (j.${sql.ref(side)} ->> 'owner_id')::bigint, 'name', coalesce(${personName(`${alias}u`)}, '')) end`;

const joinHolder = (tx: Tx, alias: string, side: Side) => sql`
  left join users ${sql.ref(`${alias}u`)} on ${sql.ref(`${alias}u`)}.company_id = ${tx.companyId}
    and ${sql.ref(`${alias}u`)}.id = (j.${sql.ref(side)} ->> 'owner_id')::bigint
  left join pools ${sql.ref(`${alias}p`)} on ${sql.ref(`${alias}p`)}.company_id = ${tx.companyId}
    and ${sql.ref(`${alias}p`)}.id = (j.${sql.ref(side)} ->> 'pool_id')::bigint`;
