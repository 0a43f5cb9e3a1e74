import { expect, test } from 'vitest';
import { clashesOf, draftOf } from './draftChanges.ts';

const saved = { product: 'Term 20', premium: '100', status: 'in_force' };

test('a draft keeps what was typed, and what it replaces', () => {
  expect(draftOf(saved, saved)).toBeUndefined();
  expect(draftOf({ ...saved, premium: '120' }, saved)).toEqual({ typed: { premium: '120' }, base: { premium: '100' } });
});

test('a field that a colleague changed since is marked when the draft is opened again, and stays marked', () => {
  const draft = { typed: { premium: '120', product: 'Term 30' }, base: { premium: '100', product: 'Term 20' } };
  const now = { ...saved, premium: '140', product: 'Term 30' };
  expect(clashesOf(draft, saved)).toEqual({});
  expect(clashesOf(draft, now)).toEqual({ premium: 'A colleague changed this: 140' });
  // Something else is typed: the premium was not looked at.
  const next = draftOf({ ...now, premium: '120', status: 'lapsed' }, now, draft);
  expect(next).toEqual({ typed: { premium: '120', status: 'lapsed' }, base: { premium: '100', status: 'in_force' } });
  // The premium is typed anew, in view of the colleague's.
  expect(draftOf({ ...now, premium: '130' }, now, draft)?.base).toEqual({ premium: '140' });
});
