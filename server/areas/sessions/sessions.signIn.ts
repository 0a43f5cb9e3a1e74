// Signing in with a password. An unknown login and a wrong password look alike, in words and in time.

import { verifyPassword } from '#areas/passwords/passwords.service.ts';
import { findSecondFactors } from '#areas/twoFactor/twoFactor.service.ts';
import type { SecondFactorNeeded, SessionCreate } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createOneTimeToken } from '#kernel/oneTimeTokens.ts';
import { countCall, forgiveCall } from '#kernel/rateLimits.ts';
import { hashToken } from '#kernel/sessions.ts';
import { findLogin, findPassword, isKnownDevice } from './sessions.queries.ts';
import { beginSession, deviceCookie } from './sessions.service.ts';

/** Minutes in which a second factor must be answered. */
const secondFactorWithin = 10;

export async function signIn(ctx: PublicCtx, { email, password, place }: SessionCreate): Promise<Me | SecondFactorNeeded> {
  const { platform } = ctx;
  const login = email.toLowerCase();
  const { companyId, userId } = (await findLogin(platform.db, login)) ?? { companyId: 0, userId: 0 };
  const forgive = await slowDown(ctx, login, companyId, userId);
  const person = await findPassword(platform.db, companyId, userId);
  const matches = await verifyPassword(person?.password_hash, password);
  const actor = matches && person ? await loadActor(platform, companyId, userId, null) : null;
  if (!person || !actor) throw fail('sessions.wrong_credentials');
  await forgive();
  // Administrators mend what is wrong with single sign-on, and need a way in when it is.
  if (person.sso_required && !actor.has('security.manage')) throw fail('sso.required');

  const needed = await inTenant({ ...ctx, actor }, async (tx) => {
    const factors = await findSecondFactors(tx);
    return (
      factors && {
        ...factors,
        otp_secret: await createOneTimeToken(tx, { purpose: 'second_factor', minutes: secondFactorWithin }),
      }
    );
  });
  return needed ?? beginSession(ctx, actor, { method: 'password', place });
}

/**
 * Wrong passwords are counted per account and address; per address; and per account over all browsers that nobody knows: so one address gets nowhere
 * with many accounts, and many addresses get nowhere with one. A browser that its user has come in with before is counted by itself: whoever tries
 * from elsewhere cannot shut out the owner there (OWASP's device cookies). Refuses past a limit; what it answers takes this try back.
 */
async function slowDown(ctx: PublicCtx, login: string, companyId: number, userId: number): Promise<() => Promise<unknown>> {
  const { db } = ctx.platform;
  const device = ctx.cookies.get(deviceCookie);
  const hash = device && hashToken(device);
  const known = hash && (await isKnownDevice(db, companyId, userId, hash));
  const counters: [key: string, limit: number, seconds: number][] = known
    ? [[`sign-in ${login} by device ${hash.toString('base64url')}`, 10, 300]]
    : [
        [`sign-in ${login} from ${ctx.address}`, 10, 300],
        [`sign-in from ${ctx.address}`, 200, 3600],
        [`sign-in ${login}`, 5, 10],
        [`sign-in ${login} by the hour`, 50, 3600],
      ];
  for (const [key, limit, seconds] of counters) await countCall(db, key, limit, seconds);
  return () => Promise.all(counters.map(([key, , seconds]) => forgiveCall(db, key, seconds)));
}
