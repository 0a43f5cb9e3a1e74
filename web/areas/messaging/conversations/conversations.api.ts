// The inbox's data: its list by cursor, one thread, and what live messages do to them.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { invalidate, keyOf, queryClient, queryOf } from '#app/queries.ts';
import {
  type Conversation,
  countUnread,
  getConversation,
  listConversations,
  showConversation,
  updateConversation,
} from '#contract/conversations.ts';
import type { AnswerOf, CallOf } from '#contract/kit/endpoint.ts';
import type { ConversationSearch } from './conversations.search.ts';

type Answer = AnswerOf<typeof listConversations>;
const pageSize = 50;

export const inboxQuery = ({ filter, unread, q, channel }: Omit<ConversationSearch, 'id' | 'contact' | 'to'>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(listConversations), 'inbox', { filter, unread, q, channel }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listConversations,
        { query: { filter, unread, q, limit: pageSize, ...(channel && { channel }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }: Answer) => meta.next_cursor,
    staleTime: 0,
  });

/** The composer's data about a contact. */
export const writeQuery = (contact: number) => ({
  ...queryOf(showConversation, { body: { contact_id: contact } }),
  staleTime: 0,
});

export const threadQuery = (id: number) => ({ ...queryOf(getConversation, { params: { id } }), staleTime: 0 });

/** Loads the pages up to the row in sight again, not every page that was scrolled past. */
export function refreshInbox(search: Omit<ConversationSearch, 'id' | 'contact' | 'to'>, rowInSight: number) {
  const pages = Math.floor(rowInSight / pageSize) + 1;
  const { queryKey } = inboxQuery(search);
  queryClient.setQueryData<InfiniteData<Answer, string | null>>(
    queryKey,
    (known) => known && { pages: known.pages.slice(0, pages), pageParams: known.pageParams.slice(0, pages) },
  );
  void queryClient.invalidateQueries({ queryKey });
}

/** The calls to load again after a change of a conversation. */
export const changed = [countUnread, listConversations, getConversation, showConversation] as const;

export type Change = CallOf<typeof updateConversation>['body'];

export async function change(id: number, body: Change): Promise<Conversation> {
  const answer = await call(updateConversation, { params: { id }, body });
  void invalidate(...changed);
  return answer;
}

/** Done or snoozed, with a way back. */
export const setAside = (id: number, body: Change, words: string): Promise<void> =>
  change(id, body).then(
    () => notice.done(words, () => void change(id, { done: false }).catch(notice.failed)),
    (error: unknown) => notice.failed(error),
  );

export const nameOf = ({ contact, their_name, their_address }: Pick<Conversation, 'contact' | 'their_name' | 'their_address'>) =>
  contact?.name || their_name || addressWords(their_address);

/** A number of ten digits as people write it. */
export const addressWords = (address: string) =>
  /^\d{10}$/.test(address) ? `(${address.slice(0, 3)}) ${address.slice(3, 6)}-${address.slice(6)}` : address;
