// Sign-in with a password. An unknown login and a wrong password give the same answer in the same time.

import { findPassword, verifyPassword } from '#areas/identity/passwords/passwords.service.ts';
import { beginSession, findLogin, isSsoRequired, mustStillBe } from '#areas/identity/sessions/sessions.service.ts';
import { findSecondFactors } from '#areas/identity/twoFactor/twoFactor.service.ts';
import type { Me } from '#contract/me.ts';
import type { SecondFactorNeeded, SessionCreate } from '#contract/signIn.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { slowDownPasswords } from './signIn.slowDown.ts';

/** Minutes to answer the second factor. */
const secondFactorWithin = 10;

export async function signIn(ctx: PublicCtx, { email, password, place }: SessionCreate): Promise<Me | SecondFactorNeeded> {
  const { platform } = ctx;
  const login = email.toLowerCase();
  const account = await findLogin(platform.db, login);
  const { companyId, userId } = account ?? { companyId: 0, userId: 0 };
  const tries = await slowDownPasswords(ctx, login, account);
  if (tries.spent && account) ctx.log.warn({ company: companyId, user: userId }, 'too many passwords tried');
  const stored = await findPassword(platform.db, companyId, userId);
  const matches = await verifyPassword(stored?.password_hash, password);
  // The checks below reveal facts about the user, so they come only after the right password.
  const actor = matches && !tries.spent ? await loadActor(platform, companyId, userId, null) : null;
  if (!stored || !actor) throw fail('sessions.wrong_credentials');
  await tries.forgive();

  const passwordOf = stored.password_changed_at;
  const needed = await inTenant({ ...ctx, actor }, async (tx) => {
    await mustStillBe(tx, passwordOf);
    if (await isSsoRequired(tx)) throw fail('sso.required');
    const factors = await findSecondFactors(tx);
    return (
      factors && {
        ...factors,
        otp_secret: await createOneTimeToken(tx, { purpose: 'second_factor', minutes: secondFactorWithin }),
      }
    );
  });
  return needed ?? beginSession(ctx, actor, { method: 'password', place, passwordOf });
}
