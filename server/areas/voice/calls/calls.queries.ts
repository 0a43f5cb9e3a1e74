// Loading and writing calls. A call is found by its sid, as the phone service names it.
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { CallDirection, CallOutcome, CallState, RecordingState } from '#contract/callLists.ts';
import type { Call } from '#contract/dialer.ts';
import type { Tx } from '#kernel/context.ts';
import type { Calls } from '#kernel/db/database.generated.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

export interface StoredCall {
  id: number;
  sid: string;
  conference: string;
  user_id: number;
  direction: CallDirection;
  from_number: string;
  to_number: string;
  their_number: string;
  contact_id: number | null;
  colleague_id: number | null;
  state: CallState;
  outcome: CallOutcome | null;
  recording: RecordingState;
  started_at: string;
  answered_at: string | null;
  ended_at: string | null;
  override_reason: string;
  paid_by: 'licence' | 'wallet' | 'free' | null;
  blocks: number;
  minutes: number;
  licence_id: number | null;
  licence_period: number | null;
  licence_minutes: number;
  wallet_minutes: number;
  call_file_id: number | null;
  disposition: string | null;
  activity_id: number | null;
  note: string;
  gateway: string;
  consulted_for: number | null;
}

const columns = sql`k.id, k.sid, k.conference, k.user_id, k.direction, k.from_number, k.to_number, k.their_number, k.contact_id, k.colleague_id,
  k.state, k.outcome, k.recording, k.started_at, k.answered_at, k.ended_at, k.override_reason, k.paid_by, k.blocks, k.minutes, k.licence_id,
  k.licence_period, k.licence_minutes, k.wallet_minutes, k.call_file_id, k.disposition, k.activity_id, k.note, k.gateway,
  k.consulted_for`;

