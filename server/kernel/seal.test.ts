import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const [older, newer, another] = [randomBytes(32), randomBytes(32), randomBytes(32)];

test('what the key before sealed is opened beside the new one, and by no other', () => {
  const sealed = createSeal(older).seal('1EG4TE5MK73');
  const both = createSeal(newer, older);
  expect(both.open(sealed)).toBe('1EG4TE5MK73');
  expect(both.open(both.seal('2EG4TE5MK73'))).toBe('2EG4TE5MK73');
  expect(createSeal(newer).open(both.seal('2EG4TE5MK73'))).toBe('2EG4TE5MK73');
  expect(() => createSeal(newer).open(sealed)).toThrow('sealed under a key that is not here');
  expect(() => createSeal(newer, another).open(sealed)).toThrow('sealed under a key that is not here');
});

test('what was sealed before keys had names is opened by whichever made it', () => {
  const nonce = randomBytes(12);
  const secret = Buffer.from(hkdfSync('sha256', older, '', 'seal', 32));
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const sealed = Buffer.concat([Buffer.of(1), nonce, cipher.update('early'), cipher.final(), cipher.getAuthTag()]);
  expect(createSeal(older).open(sealed)).toBe('early');
  expect(createSeal(newer, older).open(sealed)).toBe('early');
  expect(() => createSeal(newer).open(sealed)).toThrow();
});

test('a changed byte is noticed', () => {
  const seal = createSeal(newer);
  const sealed = seal.seal('text');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 4, at);
    expect(() => seal.open(changed), `byte ${at}`).toThrow();
  }
});

test('passwords and blind indexes follow from the new key; what the key before gave out is recognised', () => {
  const both = createSeal(newer, older);
  expect(both.derive('role')).toBe(createSeal(newer).derive('role'));
  expect(both.blind('x', 1)).toEqual(createSeal(newer).blind('x', 1));
  expect(both.deriveAll('csrf')).toEqual([createSeal(newer).derive('csrf'), createSeal(older).derive('csrf')]);
});
