import { expect, test } from 'vitest';
import { addressOf, plainAddress, sourceOf } from './addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5555', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['[2001:DB8:0:0::0009]:443', '2001:db8::9'],
  ['2001:0db8:0001::9', '2001:db8:1::9'],
  ['fe80::1%eth0', 'fe80::1'],
  [' ::1 ', '::1'],
  ['unknown', null],
  ['1.2.3', null],
  ['1.2.3.4:5:6', null],
  ['', null],
])('%s is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

test('what is no address is the proxy’s own', () => {
  expect(addressOf({ ip: 'unknown', socket: { remoteAddress: '::ffff:10.0.0.2' } })).toBe('10.0.0.2');
  expect(addressOf({ ip: '203.0.113.7:80', socket: { remoteAddress: '10.0.0.2' } })).toBe('203.0.113.7');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});
