// Tasks by pages. A task is seen by users who reach its contact; lists of a person's tasks are for those who reach that person.
import { type RawBuilder, sql } from 'kysely';
import { getContactById, inReach, startOfDay, todayOfActor } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor, zoneOfActor } from '#areas/identity/users/users.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { TaskTab } from '#contract/taskLists.ts';
import type { listTasks as ListTasks, Task } from '#contract/tasks.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';

type Query = InputOf<typeof ListTasks>['query'];
type Asked = Pick<Query, 'tab' | 'of'>;

/** Counting more would cost too much. */
const countCap = 10_000;

export async function listTasks(tx: Tx, { page, limit, ...asked }: Query) {
  return pageOfTasks(tx, await conditionsOf(tx, asked), orders[asked.tab === 'done' ? 'done' : 'open'], { page, limit });
}

export async function listContactTasks(tx: Tx, contactId: number, page: { page: number; limit: number }) {
  const { id } = await getContactById(tx, contactId);
  return pageOfTasks(tx, [sql`t.contact_id = ${id}`, sql`t.done_at is null`], orders.open, page);
}

/** 404 where the contact is out of reach. */
export const getReachedTask = async (tx: Tx, id: number): Promise<Task> => getTask(tx, id, inReach(await reachOfActor(tx)));

/** For a caller that has locked the contact. */
export async function getTask(tx: Tx, id: number, ...conditions: Condition[]): Promise<Task> {
  const { rows } = await selectTasks(tx, [sql`t.id = ${id}`, ...conditions]).execute(tx.db);
  const row = rows[0];
  if (!row) throw fail('not_found');
  return presentTask(tx, row);
}

const orders = { open: sql`order by t.due_at, t.id`, done: sql`order by t.done_at desc, t.id desc` };

async function pageOfTasks(tx: Tx, conditions: Condition[], order: RawBuilder<unknown>, page: { page: number; limit: number }) {
  const all = [...conditions, inReach(await reachOfActor(tx))];
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (select ${fromTasks(tx, all)} limit ${countCap + 1}) counted`.execute(tx.db);
  const { rows } = await sql<TaskRow>`${selectTasks(tx, all)} ${order} ${pageSql(page)}`.execute(tx.db);
  const count = counted[0]?.count ?? 0;
  return {
    data: rows.map((row) => presentTask(tx, row)),
    meta: { ...pageMeta(page, Math.min(count, countCap)), total_capped: count > countCap },
  };
}

async function conditionsOf(tx: Tx, asked: Asked): Promise<Condition[]> {
  const day = { today: await todayOfActor(tx), zone: await zoneOfActor(tx) };
  const byTab: Record<TaskTab, Condition> = {
    due: sql`t.done_at is null and t.due_at < ${startOfDay(day, 1)}`,
    upcoming: sql`t.done_at is null and t.due_at >= ${startOfDay(day, 1)}`,
    open: sql`t.done_at is null`,
    done: sql`t.done_at is not null`,
  };
  const owners = await ownersOf(tx, asked.of);
  const person = sql.raw<number>(asked.tab === 'done' ? 't.done_by' : 't.owner_id');
  const byOwner =
    owners && (owners.length === 1 ? sql<boolean>`${person} = ${owners[0]}` : sql<boolean>`${person} = any(${owners}::bigint[])`);
  return [byTab[asked.tab], ...(byOwner ? [byOwner] : [])];
}

/** Null: everyone in the company. */
async function ownersOf(tx: Tx, of: Asked['of']): Promise<number[] | null> {
  if (of === 'me') return [tx.actor.userId];
  const reach = await reachOfActor(tx);
  if (of === 'team') return reach.company ? null : reach.ownerIds;
  if (!reach.company && !reach.ownerIds.includes(of)) throw wrong('of', 'This person is not in your downline');
  return [of];
}

type TaskRow = Omit<Task, 'can'>;

const fromTasks = (tx: Tx, conditions: Condition[]) => sql`
  from tasks t
  join contacts c on c.company_id = ${tx.companyId} and c.id = t.contact_id and c.deleted_at is null
  where t.company_id = ${tx.companyId} and ${allOf(conditions)}`;

const selectTasks = (tx: Tx, conditions: Condition[]) => sql<TaskRow>`
  select t.id, t.kind, t.due_at, t.note, t.done_at, t.version,
    json_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization), 'phone', c.phone,
      'owner', (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
        from users u where u.company_id = ${tx.companyId} and u.id = c.owner_id)) as contact,
    (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
      from users u where u.company_id = ${tx.companyId} and u.id = t.owner_id) as owner,
    (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
      from users u where u.company_id = ${tx.companyId} and u.id = t.done_by) as done_by
  ${fromTasks(tx, conditions)}`;

const presentTask = (tx: Tx, row: TaskRow): Task => ({ ...row, can: { update: tx.actor.has('contacts.update') } });
