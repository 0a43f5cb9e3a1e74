// Signing in with a password. An unknown login and a wrong password look alike, in words and in time.

import { verifyPassword } from '#areas/passwords/passwords.service.ts';
import { findSecondFactors } from '#areas/twoFactor/twoFactor.service.ts';
import type { SecondFactorNeeded, SessionCreate } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createOneTimeToken } from '#kernel/oneTimeTokens.ts';
import { findLogin, findPassword } from './sessions.queries.ts';
import { beginSession, mustStillBe } from './sessions.service.ts';
import { slowDown } from './sessions.slowDown.ts';

/** Minutes in which a second factor must be answered. */
const secondFactorWithin = 10;

export async function signIn(ctx: PublicCtx, { email, password, place }: SessionCreate): Promise<Me | SecondFactorNeeded> {
  const { platform } = ctx;
  const login = email.toLowerCase();
  const { companyId, userId } = (await findLogin(platform.db, login)) ?? { companyId: 0, userId: 0 };
  const forgive = await slowDown(ctx, `sign-in ${login}`, companyId, userId);
  const person = await findPassword(platform.db, companyId, userId);
  const matches = await verifyPassword(person?.password_hash, password);
  const actor = matches && person ? await loadActor(platform, companyId, userId, null) : null;
  if (!person || !actor) throw fail('sessions.wrong_credentials');
  await forgive();
  // Administrators mend what is wrong with single sign-on, and need a way in when it is.
  if (person.sso_required && !actor.has('security.manage')) throw fail('sso.required');

  const passwordOf = person.password_changed_at;
  const needed = await inTenant({ ...ctx, actor }, async (tx) => {
    await mustStillBe(tx, passwordOf);
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
