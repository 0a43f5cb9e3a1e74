// Sessions as screens show them: how they go, whose turn it is, and the contacts of one.
import { type RawBuilder, sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import { findLine, numberShown } from '#areas/voice/calls/calls.service.ts';
import type {
  DialledContact,
  DialSession,
  DialSessionNow,
  listDialledContacts as ListDialledContacts,
  listDialSessions as ListDialSessions,
} from '#contract/dialSessions.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { verdictOn } from './dialSessions.order.ts';
import { callOf, findCurrent, foreseeTurn, type Judged } from './dialSessions.queries.ts';

/** More are not counted. */
const maxCounted = 10_000;

export async function listSessions(tx: Tx, { tab, page, limit }: InputOf<typeof ListDialSessions>['query']) {
  const { userId } = tx.actor;
  const team = tab === 'team' && tx.actor.has('calls.watch');
  const seen = team ? ofPeople(await reachOfActor(tx), userId) : sql<boolean>`s.user_id = ${userId}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from dial_sessions s where s.company_id = ${tx.companyId} and ${seen} limit ${maxCounted}) s`.execute(tx.db);
  const data = await selectSessions(tx, [seen], sql`order by s.started_at desc, s.id desc ${pageSql({ page, limit })}`);
  return { data, meta: pageMeta({ page, limit }, rows[0]?.count ?? 0) };
}

/** Over `dial_sessions s`. */
const ofPeople = (reach: ActorReach, userId: number): Condition =>
  reach.company ? sql<boolean>`true` : sql<boolean>`s.user_id = any(${[...new Set([...reach.ownerIds, userId])]}::bigint[])`;

/**
 * Somebody spoke with the contact: what the user says of the call counts, else whether it was answered. Over
 * `calls k`.
 */
const isReached = sql<boolean>`case when k.disposition is null then k.answered_at is not null
  else k.disposition in ('reached', 'call_back', 'appointment', 'not_interested') end`;

async function selectSessions(tx: Tx, conditions: Condition[], end: RawBuilder<unknown>): Promise<DialSession[]> {
  const { rows } = await sql<DialSession & { reached: number }>`
    with page as materialized (
      select s.* from dial_sessions s where s.company_id = ${tx.companyId} and ${allOf(conditions)} ${end})
    select s.id, s.title, s.state, s.local_presence, s.started_at, s.ended_at,
      (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from users u
        where u.company_id = ${tx.companyId} and u.id = s.user_id) as user,
      (select json_build_object('total', count(*), 'called', count(*) filter (where d.state = 'called'),
          'skipped', count(*) filter (where d.state = 'skipped'), 'left', count(*) filter (where d.state in ('waiting', 'current')),
          'later', count(*) filter (where d.state = 'waiting' and d.not_before > ${tx.clock()}::timestamptz))
        from dial_session_contacts d where d.company_id = ${tx.companyId} and d.dial_session_id = s.id) as counts,
      called.reached, called.results
    from page s
    cross join lateral (
      select coalesce(sum(r.reached), 0)::int as reached,
        coalesce(json_agg(json_build_object('disposition', r.disposition, 'count', r.count) order by r.count desc, r.disposition), '[]') as results
      from (select k.disposition, count(*) as count, count(*) filter (where ${isReached}) as reached
        from dial_session_contacts d join calls k on k.company_id = ${tx.companyId} and k.id = d.call_id
        where d.company_id = ${tx.companyId} and d.dial_session_id = s.id and d.call_id is not null group by k.disposition) r) called
    order by s.started_at desc, s.id desc`.execute(tx.db);
  return rows.map(({ reached, ...session }) => ({ ...session, counts: { ...session.counts, reached } }));
}

/** The user's own; 404 for another's. */
export async function getSession(tx: Tx, id: number): Promise<DialSessionNow> {
  const own = [sql<boolean>`s.id = ${id}`, sql<boolean>`s.user_id = ${tx.actor.userId}`];
  const [session] = await selectSessions(tx, own, sql``);
  if (!session) throw fail('not_found');
  const [previous] = await selectContacts(tx, id, lastCalled, sql`order by d.settled_at desc, d.id desc limit 1`);
  const about = { ...session, previous: previous ?? null };
  if (session.state === 'ended') return { ...about, current: null, upcoming: null, waits_until: null };
  const current = await findCurrent(tx, id);
  const upcoming = await foreseeTurn(tx, id);
  return {
    ...about,
    current: current && (await presentCurrent(tx, id, current)),
    upcoming: upcoming && presentUpcoming(upcoming),
    waits_until: current || upcoming ? null : await waitsUntil(tx, id),
  };
}

async function presentCurrent(tx: Tx, sessionId: number, current: Judged): Promise<DialSessionNow['current']> {
  const { contactId, deleted, inReach: isInReach, name } = current;
  const verdict = verdictOn(current);
  const gone = deleted || !isInReach;
  const [row] = await selectContacts(tx, sessionId, sql<boolean>`d.id = ${current.id}`, sql``);
  const line = await findLine(tx, tx.actor.userId);
  const numbers: NonNullable<DialSessionNow['current']>['numbers'] = [];
  for (const number of current.numbers) {
    const shown = line && (await numberShown(tx, line, { contactId, number: number.phone_number }));
    numbers.push({ ...number, shown });
  }
  return {
    contact_id: contactId,
    contact: gone ? null : { id: contactId, name },
    reason: verdict.turn === 'now' ? null : verdict.reason,
    numbers: numbers.toSorted((a, b) => Number(b.answer === 'yes') - Number(a.answer === 'yes')),
    call: row?.call ?? null,
  };
}

const presentUpcoming = ({ contactId: id, name, numbers, city, state }: Judged): DialSessionNow['upcoming'] => {
  const callable = numbers.find(({ answer }) => answer === 'yes');
  return { id, name, phone_number: callable?.phone_number ?? '', city, state };
};

/** When the first of those who were put back may be called. */
async function waitsUntil(tx: Tx, sessionId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(d.not_before) as at from dial_session_contacts d
    where d.company_id = ${tx.companyId} and d.dial_session_id = ${sessionId} and d.state = 'waiting'`.execute(tx.db);
  return rows[0]?.at ?? null;
}

const lastCalled = sql<boolean>`d.call_id is not null and d.settled_at is not null`;

const tabs = {
  all: sql<boolean>`true`,
  called: sql<boolean>`d.state = 'called'`,
  skipped: sql<boolean>`d.state = 'skipped'`,
  left: sql<boolean>`d.state in ('waiting', 'current')`,
};

/** Of a user in reach, for those who watch calls. */
export async function listContacts(tx: Tx, id: number, { tab, page, limit }: InputOf<typeof ListDialledContacts>['query']) {
  const { userId } = tx.actor;
  const seen = tx.actor.has('calls.watch') ? ofPeople(await reachOfActor(tx), userId) : sql<boolean>`s.user_id = ${userId}`;
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from dial_session_contacts d
      where d.company_id = ${tx.companyId} and d.dial_session_id = s.id and ${tabs[tab]}) as count
    from dial_sessions s where s.company_id = ${tx.companyId} and s.id = ${id} and ${seen}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  const data = await selectContacts(tx, id, tabs[tab], sql`order by d.place ${pageSql({ page, limit })}`);
  return { data, meta: pageMeta({ page, limit }, rows[0].count) };
}

/**
 * `end`: order and limit, over `dial_session_contacts d`. The call of a current one is the user's last since
 * it was shown.
 */
async function selectContacts(tx: Tx, sessionId: number, which: Condition, end: RawBuilder<unknown>): Promise<DialledContact[]> {
  const { rows } = await sql<DialledContact>`
    with page as materialized (
      select d.*, row_number() over () as position, case when d.state = 'current' then ${callOf(tx)} else d.call_id end as last_call_id
      from (select d.* from dial_session_contacts d
        where d.company_id = ${tx.companyId} and d.dial_session_id = ${sessionId} and ${which} ${end}) d)
    select d.id, d.place, d.state, nullif(d.reason, '') as reason, d.not_before,
      case when c.id is not null then json_build_object('id', c.id,
        'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization)) end as contact,
      case when k.id is not null then json_build_object('id', k.id, 'call_id', k.sid, 'state', k.state, 'outcome', k.outcome,
        'seconds', coalesce(floor(extract(epoch from coalesce(k.ended_at, ${tx.clock()}::timestamptz) - k.answered_at)), 0)::int,
        'disposition', k.disposition, 'note', k.note) end as call
    from page d
    left join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id and c.deleted_at is null and ${inReach(await reachOfActor(tx))}
    left join calls k on k.company_id = ${tx.companyId} and k.id = d.last_call_id
    order by d.position`.execute(tx.db);
  return rows;
}
