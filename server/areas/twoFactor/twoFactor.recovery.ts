// Recovery codes: ten, each good once, for who has lost everything else. Only their hashes are kept.
import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '#kernel/context.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './twoFactor.queries.ts';

const count = 10;
/** Without what looks like something else: 0 and o, 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** In place of those there were; `k7m2-9xqd`. */
export async function makeRecoveryCodes(tx: Tx): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${word()}-${word()}`);
  await replaceRecoveryCodes(
    tx,
    codes.map((code) => hashOf(tx, code)),
  );
  return codes;
}

export const takeRecoveryCode = (tx: Tx, code: string) => useRecoveryCode(tx, hashOf(tx, code));

const word = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

/** However it was typed. */
function hashOf({ companyId, actor }: Tx, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${companyId}.${actor.userId}.${plain}`).digest();
}
