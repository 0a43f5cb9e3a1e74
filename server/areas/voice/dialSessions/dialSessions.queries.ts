// Loading and writing sessions and the places of contacts in them.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { decideOnCalls, mayOverride } from '#areas/voice/calls/calls.service.ts';
import type { Decision } from '#contract/compliance.ts';
import type { DialSessionState } from '#contract/dialSessionLists.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type Candidate, type Passed, passOver } from './dialSessions.order.ts';

export interface StoredSession {
  id: number;
  user_id: number;
  state: DialSessionState;
}

/** The user's own; another's does not exist. Nobody else changes it until the transaction ends. */
export async function lockOwnSession(tx: Tx, id: number): Promise<StoredSession> {
  const { rows } = await sql<StoredSession>`
    select s.id, s.user_id, s.state from dial_sessions s
    where s.company_id = ${tx.companyId} and s.id = ${id} and s.user_id = ${tx.actor.userId} for update`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

export type JudgedNumber = { phone_number: string; type: number; may_override: boolean } & Pick<
  Decision,
  'answer' | 'reason' | 'until'
>;

/** A contact whose turn may be, and each of its numbers with what the gate says of it now. */
export interface Judged extends Candidate {
  name: string;
  city: string;
  state: string;
  numbers: JudgedNumber[];
}

/** More numbers of one contact are not looked at. */
const maxNumbers = 3;

type Found = Omit<Judged, 'numbers' | 'decisions'> & { numbers: { number: string; type: number }[] };

const foundColumns = sql`d.id, d.contact_id as "contactId", c.deleted_at is not null as deleted, c.city, c.state,
  coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization) as name`;

async function judge(tx: Tx, found: readonly Found[]): Promise<Judged[]> {
  const asked = found.flatMap(({ contactId, deleted, inReach, numbers }) =>
    deleted || !inReach ? [] : numbers.map(({ number, type }) => ({ contactId, number, type })),
  );
  const decided = await decideOnCalls(tx, asked, { askRelated: asked.length <= maxNumbers });
  return found.map((contact) => {
    const numbers = asked.flatMap(({ contactId, number, type }, place) => {
      const decision = decided[place];
      if (!decision || contactId !== contact.contactId) return [];
      const { answer, reason, until } = decision;
      return [{ phone_number: number, type, answer, reason, until, may_override: mayOverride(decision) }];
    });
    return { ...contact, numbers, decisions: numbers };
  });
}

/** Waiting contacts whose time has come, in their turn. */
export async function listWaiting(tx: Tx, sessionId: number, limit: number): Promise<Judged[]> {
  const { rows } = await sql<Found>`
    select ${foundColumns}, ${inReach(await reachOfActor(tx))} is true as "inReach", ${calledSince(tx)} as "calledSince",
      ${numbersOf} as numbers
    from (
      select w.id, w.contact_id, w.since, w.turn from dial_session_contacts w
      where w.company_id = ${tx.companyId} and w.dial_session_id = ${sessionId} and w.state = 'waiting'
        and (w.not_before is null or w.not_before <= ${tx.clock()}::timestamptz)
      order by w.turn limit ${limit}) d
    join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id
    order by d.turn`.execute(tx.db);
  return judge(tx, rows);
}

/** The contact whose turn it is. Their own calls do not count as calls since. */
export async function findCurrent(tx: Tx, sessionId: number): Promise<Judged | null> {
  const { rows } = await sql<Found>`
    select ${foundColumns}, ${inReach(await reachOfActor(tx))} is true as "inReach", false as "calledSince", ${numbersOf} as numbers
    from dial_session_contacts d join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id
    where d.company_id = ${tx.companyId} and d.dial_session_id = ${sessionId} and d.state = 'current'`.execute(tx.db);
  return (await judge(tx, rows))[0] ?? null;
}

/** Of `contacts c`. */
const numbersOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('number', p.value ->> 'number', 'type', p.value -> 'type') order by p.ordinality)
  from jsonb_array_elements(c.phones) with ordinality p where p.ordinality <= ${sql.lit(maxNumbers)}), '[]')`;

/** Over `d`: somebody called them, or they called and were answered. */
const calledSince = (tx: Tx) => sql`exists (
  select from calls k where k.company_id = ${tx.companyId} and k.contact_id = d.contact_id and k.started_at > d.since
    and (k.direction = 'outbound' or k.answered_at is not null))`;

/** First few, then many: most often the first is the next. */
const batches = [5, 50, 500];

/** Passes over those who may not be called now, and makes the first who may the current one. */
export async function findTurn(tx: Tx, sessionId: number): Promise<void> {
  for (let batch = 0; ; batch++) {
    const limit = batches[Math.min(batch, batches.length - 1)] ?? 0;
    const waiting = await listWaiting(tx, sessionId, limit);
    const passed = passOver(waiting);
    await writePassed(tx, sessionId, passed);
    if (passed.found || waiting.length < limit) return;
  }
}

/** The expected next contact, of the first few; nothing is written. */
export async function foreseeTurn(tx: Tx, sessionId: number): Promise<Judged | null> {
  const waiting = await listWaiting(tx, sessionId, batches[0] ?? 0);
  const { found } = passOver(waiting);
  return waiting.find(({ id }) => id === found?.id) ?? null;
}

async function writePassed(tx: Tx, sessionId: number, { found, skipped, later }: Passed): Promise<void> {
  const now = tx.clock();
  if (skipped.length > 0)
    await sql`
      update dial_session_contacts d set state = 'skipped', reason = p.reason, settled_at = ${now}
      from unnest(${skipped.map(({ id }) => id)}::bigint[], ${skipped.map(({ reason }) => reason)}::text[]) p(id, reason)
      where d.company_id = ${tx.companyId} and d.id = p.id`.execute(tx.db);
  if (later.length > 0)
    await sql`
      update dial_session_contacts d set reason = p.reason, not_before = p.until, turn = ${lastTurn(tx, sessionId)} + p.place
      from unnest(${later.map(({ id }) => id)}::bigint[], ${later.map(({ reason }) => reason)}::text[],
        ${later.map(({ until }) => until)}::timestamptz[]) with ordinality p(id, reason, until, place)
      where d.company_id = ${tx.companyId} and d.id = p.id`.execute(tx.db);
  if (found)
    await sql`
      update dial_session_contacts set state = 'current', reason = '', not_before = null, shown_at = ${now}
      where company_id = ${tx.companyId} and id = ${found.id}`.execute(tx.db);
}

const lastTurn = (tx: Tx, sessionId: number) => sql`(
  select max(t.turn) from dial_session_contacts t where t.company_id = ${tx.companyId} and t.dial_session_id = ${sessionId})`;

export interface Turn {
  id: number;
  contact_id: number;
  /** The last call with them since it is their turn. */
  call_id: number | null;
}

export async function findTurnOf(tx: Tx, sessionId: number): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    select d.id, d.contact_id, ${callOf(tx)} as call_id from dial_session_contacts d
    where d.company_id = ${tx.companyId} and d.dial_session_id = ${sessionId} and d.state = 'current'`.execute(tx.db);
  return rows[0] ?? null;
}

