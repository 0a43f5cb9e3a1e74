// The words and colours of sends.
import type { MessageEventKind, MessageState, SendKind, SendStatus } from '#contract/sendLists.ts';
import type { Send } from '#contract/sends.ts';
import type { Tone } from '#ui/Dot.tsx';

export const statusWords: Record<SendStatus, string> = {
  scheduled: 'Scheduled',
  preparing: 'Preparing',
  sending: 'Sending',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
};
export const statusTones: Record<SendStatus, Tone> = {
  scheduled: 'blue',
  preparing: 'blue',
  sending: 'blue',
  paused: 'yellow',
  done: 'green',
  cancelled: 'gray',
  failed: 'red',
};

export const kindWords: Record<SendKind, string> = {
  single: 'Single message',
  group: 'Group',
  broadcast: 'Broadcast',
  auto: 'Campaign',
};

/** The noun for one of its messages. */
export const nounOf = ({ channel }: Pick<Send, 'channel'>): 'mail' | 'text' => (channel === 'text' ? 'text' : 'mail');

export const stateWords: Record<MessageState, string> = {
  queued: 'Waiting',
  sending: 'Going out',
  sent: 'Sent',
  failed: 'Failed',
  blocked: 'Not allowed',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
};
export const stateTones: Record<MessageState, Tone> = {
  queued: 'blue',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  blocked: 'yellow',
  cancelled: 'gray',
  unknown: 'orange',
};

export const outcomeWords: Record<MessageEventKind, { title: string; color: Tone }> = {
  delivered: { title: 'Delivered', color: 'green' },
  opened: { title: 'Opened', color: 'green' },
  clicked: { title: 'Clicked', color: 'green' },
  replied: { title: 'Answered', color: 'green' },
  unsubscribed: { title: 'Unsubscribed', color: 'orange' },
  bounced: { title: 'Came back', color: 'red' },
  complained: { title: 'Called spam', color: 'red' },
};

/** The filter's choices for a mail: its state, or its outcome. */
export const eventWords: Record<MessageState | MessageEventKind, { title: string }> = {
  queued: { title: stateWords.queued },
  sending: { title: stateWords.sending },
  sent: { title: stateWords.sent },
  failed: { title: stateWords.failed },
  blocked: { title: stateWords.blocked },
  cancelled: { title: stateWords.cancelled },
  unknown: { title: stateWords.unknown },
  ...outcomeWords,
};

/** To choose it in a list. */
export const asOption = (value: keyof typeof eventWords) => ({ value, label: eventWords[value].title });

/** The outcome says more than “Sent”. */
export const shownState = ({ state, outcome }: { state: MessageState; outcome: MessageEventKind | null }) =>
  outcome ? outcomeWords[outcome] : { title: stateWords[state], color: stateTones[state] };

export const amount = (number: number) => number.toLocaleString('en-US');

/** 0 to 1. */
export const shareOf = ({ counts: { total, queued } }: Pick<Send, 'counts'>) => (total > 0 ? (total - queued) / total : 0);

export const runs = ({ status }: Pick<Send, 'status'>) => status === 'preparing' || status === 'sending';
