import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

export const localPresence = setting('calls.local_presence', z.boolean(), false, {
  title: 'Calls show a number of the area',
  about:
    'Where a user has several numbers, a call shows one of the contact’s area code, else of its state. Users may choose otherwise.',
  group: 'Calls',
  kind: 'boolean',
});

export const recordAll = setting('calls.record_all', z.boolean(), false, {
  title: 'Record every call to a number',
  about: 'Recording begins when the other side answers, after both have heard that the call is recorded.',
  group: 'Calls',
  kind: 'boolean',
});

/** Minutes; 0: nobody waits. */
export const queueMinutes = setting('calls.queue_minutes', z.int().min(0).max(30), 5, {
  title: 'How long callers wait in the queue',
  about:
    'While everyone who could answer is on a call, callers hear music. Then they leave a message; with 0 they do so at once.',
  group: 'Calls',
  kind: 'number',
  unit: 'minutes',
});
