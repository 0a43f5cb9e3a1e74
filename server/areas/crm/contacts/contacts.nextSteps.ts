// The next step of a contact `c`, its earliest open task: in rows, filters and orders of lists; and tasks that follow their contact.
import { type RawBuilder, sql } from 'kysely';
import { type Held, whoReaches } from '#areas/identity/users/users.service.ts';
import type { ContactRow } from '#contract/contacts.ts';
import type { NextStepTime } from '#contract/taskLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';

type Of = Pick<Tx, 'companyId'>;

export const nextStepOf = ({ companyId }: Of) => sql<ContactRow['next_step']>`(
  select json_build_object('id', t.id, 'kind', t.kind, 'due_at', t.due_at, 'note', t.note, 'version', t.version, 'owner_id', t.owner_id)
  from tasks t
  where t.company_id = ${companyId} and t.contact_id = c.id and t.done_at is null order by t.due_at, t.id limit 1)`;

/** Text that sorts by time; contacts without a next step come last. */
export const nextStepPlace = ({ companyId }: Of) => sql`coalesce((
  select to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') from tasks t
  where t.company_id = ${companyId} and t.contact_id = c.id and t.done_at is null order by t.due_at, t.id limit 1), '~')`;

export const hasTask = ({ companyId }: Of, test: Condition): Condition =>
  sql`exists (select from tasks t where t.company_id = ${companyId} and t.contact_id = c.id and t.done_at is null and ${test})`;

/** The user's clock: the day there, and its IANA zone. */
export interface Clock {
  today: string;
  zone: string;
  now: Date;
}

/** Midnight at the start of the day so many days from today. */
export const startOfDay = ({ today, zone }: Pick<Clock, 'today' | 'zone'>, days: number): RawBuilder<unknown> =>
  sql`((${today}::date + ${days}::int)::timestamp at time zone ${zone})`;

/** Of a task `t`. */
export function taskTime(time: NextStepTime, clock: Clock): Condition {
  if (time === 'overdue') return sql`t.due_at < ${clock.now}`;
  if (time === 'later') return sql`t.due_at >= ${startOfDay(clock, 7)}`;
  return sql`(t.due_at >= ${startOfDay(clock, 0)} and t.due_at < ${startOfDay(clock, time === 'today' ? 1 : 7)})`;
}

/**
 * Open tasks go to the new owner of their contact; those of a contact that went into a pool stay. `contactIds`: of those whose owner really changed.
 * `former`: only tasks of these users. Answers how many.
 */
export async function followOwners(tx: Tx, contactIds: readonly number[], former?: readonly number[]): Promise<number> {
  if (contactIds.length === 0) return 0;
  const { rows } = await sql`
    update tasks t set owner_id = c.owner_id, version = t.version + 1 from contacts c
    where t.company_id = ${tx.companyId} and t.contact_id = any(${contactIds}::bigint[]) and t.done_at is null
      and c.company_id = ${tx.companyId} and c.id = t.contact_id and c.owner_id is not null and c.owner_id <> t.owner_id
      and (${former ?? null}::bigint[] is null or t.owner_id = any(${former ?? []}::bigint[]))
    returning t.id`.execute(tx.db);
  return rows.length;
}

/** The same for one contact, with a message to the screens of those who may see its tasks. */
export async function followOwner(tx: Tx, contactId: number, ...held: Held[]): Promise<void> {
  if ((await followOwners(tx, [contactId])) > 0) tx.tell({ event: 'tasks.changed' }, { to: await whoReaches(tx, held) });
}
