// Recovery codes: ten, each good once, for a person who has lost every other factor. What is stored is an argon2id hash with the set's salt, sealed
// under the envelope key: the database alone does not tell whether a guess is right. Hashes are made before the transaction: they wait for their turn.
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
/** Without what looks like something else: 0 and o, 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface NewCodes {
  /** As the person sees them, once: `k7m2-9xqd`. */
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

/** In place of those there were. */
export async function keepRecoveryCodes(tx: Tx, { codes, stored }: NewCodes): Promise<string[]> {
  await replaceRecoveryCodes(tx, stored);
  return codes;
}

/** One set, with a salt of its own. One hash after another: a sign-in waits for one of them at most, and ten people at once fill no queue. */
export async function storeDigests(seal: Seal, companyId: number, digests: Buffer[]): Promise<StoredCode[]> {
  const salt = randomBytes(16);
  const stored: StoredCode[] = [];
  for (const digest of digests)
    stored.push({ salt, code_sealed: seal.seal(await hashDigest(digest, salt), recoveryCode, companyId) });
  return stored;
}

/** What somebody typed, as it would be stored. */
export interface TriedCode {
  digest: Buffer;
  hashes: string[];
}

/** Null where no sign-in waits under this token. */
export async function hashTried(ctx: PublicCtx, otpSecret: string, code: string): Promise<TriedCode | null> {
  const found = await withOneTimeToken(ctx, otpSecret, 'second_factor', async (tx) => ({
    actor: tx.actor,
    salts: (await listRecoveryCodes(tx)).flatMap(({ salt }) => salt ?? []),
  }));
  if (!found) return null;
  const digest = digestOf(found.actor, code);
  const salts = new Map(found.salts.map((salt) => [salt.toString('hex'), salt])); // one, but where a set is being moved
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

/** However it was typed. */
function digestOf({ companyId, userId }: { companyId: number; userId: number }, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${companyId}.${userId}.${plain}`).digest();
}

const hashDigest = async (digest: Buffer, salt: Buffer) => (await hashSecret(digest, salt)).toString('base64');
