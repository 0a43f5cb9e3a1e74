// Secrets at rest: AES-256-GCM under keys derived from the envelope key, and a blind index to find a sealed value by
// equality. Sealed data names its key, so an older key opens what has not been moved (reseal.ts); purpose and company
// are bound to it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /** Opens only for the same purpose in the same company; company 0 for data without a company. */
  seal(clear: string, purpose: string, companyId: number): Buffer;
  /** Throws if it cannot open the value. */
  open(sealed: Buffer, purpose: string, companyId: number): string;
  /**
   * The same for stored data: also opens what earlier versions sealed for any purpose and company, until it is
   * resealed.
   */
  openKept(sealed: Buffer, purpose: string, companyId: number): string;
  /** The beginning of everything sealed by the newest key. */
  newest: Buffer;
  /** Equal for equal text in the same company under the same key; reveals nothing else. */
  blind(text: string, companyId: number): Buffer;
  /** A password or token derived from the newest key, by purpose. */
  derive(purpose: string): string;
  /** The same from every key, the newest first: to recognise older ones. */
  deriveAll(purpose: string): string[];
  /** Keys of 32 bytes for another cipher, by purpose, the newest first. */
  subkeys(purpose: string): [Subkey, ...Subkey[]];
}

export interface Subkey {
  /** Four bytes that tell envelope keys apart and reveal nothing of them. */
  name: Buffer;
  secret: Buffer;
}

const bound = 3;
const named = 2; // before purpose and company were bound
const unnamed = 1; // before keys had names

/** `previous` opens and recognises; `key` does everything. */
export function createSeal(key: Buffer, previous: Buffer | null = null): Seal {
  const keys = previous ? [key, previous] : [key];
  const sub = (from: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', from, '', purpose, 32));
  const subkeys = (purpose: string) =>
    keys.map((from) => ({ name: sub(from, 'name').subarray(0, 4), secret: sub(from, purpose) })) as [Subkey, ...Subkey[]];
  const deriveFrom = (from: Buffer, purpose: string) => sub(from, `derive ${purpose}`).toString('base64url');
  const [sealing, ...older] = subkeys('seal');
  const blinding = sub(key, 'blind index');
  const newest = Buffer.concat([Buffer.of(bound), sealing.name]);
  const open: Seal['open'] = (sealed, purpose, companyId) => {
    if (sealed[0] !== bound) throw new Error('sealed with another version of the envelope');
    return decrypt(sealed.subarray(5), keyNamed(sealed.subarray(1, 5), [sealing, ...older]), bindingOf(purpose, companyId));
  };
  return {
    newest,
    seal(clear, purpose, companyId) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing.secret, nonce).setAAD(bindingOf(purpose, companyId));
      return Buffer.concat([newest, nonce, cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open,
    openKept(sealed, purpose, companyId) {
      if (sealed[0] === unnamed) return openUnnamed(sealed.subarray(1), [sealing, ...older]);
      if (sealed[0] !== named) return open(sealed, purpose, companyId);
      return decrypt(sealed.subarray(5), keyNamed(sealed.subarray(1, 5), [sealing, ...older]), unbound);
    },
    blind: (text, companyId) => createHmac('sha256', blinding).update(`${companyId}:${text}`).digest(),
    derive: (purpose) => deriveFrom(key, purpose),
    deriveAll: (purpose) => keys.map((from) => deriveFrom(from, purpose)),
    subkeys: (purpose) => subkeys(`subkey ${purpose}`),
  };
}

/** Throws if the key is unknown: better than a wrong result. */
export function keyNamed(name: Buffer, keys: Subkey[]): Buffer {
  const key = keys.find((candidate) => candidate.name.equals(name));
  if (!key) throw new Error('sealed under a key that is not here: is ENVELOPE_KEY_PREVIOUS missing?');
  return key.secret;
}

const bindingOf = (purpose: string, companyId: number) => Buffer.from(`${companyId} ${purpose}`);
const unbound = Buffer.alloc(0);

function decrypt(sealed: Buffer, secret: Buffer, binding: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12)).setAAD(binding);
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

/** One of them made it: the cipher detects a wrong one. */
function openUnnamed(sealed: Buffer, [key, ...others]: Subkey[]): string {
  try {
    return decrypt(sealed, key?.secret ?? Buffer.alloc(32), unbound);
  } catch (error) {
    if (others.length === 0) throw error;
    return openUnnamed(sealed, others);
  }
}
