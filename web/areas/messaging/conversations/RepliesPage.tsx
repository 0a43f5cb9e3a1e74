// The list of replies, or the one that the address names.
import { useSearch } from '@tanstack/react-router';
import { useUpdate } from '#app/cable.ts';
import { invalidate } from '#app/queries.ts';
import { getConversation, listConversations } from '#contract/conversations.ts';
import { ConversationListPage } from './ConversationListPage.tsx';
import { ConversationPage } from './ConversationPage.tsx';

export function RepliesPage() {
  const { id } = useSearch({ from: '/shell/replies' });
  useUpdate('conversation.changed', () => void invalidate(listConversations, getConversation));
  return id ? <ConversationPage key={id} id={id} /> : <ConversationListPage />;
}
