// The words of conversations.
import type { ConversationTab } from './conversations.routes.tsx';

export const tabWords: Record<ConversationTab, string> = { all: 'All', unread: 'Unread', mine: 'Mine', unmatched: 'Unmatched' };