/** Over a current `d`: the last call of the session's user with the contact since it was shown. */
export const callOf = (tx: Tx) => sql<number | null>`(
  select k.id from calls k where k.company_id = ${tx.companyId} and k.contact_id = d.contact_id and k.started_at >= d.shown_at
    and k.user_id = (select s.user_id from dial_sessions s where s.company_id = ${tx.companyId} and s.id = d.dial_session_id)
  order by k.started_at desc, k.id desc limit 1)`;

/** It waits no more. */
export const settle = (tx: Tx, { id, call_id }: Turn, state: 'called' | 'skipped', reason: string) =>
  sql`
    update dial_session_contacts set state = ${state}, reason = ${reason}, call_id = coalesce(${call_id}::bigint, call_id), settled_at = ${tx.clock()}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);

/** To the end of the session; `atEnd` false: it stays where it was. */
export const putBack = (tx: Tx, sessionId: number, { id, call_id }: Turn, { atEnd }: { atEnd: boolean }) =>
  sql`
    update dial_session_contacts d set state = 'waiting', reason = ${atEnd ? 'call_back' : ''}, call_id = coalesce(${call_id}::bigint, d.call_id),
      since = ${tx.clock()}, turn = case when ${atEnd}::boolean then ${lastTurn(tx, sessionId)} + 1 else d.turn end
    where d.company_id = ${tx.companyId} and d.id = ${id}`.execute(tx.db);
