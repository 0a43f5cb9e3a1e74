// How a call, a meeting or another activity went, in words on screen.
import type { ActivityOutcome } from '#contract/activityTypes.ts';

export const activityOutcomeWords: Record<ActivityOutcome, string> = {
  reached: 'Reached',
  no_answer: 'No answer',
  busy: 'Busy',
  call_back: 'Call back',
  appointment: 'Appointment made',
  not_interested: 'Not interested',
  wrong_number: 'Wrong number',
  left_message: 'Left a message',
  mailbox_full: 'Mailbox full',
  replied: 'Replied',
  no_reply: 'No reply',
  bounced: 'Bounced',
  held: 'Took place',
  no_show: 'Did not come',
  rescheduled: 'Moved to another day',
  sold: 'Sold',
  sent: 'Sent',
  returned: 'Came back',
  done: 'Done',
};
