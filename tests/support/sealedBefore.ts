// Seals as earlier versions did: with a named key, but without purpose and company.
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

export function sealedBefore(key: Buffer, clear: string): Buffer {
  const sub = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sub('seal'), nonce);
  return Buffer.concat([
    Buffer.of(2),
    sub('name').subarray(0, 4),
    nonce,
    cipher.update(clear),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
