// The words of the inbox.
import type { ConversationFilter, MessageChannel } from '#contract/conversationLists.ts';

export const filterWords: Record<ConversationFilter, string> = {
  all: 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  unmatched: 'Unknown senders',
  aside: 'Done and snoozed',
};

export const channelWords: Record<MessageChannel, string> = { email: 'E-mail', text: 'Text' };

export const emptyWords: Record<ConversationFilter, { title: string; text: string }> = {
  all: { title: 'No messages yet', text: 'When a contact answers you, the answer appears here.' },
  mine: { title: 'No messages to you yet', text: 'When a contact answers you, the answer appears here.' },
  unassigned: { title: 'Nothing is unassigned', text: 'Messages that belong to no one appear here.' },
  unmatched: { title: 'Every sender is a contact', text: 'Messages from addresses that no contact has appear here.' },
  aside: {
    title: 'Nothing is set aside',
    text: 'What you mark as done or snooze waits here. It returns when the contact writes.',
  },
};
