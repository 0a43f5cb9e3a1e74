// The board: the phones of the people in reach, their calls now, and what today brought. Which phones are
// open, only the gateways know.
import { sql } from 'kysely';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import { listWaiting, listWatchers, ofPeople, selectCalls, theyBegan } from '#areas/voice/calls/calls.service.ts';
import type { BoardAgent } from '#contract/callCentre.ts';
import type { Call } from '#contract/dialer.ts';
import { zoneOf } from '#contract/lookups.ts';
import { allows, roles } from '#contract/permissions.ts';
import type { Person } from '#contract/users.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { listWith } from '#kernel/features.ts';

/** On one board. */
const maxPeople = 500;

export async function fetchBoard(ctx: Ctx) {
  const { platform, actor } = ctx;
  const open = (await platform.voice?.listPhones(actor.companyId)) ?? new Set<number>();
  return inTenant(ctx, (tx) => readBoard(tx, open));
}

/** `open`: users with an open phone. */
export async function readBoard(tx: Tx, open: ReadonlySet<number>) {
  const reach = await reachOfActor(tx);
  const people = await listCallers(tx, reach);
  const theirs = ofPeople(reach, tx.actor.userId);
  const midnight = await startOfToday(tx);
  const running = await listRunning(tx, people);
  const watching = await listWatchers(
    tx,
    [...running.values()].map(({ id }) => id),
  );
  const watchers = Map.groupBy(watching, ({ call_id }) => call_id);
  const busy = new Set(watching.map(({ user }) => user.id));
  const counts = await countToday(tx, theirs, midnight);
  const agents = people.map((user): BoardAgent => {
    const call = running.get(user.id) ?? null;
    const { ended_at = null, ...counted } = counts.get(user.id) ?? {};
    return {
      user,
      ...stateOf({ call, isOpen: open.has(user.id), isWatching: busy.has(user.id), lastEnd: ended_at }),
      call,
      watchers: (call ? (watchers.get(call.id) ?? []) : []).map(({ user: watcher, mode }) => ({ user: watcher, mode })),
      ...none,
      ...counted,
    };
  });
  return {
    agents,
    queue: await listWaiting(tx),
    today: { ...(await sumCalls(tx, theirs, midnight)), ...(await sumWaits(tx, reach, midnight)) },
  };
}

const none = { answered: 0, missed: 0, made: 0, talked: 0 };

interface Now {
  call: Call | null;
  isOpen: boolean;
  /** Takes part in a colleague's call. */
  isWatching: boolean;
  /** Of their last call today. */
  lastEnd: string | null;
}

function stateOf({ call, isOpen, isWatching, lastEnd }: Now): Pick<BoardAgent, 'state' | 'since'> {
  if (call?.state === 'active') return { state: 'on_call', since: call.answered_at };
  if (call?.call_direction === 'outbound') return { state: 'on_call', since: call.created_at };
  if (isWatching) return { state: 'on_call', since: null };
  if (call) return { state: 'ringing', since: call.created_at };
  return isOpen ? { state: 'available', since: lastEnd } : { state: 'offline', since: null };
}

