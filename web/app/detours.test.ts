import { expect, test } from 'vitest';
import { detourFrom } from './detours.ts';

const password = { to: '/account/profile', search: { tab: 'password' } };
const twoFactor = { to: '/account/profile', search: { tab: 'two_factor' } };
const billing = { to: '/billing', search: {} };

test.each([
  [null, '/contacts', undefined, null],
  ['terms', '/contacts', undefined, null],
  ['terms', '/account/profile', 'sessions', null],
  ['password', '/contacts', undefined, password],
  ['password', '/billing', undefined, password],
  ['password', '/account/profile', undefined, password],
  ['password', '/account/profile', 'two_factor', password],
  ['password', '/account/profile', 'password', null],
  ['two_factor', '/contacts', undefined, twoFactor],
  ['two_factor', '/billing', undefined, twoFactor],
  ['two_factor', '/billing/plan', undefined, null],
  ['two_factor', '/billing/review', undefined, null],
  ['two_factor', '/billing/update', undefined, null],
  ['two_factor', '/account/profile', 'sessions', null],
  ['payment', '/contacts', undefined, billing],
  ['payment', '/account/profile', 'profile', null],
  ['payment', '/billing', undefined, null],
  ['payment', '/billing/plan', undefined, null],
] as const)('with %s missing, %s (%s) leads to %j', (missing, path, tab, detour) => {
  expect(detourFrom(missing, path, tab)).toEqual(detour);
});
