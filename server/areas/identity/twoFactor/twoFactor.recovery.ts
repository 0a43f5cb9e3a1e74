// Recovery codes: ten, each works once, for a user who lost every other factor. Stored as argon2id hashes with the set's salt,
// sealed: a copy of the database cannot test guesses. Hashes are made before the transaction, as hashing waits in a queue.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hashSecret } from '#areas/identity/passwords/passwords.service.ts';
import type { Ctx, PublicCtx, Tx } from '#kernel/context.ts';
import { withOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import {
  listRecoveryCodes,
  recoveryCode,
  replaceRecoveryCodes,
  type StoredCode,
  spendRecoveryCode,
} from './twoFactor.queries.ts';

const count = 10;
/** Without characters that look alike: 0 and o, 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface NewCodes {
  /** As shown to the user, once: `k7m2-9xqd`. */
  codes: string[];
  stored: StoredCode[];
}

export async function makeRecoveryCodes({ platform, actor }: Ctx): Promise<NewCodes> {
  const codes = Array.from({ length: count }, () => `${word()}-${word()}`);
  const stored = await storeDigests(
    platform.seal,
    actor.companyId,
    codes.map((code) => digestOf(actor, code)),
  );
  return { codes, stored };
}

/** Replaces the existing ones. */
export async function keepRecoveryCodes(tx: Tx, { codes, stored }: NewCodes): Promise<string[]> {
  await replaceRecoveryCodes(tx, stored);
  return codes;
}

/** One set with its own salt. Hashes one code after another, so that ten people at once do not fill the queue. */
export async function storeDigests(seal: Seal, companyId: number, digests: Buffer[]): Promise<StoredCode[]> {
  const salt = randomBytes(16);
  const stored: StoredCode[] = [];
  for (const digest of digests)
    stored.push({ salt, code_sealed: seal.seal(await hashDigest(digest, salt), recoveryCode, companyId) });
  return stored;
}

/** Typed text in the stored form. */
export interface TriedCode {
  digest: Buffer;
  hashes: string[];
}

/** Null if no sign-in waits under this token. */
export async function hashTried(ctx: PublicCtx, otpSecret: string, code: string): Promise<TriedCode | null> {
  const found = await withOneTimeToken(ctx, otpSecret, 'second_factor', async (tx) => ({
    actor: tx.actor,
    salts: (await listRecoveryCodes(tx)).flatMap(({ salt }) => salt ?? []),
  }));
  if (!found) return null;
  const digest = digestOf(found.actor, code);
  const salts = new Map(found.salts.map((salt) => [salt.toString('hex'), salt])); // one salt, except while a set is being replaced
  return { digest, hashes: await Promise.all([...salts.values()].map((salt) => hashDigest(digest, salt))) };
}

export async function takeRecoveryCode(tx: Tx, { digest, hashes }: TriedCode): Promise<boolean> {
  const stored = await listRecoveryCodes(tx);
  const match = stored.find(({ code_hash, code_sealed }) =>
    code_sealed ? hashes.includes(tx.seal.open(code_sealed, recoveryCode, tx.companyId)) : code_hash?.equals(digest),
  );
  return match !== undefined && spendRecoveryCode(tx, match.id);
}

const word = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

/** Ignores case, spaces and dashes. */
function digestOf({ companyId, userId }: { companyId: number; userId: number }, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${companyId}.${userId}.${plain}`).digest();
}

const hashDigest = async (digest: Buffer, salt: Buffer) => (await hashSecret(digest, salt)).toString('base64');