/** Nobody else changes it until the transaction ends; 404 for none. */
export async function lockCall(tx: Tx, sid: string): Promise<StoredCall> {
  const { rows } = await sql<StoredCall>`
    select ${columns} from calls k where k.company_id = ${tx.companyId} and k.sid = ${sid} for update`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

/** The user's own; another's does not exist. */
export async function lockOwnCall(tx: Tx, id: number): Promise<StoredCall> {
  const { rows } = await sql<StoredCall>`
    select ${columns} from calls k
    where k.company_id = ${tx.companyId} and k.id = ${id} and k.user_id = ${tx.actor.userId} for update`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

/** All phones of the call with this sid, locked in one order; `mine` is that phone's. */
export async function lockConference(tx: Tx, sid: string): Promise<{ mine: StoredCall; all: StoredCall[] }> {
  const { rows } = await sql<StoredCall>`
    select ${columns} from calls k where k.company_id = ${tx.companyId} and k.conference = (
      select c.conference from calls c where c.company_id = ${tx.companyId} and c.sid = ${sid})
    order by k.id for update`.execute(tx.db);
  const mine = rows.find((row) => row.sid === sid);
  if (!mine) throw fail('not_found');
  return { mine, all: rows };
}

/** The same by its name; in the order in which they began. */
export async function lockConferenceOf(tx: Tx, conference: string): Promise<StoredCall[]> {
  const { rows } = await sql<StoredCall>`
    select ${columns} from calls k where k.company_id = ${tx.companyId} and k.conference = ${conference}
    order by k.id for update`.execute(tx.db);
  return rows;
}

type NewCall = Omit<Insertable<Calls>, 'company_id' | 'started_at'>;

/** Answers their ids by sid. */
export async function insertCalls(tx: Tx, rows: readonly NewCall[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const common = { company_id: tx.companyId, started_at: tx.clock() };
  const stored = await tx.db
    .insertInto('calls')
    .values(rows.map((row) => ({ ...row, ...common })))
    .returning(['sid', 'id'])
    .execute();
  return new Map(stored.map(({ sid, id }) => [sid, id]));
}

export const insertCall = async (tx: Tx, row: NewCall): Promise<number> => (await insertCalls(tx, [row])).get(row.sid) ?? 0;

export const updateCallColumns = (tx: Tx, id: number, values: Updateable<Calls>) =>
  tx.db.updateTable('calls').set(values).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

/** Users who talk, call somebody, or take part in a colleague's call. A phone that only rings is free. */
export async function listOnCall(tx: Tx, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select k.user_id from calls k where k.company_id = ${tx.companyId} and k.user_id = any(${userIds}::bigint[]) and k.state <> 'ended'
      and (k.state = 'active' or k.direction = 'outbound')
    union select w.user_id from call_watchers w
    where w.company_id = ${tx.companyId} and w.user_id = any(${userIds}::bigint[]) and w.ended_at is null`.execute(tx.db);
  return new Set(rows.map(({ user_id }) => user_id));
}

export const isOnCall = async (tx: Tx, userId: number): Promise<boolean> => (await listOnCall(tx, [userId])).has(userId);

/** `{ id, name }` of the user in a column; null: none. */
const personOf = (tx: Tx, column: string) => sql`
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from users u
   where u.company_id = ${tx.companyId} and u.id = ${sql.ref(column)})`;

/** Of `calls k`: the colleague who is asked meanwhile. */
const consulting = (tx: Tx) => sql`
  (select json_build_object('user', ${personOf(tx, 'q.user_id')}, 'state', q.state) from calls q
   where q.company_id = ${tx.companyId} and q.consulted_for = k.id and q.state <> 'ended' order by q.id desc limit 1)`;

/** Of `contacts c`. */
export const contactName = sql<string>`coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization)`;

/** As clients see calls: from `calls k`, at most `limit`, with the given end of the query. */
export async function selectCalls(tx: Tx, conditions: Condition[], end: RawBuilder<unknown>): Promise<Call[]> {
  const reach = await reachOfActor(tx);
  const { rows } = await sql<Call>`
    with page as materialized (
      select k.* from calls k where k.company_id = ${tx.companyId} and ${allOf(conditions)} ${end})
    select k.id, k.sid as call_id, k.direction as call_direction, k.from_number as call_from, k.to_number as call_to,
      case when k.direction = 'inbound' then coalesce(c.city, '') else '' end as caller_city,
      case when k.direction = 'inbound' then coalesce(nullif(c.state, ''), area.states[1], '') else '' end as caller_state,
      k.started_at as created_at, k.answered_at, k.ended_at,
      coalesce(floor(extract(epoch from coalesce(k.ended_at, ${tx.clock()}::timestamptz) - k.answered_at)), 0)::int as seconds,
      k.state, k.outcome, k.recording, ${personOf(tx, 'k.user_id')} as user,
      case when c.id is not null then json_build_object('id', c.id, 'name', ${contactName}) end as contact,
      ${personOf(tx, 'k.colleague_id')} as colleague, ${consulting(tx)} as consulting, f.id as call_file_id, k.disposition, k.note
    from page k
    left join contacts c on c.company_id = ${tx.companyId} and c.id = k.contact_id and ${inReach(reach)}
    left join call_files f on f.company_id = ${tx.companyId} and f.id = k.call_file_id
    left join places area on area.code = 'area:' || left(k.their_number, 3)
    order by k.started_at desc, k.id desc`.execute(tx.db);
  return rows;
}

/** Users whose calls the actor sees: over `calls k`. */
export const ofPeople = (reach: ActorReach, userId: number): Condition =>
  reach.company ? sql<boolean>`true` : sql<boolean>`k.user_id = any(${[...new Set([...reach.ownerIds, userId])]}::bigint[])`;

export async function getCall(tx: Tx, id: number): Promise<Call> {
  const [call] = await selectCalls(tx, [sql<boolean>`k.id = ${id}`], sql``);
  if (!call) throw fail('not_found');
  return call;
}

/**
 * Over `calls k`: the other side began the call. A call of ours that was passed on came in for the colleague
 * alone.
 */
export const theyBegan = (tx: Tx): Condition => sql<boolean>`(k.direction = 'inbound' and not exists (
  select from calls o where o.company_id = ${tx.companyId} and o.conference = k.conference and o.direction = 'outbound'))`;