/** People in reach who may call, in the order of their names. */
async function listCallers(tx: Tx, reach: ActorReach): Promise<Person[]> {
  const ids = reach.company ? null : [...new Set([...reach.ownerIds, tx.actor.userId])];
  const { rows } = await sql<Person>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name from users u
    where u.company_id = ${tx.companyId} and u.active and u.role = any(${callers}::text[])
      and ${ids ? sql`u.id = any(${ids}::bigint[])` : sql`true`}
    order by lower(u.first_name), lower(u.last_name), u.id limit ${maxPeople}`.execute(tx.db);
  const withDialer = await listWith(
    tx,
    'dialer',
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => withDialer.has(id));
}

const callers = roles.filter((role) => allows(role, 'calls.make'));

/**
 * Of each person one call: the one they talk in before the one that they make, and that before one that
 * rings.
 */
async function listRunning(tx: Tx, people: readonly Person[]): Promise<Map<number, Call>> {
  const ids = people.map(({ id }) => id);
  const open = [sql<boolean>`k.state <> 'ended'`, sql<boolean>`k.user_id = any(${ids}::bigint[])`];
  const calls = await selectCalls(tx, open, sql`order by k.started_at, k.id limit ${maxPeople * 4}`);
  return new Map(calls.toSorted((one, other) => rankOf(one) - rankOf(other)).map((call) => [call.user.id, call]));
}

/** The highest is shown. */
const rankOf = ({ state, call_direction }: Call) => (state === 'active' ? 2 : call_direction === 'outbound' ? 1 : 0);

/** Midnight in the company's zone. */
async function startOfToday(tx: Tx): Promise<Date> {
  const { timezone } = await tx.db
    .selectFrom('companies')
    .select('timezone')
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  const zone = zoneOf(timezone as Parameters<typeof zoneOf>[0]);
  const { rows } = await sql<{ midnight: string }>`
    select date_trunc('day', ${tx.clock()}::timestamptz, ${zone}) as midnight`.execute(tx.db);
  return new Date(rows[0]?.midnight ?? tx.clock());
}

interface Counts {
  user_id: number;
  answered: number;
  missed: number;
  made: number;
  talked: number;
  ended_at: string | null;
}

/** Of calls with the world outside. */
async function countToday(tx: Tx, theirs: Condition, midnight: Date): Promise<Map<number, Omit<Counts, 'user_id'>>> {
  const { rows } = await sql<Counts>`
    select k.user_id, count(*) filter (where k.answered_at is not null and ${theyBegan(tx)})::int as answered,
      count(*) filter (where k.outcome in ('missed', 'voicemail') and ${theyBegan(tx)})::int as missed,
      count(*) filter (where k.direction = 'outbound')::int as made,
      coalesce(sum(extract(epoch from coalesce(k.ended_at, ${tx.clock()}::timestamptz) - k.answered_at)), 0)::int as talked,
      max(k.ended_at) as ended_at
    from calls k where k.company_id = ${tx.companyId} and k.started_at >= ${midnight}::timestamptz and k.colleague_id is null
      and ${theirs}
    group by k.user_id`.execute(tx.db);
  return new Map(rows.map(({ user_id, ...counts }) => [user_id, counts]));
}

/** Calls from outside: each once, however many phones rang. */
async function sumCalls(tx: Tx, theirs: Condition, midnight: Date): Promise<{ answered: number; missed: number }> {
  const { rows } = await sql<{ answered: number; missed: number }>`
    select count(*) filter (where c.answered)::int as answered, count(*) filter (where c.ended and not c.answered)::int as missed
    from (
      select bool_or(k.answered_at is not null) as answered, bool_and(k.state = 'ended') as ended
      from calls k where k.company_id = ${tx.companyId} and k.started_at >= ${midnight}::timestamptz
        and ${theyBegan(tx)} and k.colleague_id is null and ${theirs}
      group by k.conference) c`.execute(tx.db);
  return rows[0] ?? { answered: 0, missed: 0 };
}

/** Callers who waited for one of these people. */
async function sumWaits(tx: Tx, reach: ActorReach, midnight: Date): Promise<{ gave_up: number; waited: number | null }> {
  const theirs = reach.company ? sql`true` : sql`w.people && ${[...reach.ownerIds, tx.actor.userId]}::bigint[]`;
  const { rows } = await sql<{ gave_up: number; waited: number | null }>`
    select count(*) filter (where w.outcome in ('gave_up', 'message'))::int as gave_up,
      round(avg(extract(epoch from w.ended_at - w.started_at)) filter (where w.outcome = 'answered'))::int as waited
    from waiting_calls w
    where w.company_id = ${tx.companyId} and w.started_at >= ${midnight}::timestamptz and ${theirs}`.execute(tx.db);
  return rows[0] ?? { gave_up: 0, waited: null };
}
