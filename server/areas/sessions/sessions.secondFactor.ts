// The second question of a sign-in, and passkeys that need no first.
import type { SecondFactorAnswer } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';
import type { PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

export async function answerSecondFactor(_ctx: PublicCtx, _answer: SecondFactorAnswer): Promise<Me> {
  throw fail('two_factor.spent');
}

export async function passkeyOptions(_ctx: PublicCtx, _otpSecret: string | undefined): Promise<{ challenge: string }> {
  throw fail('two_factor.spent');
}

export async function createSessionByPasskey(_ctx: PublicCtx, _answer: { passkey: object; place: string }): Promise<Me> {
  throw fail('passkeys.refused');
}
