// What keeps somebody from trying secrets one after another.

import { sourceOf } from '#kernel/addresses.ts';
import type { PublicCtx } from '#kernel/context.ts';
import { countCall, forgiveCall } from '#kernel/rateLimits.ts';
import { hashToken } from '#kernel/sessions.ts';
import { isKnownDevice } from './sessions.queries.ts';
import { deviceCookie } from './sessions.service.ts';

/**
 * Tries of `what` (`sign-in ana@harbor.test`) are counted with their address; each address by itself; and over all browsers that nobody knows: so one
 * address gets nowhere with many accounts, and many addresses get nowhere with one. A browser that its user has come in with before is counted by itself:
 * whoever tries from elsewhere cannot shut out the owner there (OWASP's device cookies). Refuses past a limit; what it answers takes this try back.
 */
export async function slowDown(ctx: PublicCtx, what: string, companyId: number, userId: number): Promise<() => Promise<unknown>> {
  const { db } = ctx.platform;
  const device = ctx.cookies.get(deviceCookie);
  const hash = device && hashToken(device);
  const source = sourceOf(ctx.address);
  const known = hash && (await isKnownDevice(db, companyId, userId, hash));
  const counters: [key: string, limit: number, seconds: number][] = known
    ? [[`${what} by device ${hash.toString('base64url')}`, 10, 300]]
    : [
        [`${what} from ${source}`, 10, 300],
        [`sign-in from ${source}`, 200, 3600],
        [what, 5, 10],
        [`${what} by the hour`, 50, 3600],
      ];
  for (const [key, limit, seconds] of counters) await countCall(db, key, limit, seconds);
  return () => Promise.all(counters.map(([key, , seconds]) => forgiveCall(db, key, seconds)));
}
