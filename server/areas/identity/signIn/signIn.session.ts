// The session of this browser: its user, confirming the password again, and signing out.
import { mustProveOneself } from '#areas/identity/passwords/passwords.service.ts';
import { changeSecurity, leaveSession, noteProof } from '#areas/identity/sessions/sessions.service.ts';
import { findSsoLogout, mustStandAtProvider } from '#areas/identity/sso/sso.service.ts';
import { presentMe } from '#areas/identity/users/users.service.ts';
import type { Me } from '#contract/me.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';

/** The signed-in user, as every page asks first. Ends and refuses a session that has ended at the company's provider. */
export async function getMe(ctx: Ctx): Promise<Me> {
  await mustStandAtProvider(ctx);
  return presentMe(ctx);
}

/** Valid for 15 minutes (the guard checks it), under a new token. Without a password only the sign-in time counts, and it is not renewed. */
export async function proveOneself(ctx: Ctx, password: string): Promise<void> {
  if (!(await mustProveOneself(ctx, password))) return;
  await changeSecurity(ctx, noteProof);
}

/** For a single sign-on session, returns the provider's address to sign out there too. */
export async function signOut(ctx: Ctx): Promise<{ sso_logout_url: string } | undefined> {
  const { sessionId } = ctx.actor;
  const own = await inTenant(ctx, (tx) => leaveSession(tx, sessionId ?? 0));
  ctx.cookies.dropSession();
  const url = own === null ? null : await findSsoLogout(ctx, own); // ask after our sign-out: the provider may not answer
  return url ? { sso_logout_url: url } : undefined;
}
