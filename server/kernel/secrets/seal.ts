// Secrets at rest: AES-256-GCM under keys derived from the envelope key, and a blind index to find a sealed value by equality. What is
// sealed names its key, so a second, older one opens what has not been moved yet (reseal.ts); purpose and company are bound to it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /** It opens for the same purpose in the same company alone; what belongs to none is sealed in company 0. */
  seal(clear: string, purpose: string, companyId: number): Buffer;
  /** Throws what it does not open. */
  open(sealed: Buffer, purpose: string, companyId: number): string;
  /** The same for what is kept: opens as well what earlier versions sealed for any purpose and company, until it has been resealed. */
  openKept(sealed: Buffer, purpose: string, companyId: number): string;
  /** What everything sealed by the newest key begins with. */
  newest: Buffer;
  /** The same for the same text in the same company under the same key; tells nothing else. */
  blind(text: string, companyId: number): Buffer;
  /** A password or token that follows from the newest key, by its purpose. */
  derive(purpose: string): string;
  /** The same from every key, the newest first: to recognise what was given out before. */
  deriveAll(purpose: string): string[];
  /** Keys of 32 bytes for another cipher, by its purpose, the newest first. */
  subkeys(purpose: string): [Subkey, ...Subkey[]];
}

export interface Subkey {
  /** Four bytes that tell one envelope key from another, and nothing of it. */
  name: Buffer;
  secret: Buffer;
}

const bound = 3;
const named = 2; // before purpose and company were bound
const unnamed = 1; // before keys had names

/** `previous` opens and recognises; `key` does that too, and all the rest. */
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

/** Throws where the key is not among them: better than nonsense. */
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

/** One of them made it: the cipher knows a wrong one. */
function openUnnamed(sealed: Buffer, [key, ...others]: Subkey[]): string {
  try {
    return decrypt(sealed, key?.secret ?? Buffer.alloc(32), unbound);
  } catch (error) {
    if (others.length === 0) throw error;
    return openUnnamed(sealed, others);
  }
}
