// Secrets at rest: AES-256-GCM under keys derived from the envelope key, and a blind index to find a sealed value by equality.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  seal(clear: string): Buffer;
  open(sealed: Buffer): string;
  /** The same for the same text in the same company; tells nothing else. */
  blind(text: string, companyId: number): Buffer;
  /** A password or token that follows from the key, by its purpose. */
  derive(purpose: string): string;
  /** 32 bytes for another cipher, by its purpose. */
  subkey(purpose: string): Buffer;
}

const version = 1;

export function createSeal(key: Buffer): Seal {
  const sub = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  const sealing = sub('seal');
  const blinding = sub('blind index');
  return {
    seal(clear) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      return Buffer.concat([Buffer.of(version), nonce, cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      if (sealed[0] !== version) throw new Error('sealed with another version of the envelope');
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(1, 13));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(13, -16)), decipher.final()]).toString('utf8');
    },
    blind: (text, companyId) => createHmac('sha256', blinding).update(`${companyId}:${text}`).digest(),
    subkey: (purpose) => sub(`subkey ${purpose}`),
    derive: (purpose) => sub(`derive ${purpose}`).toString('base64url'),
  };
}
