import { describe, expect, test } from 'vitest';
import type { Contact } from '#contract/contacts.ts';
import { changesOf, clashingFields, draftOf, mergedDraft, withoutEmptyRows, write } from './contacts.draft.ts';
import { type Field, sections } from './contacts.fields.ts';

const fields: readonly Field[] = [
  ...sections.flatMap((section) => section.fields),
  { path: 'custom_fields.12', label: 'Premium', control: 'number' },
];
const rosa = {
  version: 3,
  first_name: 'Rosa',
  city: 'Miami',
  state: 'FL',
  birth_date: '1961-04-02',
  phones: [{ type: 2, number: '3055550142' }],
  emails: [],
  owner: { id: 5, name: 'Ana' },
  pool: null,
  medicare_number: '•••••••MK73',
  custom_fields: { 12: 40 },
} as unknown as Contact;
const base = draftOf(rosa, fields);

describe('a draft', () => {
  test('untouched changes nothing', () => {
    expect(changesOf(base, base, fields)).toEqual({});
  });

  test('sends only what was edited, as the server takes it', () => {
    let draft = base;
    draft = write(draft, 'city', ' Tampa ');
    draft = write(draft, 'state', null);
    draft = write(draft, 'birth_date', null);
    draft = write(draft, 'custom_fields.12', '');
    draft = write(draft, 'holder', { of: 'pools', who: { id: 2, name: 'Walk-ins' } });
    expect(changesOf(base, draft, fields)).toEqual({
      city: 'Tampa',
      state: '',
      birth_date: null,
      custom_fields: { 12: null },
      pool_id: 2,
    });
  });

  test('a number spaced otherwise is the same number; empty rows are none', () => {
    const rows = [
      { key: 'a', type: 2, number: '305.555.0142' },
      { key: 'b', type: 2, number: ' ' },
    ];
    const draft = withoutEmptyRows(write(base, 'phones', rows));
    expect(changesOf(base, draft, fields)).toEqual({});
  });
});

describe('when somebody else saved meanwhile', () => {
  const theirs = draftOf({ ...rosa, city: 'Orlando', first_name: 'Rosalinda' }, fields);
  const mine = write(write(base, 'city', 'Tampa'), 'birth_date', '1961-04-03');

  test('only a field that both changed, and differently, is to be chosen', () => {
    expect(clashingFields(base, mine, theirs, fields).map(({ path }) => path)).toEqual(['city']);
    expect(clashingFields(base, write(mine, 'city', 'Orlando'), theirs, fields)).toEqual([]);
  });

  test('both versions come together; nothing is lost', () => {
    expect(changesOf(theirs, mergedDraft(base, mine, theirs, fields), fields)).toEqual({
      city: 'Tampa',
      birth_date: '1961-04-03',
    });
    expect(changesOf(theirs, mergedDraft(base, mine, theirs, fields, ['city']), fields)).toEqual({ birth_date: '1961-04-03' });
  });
});
