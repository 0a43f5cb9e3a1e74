// Fixed lists of the inbox. Apart from the schemas: the browser has these too.
export const messageChannels = ['email', 'text'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/**
 * `unassigned`: of nobody. `unmatched`: with a sender who is no contact. `aside`: done or snoozed, which all
 * others leave out.
 */
export const conversationFilters = ['all', 'mine', 'unassigned', 'unmatched', 'aside'] as const;
export type ConversationFilter = (typeof conversationFilters)[number];

/** A colleague's activity in an open conversation. */
export const doings = ['looking', 'replying', 'left'] as const;
export type Doing = (typeof doings)[number];
