// Examples of the calls about dial sessions.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as dialSessions from '#contract/dialSessions.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';
import type { TestServer } from './server.ts';

type DialSessionCalls = {
  [Name in keyof typeof dialSessions as (typeof dialSessions)[Name] extends Endpoint ? Name : never]: CallOf<
    (typeof dialSessions)[Name]
  >;
};

/** The user's open one, with one contact, whose turn it is. */
export async function aDialSession(
  { operator: { db } }: TestServer,
  company_id: number,
  user_id: number,
  contact_id: number,
  title: string,
) {
  const now = new Date();
  await db
    .updateTable('dial_sessions')
    .set({ state: 'ended', ended_at: now })
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('state', '<>', 'ended')
    .execute();
  const session = { company_id, user_id, title, local_presence: true, started_at: now, changed_at: now };
  const dialSession = await insertId(db, 'dial_sessions', session);
  const place = { company_id, dial_session_id: dialSession, contact_id, place: 1, turn: 1, since: now };
  await insertId(db, 'dial_session_contacts', { ...place, state: 'current', shown_at: now });
  return { dialSession };
}

export function dialSessionCalls(to: Targets): DialSessionCalls {
  const one = { params: { id: to.dialSession } };
  const turn = { contact_id: to.contact };
  return {
    listDialSessions: { query: { tab: 'team', page: 1, limit: 10 } },
    createDialSession: { body: { saved_view_id: to.savedView, ends_open: true, local_presence: true } },
    getDialSession: one,
    listDialledContacts: { ...one, query: { tab: 'left', page: 1, limit: 10 } },
    updateDialSession: { ...one, body: { state: 'running', local_presence: false } },
    nextDialContact: { ...one, body: turn },
    callDialContactBack: { ...one, body: { ...turn, due_at: '2026-12-01T15:00:00Z', note: 'After lunch' } },
    getLocalPresence: {},
    updateLocalPresence: { body: { local_presence: true } },
  };
}
