// The words of conversations.
import type { ConversationTab } from './conversations.search.ts';

export const tabWords: Record<ConversationTab, string> = { all: 'All', mine: 'Mine', unmatched: 'Unmatched' };
