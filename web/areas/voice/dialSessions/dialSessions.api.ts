// A session's data: whose turn it is, kept by the answer of each step and by what the cable tells.
import { call } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { invalidate, queryClient, queryOf } from '#app/queries.ts';
import { createContactNote } from '#contract/contactHistory.ts';
import { updateCall } from '#contract/dialer.ts';
import {
  type DialledCall,
  type DialSessionNow,
  getDialSession,
  listDialledContacts,
  listDialSessions,
} from '#contract/dialSessions.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';

export const sessionQuery = (id: number) => queryOf(getDialSession, { params: { id } });

/** The answer to a step is the newest there is. */
export function showSession(session: DialSessionNow) {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session);
  void invalidate(listDialSessions, listDialledContacts);
}

/** Another tab, the phone, or a colleague changed something. */
export function useSessionUpdates(contactId?: number) {
  const again = () => void invalidate(getDialSession, listDialSessions, listDialledContacts);
  useUpdate('dial_session.changed', again);
  useUpdate('call.changed', again);
  useUpdate('contact.changed', ({ id }) => id === contactId && again());
}

/** Says how a call went, and shows it at once. */
export async function tellCall(sessionId: number, id: number, said: CallOf<typeof updateCall>['body']): Promise<void> {
  const row = await call(updateCall, { params: { id }, body: said });
  const news = ({ disposition, note }: Pick<DialledCall, 'disposition' | 'note'>) => ({ disposition, note });
  const change = <T extends { call: DialledCall | null } | null>(of: T): T =>
    of?.call?.id === id ? { ...of, call: { ...of.call, ...news(row) } } : of;
  queryClient.setQueryData(
    sessionQuery(sessionId).queryKey,
    (session) => session && { ...session, current: change(session.current), previous: change(session.previous) },
  );
  void invalidate(getDialSession, listDialledContacts);
}

/** Keeps a text that was written without a call as a note on the contact. */
export const keepAsNote = (contactId: number, body: string) =>
  call(createContactNote, { params: { id: contactId }, body: { body } });
