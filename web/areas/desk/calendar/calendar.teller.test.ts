import { expect, test } from 'vitest';
import { eventTeller } from './calendar.teller.ts';

const told = (action: string, before: Record<string, string>, after: Record<string, string>) =>
  eventTeller.tell(
    {
      action,
      actor: null,
      changes: [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
        field,
        before: before[field] ?? null,
        after: after[field] ?? null,
        restorable: false,
      })),
    },
    () => undefined,
  );

test('entries of the timeline say what happened to which event, and when it is', () => {
  const visit = { event: 'Visit', 'event.start': '05/21/2027 14:30' };
  expect(told('event_added', {}, visit)).toEqual({ summary: 'added the event Visit', lines: ['When: 05/21/2027, 2:30 PM'] });
  expect(told('event_removed', {}, { event: 'Birthday', 'event.start': '05/21/2027' })).toEqual({
    summary: 'removed the event Birthday',
    lines: ['When: 05/21/2027'],
  });
  expect(told('event_changed', visit, { event: 'Review', 'event.start': '05/22/2027 09:00' })).toEqual({
    summary: 'changed the event Review',
    lines: ['Title: Visit → Review', 'When: 05/21/2027, 2:30 PM → 05/22/2027, 9:00 AM'],
  });
});
