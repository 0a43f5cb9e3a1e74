// One contact's data: the record, its timeline by cursor, its notes, and what live messages do to them.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { invalidate, keyOf, queryClient, queryOf } from '#app/queries.ts';
import { listContactNotes, listContactTimeline, listMentionableUsers } from '#contract/contactHistory.ts';
import { type Contact, getContact } from '#contract/contacts.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { glanceAtContact, patchRow, rowOf } from '../contacts.api.ts';

export const contactQuery = (id: number) => queryOf(getContact, { params: { id }, query: {} });

export const notesQuery = (id: number, q: string) => queryOf(listContactNotes, { params: { id }, query: { q } });

/** Colleagues that a note on the contact may mention. */
export const findPeople = (id: number) => (q: string) =>
  call(listMentionableUsers, { params: { id }, query: { q } }).then(({ data }) => data);

/** The timeline's filters; '' for all. */
export interface TimelineFilter {
  q: string;
  kind: string;
  actor: string;
}
export const wholeTimeline: TimelineFilter = { q: '', kind: '', actor: '' };

export const timelineQuery = (id: number, filter = wholeTimeline) =>
  infiniteQueryOptions({
    queryKey: [...timelineKey(id), filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listContactTimeline,
        { params: { id }, query: { ...asked(filter), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: AnswerOf<typeof listContactTimeline>) => page.meta.next_cursor,
  });

const timelineKey = (id: number) => [...keyOf(listContactTimeline), id] as const;

const asked = ({ q, kind, actor }: TimelineFilter) => ({
  ...(q && { q }),
  ...(kind && { kind }),
  ...(actor && { actor_id: Number(actor) }),
});

/** Changes the record on screen before the server answers. Returns an undo. */
export function patchContact(id: number, change: Partial<Contact>): () => void {
  const { queryKey } = contactQuery(id);
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, (contact) => contact && { ...contact, ...change });
  return () => queryClient.setQueryData(queryKey, before);
}

/** The answer to a write is the newest there is: shown at once, here and in the list. */
export function showContact(contact: Contact) {
  queryClient.setQueryData(contactQuery(contact.id).queryKey, contact);
  patchRow(contact.id, rowOf(contact));
  void invalidate(listContactTimeline);
}

/** For a write whose answer is not the whole record. */
export function refreshContact(id: number) {
  void queryClient.invalidateQueries({ queryKey: contactQuery(id).queryKey });
  void invalidate(listContactTimeline);
  queryClient
    .fetchQuery({ ...glanceAtContact(id), staleTime: 0 })
    .then((contact) => patchRow(id, rowOf(contact)))
    .catch(() => {}); // the list shows the former row until it is refreshed
}

/** For a contact that changed elsewhere. */
export function refreshPage(id: number) {
  void queryClient.invalidateQueries({ queryKey: contactQuery(id).queryKey });
  void queryClient.invalidateQueries({ queryKey: timelineKey(id) });
  void invalidate(listContactNotes);
}

/** A bulk action or an import may have changed the contact on screen. */
export const refreshPages = () => void invalidate(getContact, listContactTimeline);
