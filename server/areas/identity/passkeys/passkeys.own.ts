// The user's own passkeys: add (two calls, with the browser in between), rename, remove.
import { z } from 'zod';
import { mustProveOneself } from '#areas/identity/passwords/passwords.service.ts';
import { changeSecurity } from '#areas/identity/sessions/sessions.service.ts';
import { factorAdded, factorRemoved, makeRecoveryCodes } from '#areas/identity/twoFactor/twoFactor.service.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { constraintOf, hasCode } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { createToken } from '#kernel/http/sessions.ts';
import { createOneTimeToken, lockOneTimeToken, spendOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ceremony.ts';
import { claimHandle, findOwn, insertPasskey, listOwn, removePasskey, renamePasskey } from './passkeys.queries.ts';

/** Minutes for the browser and its user. */
const setUpWithin = 10;

export async function listPasskeys(tx: Tx) {
  const passkeys = await listOwn(tx);
  return { data: passkeys.map(({ credential_id, transports, ...passkey }) => passkey) };
}

export async function startPasskey(ctx: Ctx, password: string | undefined) {
  await mustProveOneself(ctx, password);
  return inTenant(ctx, async (tx) => {
    const { handle, company, email } = await claimHandle(tx, createToken(tx.companyId));
    const options = await registrationOptions(ctx, { handle, company, email, name: tx.actor.name, known: await listOwn(tx) });
    const data = { challenge: options.challenge };
    const otp_secret = await createOneTimeToken(tx, { purpose: 'passkey_setup', minutes: setUpWithin, data, alone: true });
    return { otp_secret, options: { ...options } };
  });
}

const Begun = z.object({ challenge: z.string() });

/** The set-up token is used up, even by a wrong answer; startPasskey makes another. */
export async function createPasskey(
  ctx: Ctx,
  { otp_secret, passkey, name }: { otp_secret: string; passkey: object; name: string },
) {
  const begun = await inTenant(ctx, async (tx) => {
    const row = await lockOneTimeToken(tx, otp_secret, 'passkey_setup');
    if (row) await spendOneTimeToken(tx, row);
    return row && Begun.parse(row.data);
  });
  if (!begun) throw fail('two_factor.spent');
  const made = await verifyRegistration(ctx, passkey, begun.challenge);
  if (!made) throw fail('passkeys.refused');
  const codes = await makeRecoveryCodes(ctx);
  try {
    return await changeSecurity(ctx, async (tx) => {
      const kept = await insertPasskey(tx, { ...made, name: name || nextName(await listOwn(tx)) });
      return { ...kept, recovery_codes: await factorAdded(tx, 'passkey', codes) };
    });
  } catch (error) {
    if (hasCode(error, '23505') && constraintOf(error)?.includes('credential')) throw fail('passkeys.known');
    throw error;
  }
}

const nextName = (others: unknown[]) => (others.length === 0 ? 'Passkey' : `Passkey ${others.length + 1}`);

export async function updatePasskey(tx: Tx, id: number, name: string): Promise<void> {
  if (!(await renamePasskey(tx, id, name))) throw fail('not_found');
}

export async function deletePasskey(ctx: Ctx, id: number, password: string | undefined): Promise<void> {
  if (!(await inTenant(ctx, (tx) => findOwn(tx, id)))) throw fail('not_found');
  await mustProveOneself(ctx, password);
  await changeSecurity(ctx, async (tx) => {
    await removePasskey(tx, id);
    await factorRemoved(tx, 'passkey');
  });
}
