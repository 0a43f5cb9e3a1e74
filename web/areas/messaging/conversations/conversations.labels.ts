// The words of conversations.
import type { ConversationTab } from './conversations.search.ts';

export const tabWords: Record<ConversationTab, string> = { all: 'All', unread: 'Unread', mine: 'Mine', unmatched: 'Unmatched' };
