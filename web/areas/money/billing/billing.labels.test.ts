import { describe, expect, test } from 'vitest';
import { typeOf } from './billing.labels.ts';

describe('whose plan is meant', () => {
  test.each([
    ['an administrator with a plan of their own', { account: { type: 'self' }, mine: true, can: { company: true } }, 'personal'],
    [
      'an administrator of a company with a plan',
      { account: { type: 'company' }, mine: true, can: { company: true } },
      'company',
    ],
    ['an administrator without any', { account: null, mine: false, can: { company: true } }, 'company'],
    ['somebody whose company pays', { account: { type: 'company' }, mine: false, can: { company: false } }, 'personal'],
    ['somebody without any', { account: null, mine: false, can: { company: false } }, 'personal'],
  ] as const)('by %s', (_who, billing, type) => {
    expect(typeOf(billing)).toBe(type);
  });
});
