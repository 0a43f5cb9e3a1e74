import { expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import { earlierValues, tell } from './contacts.history.ts';

const names = {
  'status_id:1': 'New',
  'status_id:2': 'Quoted',
  'owner_id:5': 'Rosa Alvarez',
  'pool_id:3': 'Walk-ins',
  'tags:1': 'hot',
  'tags:2': 'T65',
  'custom:12': 'Current premium',
};
const entry = (action: string, ...changes: TimelineEntry['changes']) => tell({ kind: '', action, changes, actor: null }, names);
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after, restorable: false });

test.each([
  [change('status_id', 1, 2), 'changed status from New to Quoted'],
  [change('birth_date', null, '1961-04-02'), 'set birth date to 04/02/1961'],
  [change('occupation', 'Nurse', ''), 'cleared occupation (was Nurse)'],
  [change('state', 'FL', 'TX'), 'changed state from Florida to Texas'],
  [change('tobacco_user', null, false), 'set tobacco user to No'],
  [change('do_not_call', false, true), 'set “Do not call”'],
  [change('do_not_call', true, false), 'lifted “Do not call”'],
  [change('tags', [1], [2]), 'added the tag T65 and removed the tag hot'],
  [change('tags', [], [1, 2]), 'added the tags hot, T65'],
  [change('medicare_number', null, '(sealed)'), 'added the Medicare number'],
  [change('custom:12', 40, 55), 'changed current premium from 40 to 55'],
  [change('phones', [], [{ type: 2, number: '3055550142' }]), 'set phones to (305) 555-0142'],
])('%j', (one, summary) => {
  expect(entry('updated', one)).toEqual({ summary, lines: [] });
});

test('several changes are told one by one', () => {
  expect(
    entry('updated', change('city', '', 'Tampa'), change('county', 'Dade', ''), change('medicare_number', '(sealed)', null)),
  ).toEqual({
    summary: 'changed 3 fields',
    lines: ['City: Tampa', 'County: Dade → empty', 'Medicare number: removed'],
  });
});

test('from a person to a pool is one change', () => {
  expect(entry('assigned', change('owner_id', 5, null), change('pool_id', null, 3)).summary).toBe(
    'handed the contact from Rosa Alvarez to the pool Walk-ins',
  );
});

test('a user who takes a contact over is named once', () => {
  const taken = change('owner_id', 5, 7);
  expect(tell({ kind: 'owners', action: 'assigned', changes: [taken], actor: { id: 7, name: 'Ana' } }, names).summary).toBe(
    'took the contact over from Rosa Alvarez',
  );
});

test('a link, by the teller of its kind', () => {
  const linked = { action: 'linked', changes: [change('linked_contact_id', null, 9), change('relation', null, 'spouse')] };
  expect(tell({ kind: 'links', ...linked, actor: null }, { 'linked_contact_id:9': 'Tom' }).summary).toBe('linked Tom: spouse');
  expect(tell({ kind: 'links', ...linked, actor: null }, {}).summary).toBe('linked another contact: spouse');
});

test('an activity, a note, and an action nobody thought of', () => {
  expect(entry('activity', change('activity', null, 'voicemail')).summary).toBe('logged a voicemail');
  expect(entry('activity', change('activity', null, 'call'), change('outcome', null, 'no_answer'))).toEqual({
    summary: 'logged a call',
    lines: ['No answer'],
  });
  expect(entry('activity_undone', change('activity', null, 'call'), change('undone', null, 7)).summary).toBe(
    'took back a call that was logged',
  );
  expect(entry('noted').summary).toBe('added a note');
  expect(entry('merged_in').summary).toBe('merged in');
});

test('earlier values stand beside those of now, owner and pool as one', () => {
  const contact = {
    status_id: 2,
    do_not_call: true,
    owner: { id: 7, name: 'Ana Reyes' },
    pool: null,
    custom_fields: { 12: 55 },
  } as unknown as Contact;
  const changes = [
    { ...change('owner_id', null, 5), restorable: true },
    { ...change('pool_id', 3, null), restorable: true },
    { ...change('status_id', 1, 2), restorable: true },
    { ...change('do_not_call', false, true), restorable: true },
    { ...change('custom:12', null, 40), restorable: true },
    change('medicare_number', '(sealed)', null),
  ];
  expect(earlierValues({ changes } as TimelineEntry, contact, names)).toEqual([
    { field: 'owner_id', label: 'Owner or pool', now: 'Ana Reyes', earlier: 'the pool Walk-ins' },
    { field: 'status_id', label: 'Status', now: 'Quoted', earlier: 'New' },
    { field: 'do_not_call', label: 'Do not call', now: 'Yes', earlier: 'No' },
    { field: 'custom:12', label: 'Current premium', now: '55', earlier: '' },
  ]);
});
