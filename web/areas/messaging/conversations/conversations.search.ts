// What the address of the replies says.
export const conversationTabs = ['all', 'mine', 'unmatched'] as const;
export type ConversationTab = (typeof conversationTabs)[number];

export const defaults = { tab: 'all' as ConversationTab, unread: false, q: '', page: 1 };
/** `id`: the open conversation. */
export type ConversationSearch = typeof defaults & { id?: number | undefined };
