import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSigned, signatureOf } from './webhooks.signature.ts';

const at = new Date('2026-11-23T20:00:00Z');
const call = { secret: 'a secret', url: 'https://crm.example/v1/webhooks/mail/abc', body: Buffer.from('Hello'), at };

test('a call is taken from its sender alone, at its own address, as it was, and for five minutes', () => {
  const signature = signatureOf(call);
  const later = (minutes: number) => ({ ...call, at: new Date(at.getTime() + minutes * 60_000) });
  expect(isSigned(call, signature)).toBe(true);
  expect(isSigned(later(4), signature)).toBe(true);
  expect(isSigned(later(-4), signature)).toBe(true);
  expect(isSigned(later(6), signature)).toBe(false);
  expect(isSigned(later(-6), signature)).toBe(false);
  expect(isSigned({ ...call, body: Buffer.from('hello') }, signature)).toBe(false);
  expect(isSigned({ ...call, url: `${call.url}d` }, signature)).toBe(false);
  expect(isSigned({ ...call, secret: 'another' }, signature)).toBe(false);
});

test('no text is a signature by chance, and none throws', () => {
  const odd = ['', 't=,v1=', `t=1,v1=${'0'.repeat(64)}`, `t=99999999999999,v1=${'0'.repeat(64)}`, 't=1', 'v1=00', undefined];
  for (const signature of odd) expect(isSigned(call, signature)).toBe(false);
  fc.assert(fc.property(fc.string(), (text) => !isSigned(call, text)));
});
