// The search parameters of the inbox.
import {
  type ConversationFilter,
  conversationFilters,
  type MessageChannel,
  messageChannels,
} from '#contract/conversationLists.ts';

export { conversationFilters, messageChannels };

export const defaults = { filter: 'all' as ConversationFilter, unread: false, q: '' };
export type ConversationSearch = typeof defaults & {
  channel?: MessageChannel | undefined;
  /** The open conversation. */
  id?: number | undefined;
  /** Instead: a contact who may have no conversation yet. */
  contact?: number | undefined;
  /** The number of theirs to text. */
  to?: string | undefined;
};
