import { expect, test } from 'vitest';
import { callTeller } from './calls.teller.ts';

const change = (field: string, after: unknown) => ({ field: `call.${field}`, before: null, after, restorable: false });
const tell = (action: string, fields: Record<string, unknown>) =>
  callTeller.tell(
    { action, actor: null, changes: Object.entries(fields).map(([field, after]) => change(field, after)) } as never,
    () => undefined,
  );

test('an answered call has its number and length', () => {
  const fields = { direction: 'outbound', outcome: 'answered', number: '3055550142', seconds: 65, recorded: true };
  expect(tell('called', fields)).toEqual({
    summary: 'called',
    lines: ['(305) 555-0142', 'Length: 01:05', 'Recorded: see Recordings'],
  });
});

test('a missed call has no length', () => {
  expect(tell('called', { direction: 'inbound', outcome: 'missed', number: '3055550142', seconds: 0 })).toEqual({
    summary: 'missed a call',
    lines: ['(305) 555-0142'],
  });
});

test('a call in spite of the gate has its reason, a late recording an entry of its own', () => {
  const fields = { direction: 'outbound', outcome: 'no_answer', number: '3055550142', seconds: 0, override: 'She asked for it' };
  expect(tell('called', fields)).toEqual({
    summary: 'called, without an answer',
    lines: ['(305) 555-0142', 'Called anyway: She asked for it'],
  });
  expect(tell('call_recorded', { recorded: true })).toEqual({ summary: 'recorded a call', lines: ['Recorded: see Recordings'] });
});
