// The second step of a sign-in, and sign-in with a passkey alone.

import {
  findPasskeyHolder,
  isOpenAnswer,
  isOwnAnswer,
  openOptions,
  ownOptions,
} from '#areas/identity/passkeys/passkeys.service.ts';
import { beginSession, holdPassword, isSsoRequired } from '#areas/identity/sessions/sessions.service.ts';
import { hashTried, isCodeRight, isRecoveryCodeRight, refuse, weighAnswer } from '#areas/identity/twoFactor/twoFactor.service.ts';
import type { Me } from '#contract/me.ts';
import type { PasskeyAnswer, SecondFactorAnswer } from '#contract/signIn.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { type OneTimeToken, withOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { slowDownPasskeys } from './signIn.slowDown.ts';

export async function answerSecondFactor(ctx: PublicCtx, { otp_secret, place, ...answer }: SecondFactorAnswer): Promise<Me> {
  const { kind, isRight } = await checkOf(ctx, otp_secret, answer);
  const answered = await withOneTimeToken(ctx, otp_secret, 'second_factor', async (tx, row) => ({
    verdict: await weighAnswer(tx, row, kind, () => isRight(tx, row)),
    actor: tx.actor,
    held: await holdPassword(tx),
  }));
  if (!answered) throw refuse(null);
  const { verdict, actor, held } = answered;
  if (verdict === 'wrong' && kind === 'passkey') throw fail('passkeys.refused');
  if (verdict !== 'right') throw refuse(verdict);
  return beginSession(ctx, actor, { method: 'password', place, ...(held && { passwordOf: held.password_changed_at }) });
}

interface Check {
  kind: Parameters<typeof weighAnswer>[2];
  isRight(tx: Tx, row: OneTimeToken): Promise<boolean>;
}

async function checkOf(
  ctx: PublicCtx,
  otpSecret: string,
  { otp, recovery_code, passkey }: Omit<SecondFactorAnswer, 'otp_secret' | 'place'>,
): Promise<Check> {
  if ([otp, recovery_code, passkey].filter((answer) => answer !== undefined).length !== 1)
    throw wrong('otp', 'Give one of these: a code, a recovery code or a passkey');
  if (passkey !== undefined) return { kind: 'passkey', isRight: (tx, row) => isOwnAnswer(ctx, tx, row, passkey) };
  if (recovery_code === undefined) return { kind: 'code', isRight: (tx, row) => isCodeRight(tx, row, otp ?? '') };
  const tried = await hashTried(ctx, otpSecret, recovery_code);
  if (!tried) throw refuse(null);
  return { kind: 'recovery_code', isRight: (tx) => isRecoveryCodeRight(tx, tried) };
}

export async function startPasskeySignIn(ctx: PublicCtx, otpSecret: string | undefined): Promise<{ challenge: string }> {
  if (otpSecret === undefined) return openOptions(ctx);
  const options = await withOneTimeToken(ctx, otpSecret, 'second_factor', async (tx, row) => ({
    own: await ownOptions(ctx, tx, row),
  }));
  if (!options) throw fail('two_factor.spent');
  if (!options.own) throw fail('two_factor.not_set_up');
  return options.own;
}

/** A passkey is two factors in one: the device, and the fingerprint or PIN that it asked for. */
export async function createSessionByPasskey(
  ctx: PublicCtx,
  { passkey, place }: { passkey: PasskeyAnswer; place: string },
): Promise<Me> {
  const { platform } = ctx;
  const holder = await findPasskeyHolder(ctx, passkey);
  if (!holder) throw fail('passkeys.refused');
  const { companyId, userId } = holder;
  const tries = await slowDownPasskeys(ctx, holder);
  const actor = await loadActor(platform, companyId, userId, null);
  if (!actor || !(await isOpenAnswer(ctx, actor, passkey))) throw fail('passkeys.refused');
  await tries.forgive();
  if (await inTenant({ ...ctx, actor }, isSsoRequired)) throw fail('sso.required');
  return beginSession(ctx, actor, { method: 'passkey', place });
}
