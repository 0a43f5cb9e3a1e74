// How often somebody may try to sign in, before they are told to wait.
import type { PublicCtx } from '#kernel/context.ts';
import { countCall, forgiveCall } from '#kernel/rateLimits.ts';
import { hashToken } from '#kernel/sessions.ts';
import { isKnownDevice } from './sessions.queries.ts';
import { deviceCookie } from './sessions.service.ts';

/**
 * Wrong passwords are counted per account and address; per account and known browser, where the browser says that its user has come in with it
 * before; and per account over all unknown browsers together. So many addresses at once get nowhere, and cannot shut out the owner at
 * a browser of their own (OWASP's device cookies). Refuses past a limit; the answer takes these tries back.
 * `what` is tried: a way to sign in, and whose.
 */
export async function slowDown(ctx: PublicCtx, what: string, companyId: number, userId: number): Promise<() => Promise<unknown>> {
  const { db } = ctx.platform;
  const device = ctx.cookies.get(deviceCookie);
  const hash = device && hashToken(device);
  const known = hash ? await isKnownDevice(db, companyId, userId, hash) : undefined;
  const counters: [key: string, limit: number, seconds: number][] = known
    ? [[`${what} by device ${hash?.toString('base64url')}`, 10, 300]]
    : [
        [`${what} ${ctx.address}`, 10, 300],
        [`${what}`, 5, 10],
        [`${what} in an hour`, 50, 3600],
      ];
  for (const [key, limit, seconds] of counters) await countCall(db, key, limit, seconds);
  return () => Promise.all(counters.map(([key, , seconds]) => forgiveCall(db, key, seconds)));
}
