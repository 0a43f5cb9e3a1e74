// Dial sessions: a frozen list of contacts, in the order of their list. The user starts each call; a session
// says whose turn it is, and asks the gate before it does (decision 0099).
import { sql } from 'kysely';
import { chosenBy, contactOrder, limitSearch } from '#areas/crm/contacts/contacts.service.ts';
import { getSavedView } from '#areas/crm/savedViews/savedViews.service.ts';
import { createTask } from '#areas/desk/tasks/tasks.service.ts';
import { whoReaches } from '#areas/identity/users/users.service.ts';
import { Selection } from '#contract/contactsScope.ts';
import { maxDialled } from '#contract/dialSessionLists.ts';
import type {
  callDialContactBack as CallDialContactBack,
  createDialSession as CreateDialSession,
  DialSessionNow,
  updateDialSession as UpdateDialSession,
} from '#contract/dialSessions.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { getSession } from './dialSessions.lists.ts';
import { getLocalPresence } from './dialSessions.presence.ts';
import { findTurn, findTurnOf, lockOwnSession, putBack, type StoredSession, settle } from './dialSessions.queries.ts';

type Wanted = InputOf<typeof CreateDialSession>['body'];

export async function createSession(tx: Tx, wanted: Wanted): Promise<DialSessionNow> {
  const { title, selection } = await contentOf(tx, wanted);
  const contacts = await choose(tx, selection);
  await mustHaveNoneOpen(tx, wanted.ends_open);
  const own = await getLocalPresence(tx);
  const local_presence = wanted.local_presence ?? own.local_presence ?? own.company;
  const now = tx.clock();
  const { id } = await tx.db
    .insertInto('dial_sessions')
    .values({
      ...{ company_id: tx.companyId, user_id: tx.actor.userId, title: title || 'Chosen contacts', local_presence },
      ...{ started_at: now, changed_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into dial_session_contacts (company_id, dial_session_id, contact_id, place, turn, since)
    select ${tx.companyId}::bigint, ${id}::bigint, m.id, m.place, m.place, ${now}::timestamptz
    from unnest(${contacts}::bigint[]) with ordinality m(id, place) returning id`.execute(tx.db);
  return moveOn(tx, { id, user_id: tx.actor.userId, state: 'running' });
}

async function contentOf(tx: Tx, { saved_view_id, selection, title }: Wanted): Promise<{ title: string; selection: Selection }> {
  if (selection) return { title, selection };
  const view = await getSavedView(tx, saved_view_id ?? 0);
  return { title: title || view.name, selection: Selection.parse({ all: true, contacts_scope: view.scope }) };
}

/** Their ids in the order of the list. Deleted contacts are called by nobody. */
async function choose(tx: Tx, selection: Selection): Promise<number[]> {
  await limitSearch(tx);
  const { conditions, reach } = await chosenBy(tx, selection);
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(m.id order by m.place), '{}') as ids
    from (select c.id, row_number() over (order by ${contactOrder(tx, selection.contacts_scope, reach)}) as place
      from contacts c where ${allOf([...conditions, sql<boolean>`c.deleted_at is null`])} limit ${maxDialled + 1}) m`.execute(
    tx.db,
  );
  const ids = rows[0]?.ids ?? [];
  if (ids.length > maxDialled) throw fail('dial_sessions.too_many');
  if (ids.length === 0) throw fail('dial_sessions.empty');
  return ids;
}

/** One at a time. `ends`: the user wants the open one to end. */
async function mustHaveNoneOpen(tx: Tx, ends: boolean): Promise<void> {
  const { userId } = tx.actor;
  await sql`select from users where company_id = ${tx.companyId} and id = ${userId} for no key update`.execute(tx.db);
  const { rows } = await sql<{ id: number; title: string }>`
    select s.id, s.title from dial_sessions s
    where s.company_id = ${tx.companyId} and s.user_id = ${userId} and s.state <> 'ended'`.execute(tx.db);
  const [open] = rows;
  if (!open) return;
  if (!ends) throw fail('dial_sessions.open', { data: open });
  await updateSession(tx, open.id, { state: 'ended' });
}

type Change = InputOf<typeof UpdateDialSession>['body'];

export async function updateSession(tx: Tx, id: number, { state, local_presence }: Change): Promise<DialSessionNow> {
  const stored = await lockOwnSession(tx, id);
  if (stored.state === 'ended') {
    if (state !== 'ended') throw fail('dial_sessions.ended');
    return getSession(tx, id);
  }
  if (state === 'ended') await end(tx, id);
  const set = { ...(state && state !== 'ended' && { state }), ...(local_presence !== undefined && { local_presence }) };
  await touch(tx, stored, set);
  return state === 'running' && !(await findTurnOf(tx, id)) ? moveOn(tx, stored) : getSession(tx, id);
}

/** The contact on the screen who was not called stays one of those who are left. */
async function end(tx: Tx, id: number): Promise<void> {
  const turn = await findTurnOf(tx, id);
  if (turn?.call_id) await settle(tx, turn, 'called', '');
  else if (turn) await putBack(tx, id, turn, { atEnd: false });
  await sql`update dial_sessions set state = 'ended', ended_at = ${tx.clock()} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
}

export async function goOn(tx: Tx, id: number, contactId: number | null): Promise<DialSessionNow> {
  const stored = await lockRunning(tx, id);
  const turn = await findTurnOf(tx, id);
  if (isAnothers(turn, contactId)) return stay(tx, id, contactId);
  if (turn) await settle(tx, turn, turn.call_id ? 'called' : 'skipped', turn.call_id ? '' : 'by_user');
  return moveOn(tx, stored);
}

type Later = InputOf<typeof CallDialContactBack>['body'];

export async function callBack(tx: Tx, id: number, { contact_id, due_at, note }: Later): Promise<DialSessionNow> {
  const stored = await lockRunning(tx, id);
  const turn = await findTurnOf(tx, id);
  if (isAnothers(turn, contact_id)) return stay(tx, id, contact_id);
  if (turn && due_at !== null) {
    await createTask(tx, turn.contact_id, { kind: 'call', due_at, note, for: 'me' });
    await settle(tx, turn, turn.call_id ? 'called' : 'skipped', 'call_back');
  } else if (turn) await putBack(tx, id, turn, { atEnd: true });
  return moveOn(tx, stored);
}

async function lockRunning(tx: Tx, id: number): Promise<StoredSession> {
  const stored = await lockOwnSession(tx, id);
  if (stored.state === 'ended') throw fail('dial_sessions.ended');
  if (stored.state === 'paused') throw fail('dial_sessions.paused');
  return stored;
}

/** The other tab was quicker. */
const isAnothers = (turn: { contact_id: number } | null, contactId: number | null) => (turn?.contact_id ?? null) !== contactId;

/** 404 for a contact that is none of the session's. */
async function stay(tx: Tx, id: number, contactId: number | null): Promise<DialSessionNow> {
  const { rows } = await sql`
    select from dial_session_contacts d
    where d.company_id = ${tx.companyId} and d.dial_session_id = ${id} and d.contact_id = ${contactId} limit 1`.execute(tx.db);
  if (contactId !== null && rows.length === 0) throw fail('not_found');
  return getSession(tx, id);
}

/** It ends by itself when nobody is left. */
async function moveOn(tx: Tx, stored: StoredSession): Promise<DialSessionNow> {
  const { id } = stored;
  await findTurn(tx, id);
  const { rows } = await sql`
    select from dial_session_contacts d
    where d.company_id = ${tx.companyId} and d.dial_session_id = ${id} and d.state in ('waiting', 'current') limit 1`.execute(
    tx.db,
  );
  if (rows.length === 0) await end(tx, id);
  await touch(tx, stored, {});
  return getSession(tx, id);
}

async function touch(tx: Tx, stored: StoredSession, set: Partial<{ state: 'running' | 'paused'; local_presence: boolean }>) {
  await tx.db
    .updateTable('dial_sessions')
    .set({ ...set, changed_at: tx.clock() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', stored.id)
    .execute();
  await tellSession(tx, stored);
}

async function tellSession(tx: Tx, { id, user_id }: { id: number; user_id: number }): Promise<void> {
  const watching = await whoReaches(tx, [{ owner_id: user_id, pool_id: null }], 'calls.watch');
  tx.tell({ event: 'dial_session.changed', id }, { to: [...new Set([user_id, ...watching])] });
}
