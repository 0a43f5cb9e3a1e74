import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const [older, newer, another] = [randomBytes(32), randomBytes(32), randomBytes(32)];

test('what the key before sealed is opened beside the new one, and by no other', () => {
  const sealed = createSeal(older).seal('1EG4TE5MK73', 'number', 1);
  const both = createSeal(newer, older);
  expect(both.open(sealed, 'number', 1)).toBe('1EG4TE5MK73');
  const moved = both.seal('2EG4TE5MK73', 'number', 1);
  for (const seal of [both, createSeal(newer)]) expect(seal.open(moved, 'number', 1)).toBe('2EG4TE5MK73');
  expect(() => createSeal(newer).open(sealed, 'number', 1)).toThrow('sealed under a key that is not here');
  expect(() => createSeal(newer, another).open(sealed, 'number', 1)).toThrow('sealed under a key that is not here');
});

test('what was sealed before keys had names is opened by whichever made it', () => {
  const nonce = randomBytes(12);
  const secret = Buffer.from(hkdfSync('sha256', older, '', 'seal', 32));
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const sealed = Buffer.concat([Buffer.of(1), nonce, cipher.update('early'), cipher.final(), cipher.getAuthTag()]);
  expect(createSeal(older).openKept(sealed, 'number', 1)).toBe('early');
  expect(createSeal(newer, older).openKept(sealed, 'number', 1)).toBe('early');
  expect(() => createSeal(newer).openKept(sealed, 'number', 1)).toThrow();
});

test('what was sealed before purposes were bound is opened where it is kept, and nowhere else', () => {
  const [secret, name] = ['seal', 'name'].map((purpose) => Buffer.from(hkdfSync('sha256', older, '', purpose, 32)));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret as Buffer, nonce);
  const head = Buffer.concat([Buffer.of(2), name?.subarray(0, 4) ?? nonce, nonce]);
  const sealed = Buffer.concat([head, cipher.update('before'), cipher.final(), cipher.getAuthTag()]);
  expect(createSeal(newer, older).openKept(sealed, 'number', 1)).toBe('before');
  expect(() => createSeal(newer, older).open(sealed, 'number', 1)).toThrow('another version');
});

test('it opens for its purpose in its company alone', () => {
  const seal = createSeal(newer);
  const sealed = seal.seal('text', 'number', 1);
  for (const open of [seal.open, seal.openKept]) {
    expect(open(sealed, 'number', 1)).toBe('text');
    expect(() => open(sealed, 'number', 2)).toThrow();
    expect(() => open(sealed, 'cursor', 1)).toThrow();
  }
});

test('a changed byte is noticed', () => {
  const seal = createSeal(newer);
  const sealed = seal.seal('text', 'number', 1);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 4, at);
    expect(() => seal.openKept(changed, 'number', 1), `byte ${at}`).toThrow();
  }
});

test('passwords and blind indexes follow from the new key; what the key before gave out is recognised', () => {
  const both = createSeal(newer, older);
  expect(both.derive('role')).toBe(createSeal(newer).derive('role'));
  expect(both.blind('x', 1)).toEqual(createSeal(newer).blind('x', 1));
  expect(both.deriveAll('csrf')).toEqual([createSeal(newer).derive('csrf'), createSeal(older).derive('csrf')]);
});
