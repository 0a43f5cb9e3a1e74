import { expect, test } from 'vitest';
import { isAbsent } from './dns.ts';

test.each(['ENOTFOUND', 'ENODATA', 'EBADNAME'])('%s says that there is no such name', (code) => {
  expect(isAbsent(Object.assign(new Error(code), { code }))).toBe(true);
});

test('no answer says nothing', () => {
  expect(isAbsent(Object.assign(new Error(), { code: 'ETIMEOUT' }))).toBe(false);
  expect(isAbsent(null)).toBe(false);
});
