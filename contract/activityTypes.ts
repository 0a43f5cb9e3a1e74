// The kinds of logged activities and their possible outcomes. No schemas: the browser uses this as it is.
export const activityTypes = ['call', 'voicemail', 'text', 'email', 'meeting', 'mail', 'other'] as const;
export type ActivityType = (typeof activityTypes)[number];

const answers = ['replied', 'no_reply', 'not_interested'] as const;

export const activityOutcomes = {
  call: ['reached', 'no_answer', 'busy', 'call_back', 'appointment', 'not_interested', 'wrong_number'],
  voicemail: ['left_message', 'mailbox_full', 'wrong_number'],
  text: answers,
  email: [...answers, 'bounced'],
  meeting: ['held', 'no_show', 'rescheduled', 'sold', 'not_interested'],
  mail: ['sent', 'returned'],
  other: ['done'],
} as const satisfies Record<ActivityType, readonly string[]>;
export type ActivityOutcome = (typeof activityOutcomes)[ActivityType][number];
