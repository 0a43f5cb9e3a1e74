// The session of this browser: who is signed in, the password given again, and signing out.
import { mustProveOneself } from '#areas/identity/passwords/passwords.service.ts';
import { changeSecurity, leaveSession, noteProof } from '#areas/identity/sessions/sessions.service.ts';
import { findSsoLogout, mustStandAtProvider } from '#areas/identity/sso/sso.service.ts';
import { presentMe } from '#areas/identity/users/users.service.ts';
import type { Me } from '#contract/users.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';

/** Who is signed in, as every page asks first. A session that has ended at the company's provider is ended here too, and refused. */
export async function getMe(ctx: Ctx): Promise<Me> {
  await mustStandAtProvider(ctx);
  return inTenant(ctx, presentMe);
}

/** Good for a quarter of an hour (the guard reads it), under a new token. Without a password the sign-in alone counts, and it is not renewed. */
export async function proveOneself(ctx: Ctx, password: string): Promise<void> {
  if (!(await mustProveOneself(ctx, password))) return;
  await changeSecurity(ctx, noteProof);
}

/** Answers where the browser goes on to sign out of the company's own sign-in, where the session came from there. */
export async function signOut(ctx: Ctx): Promise<{ sso_logout_url: string } | undefined> {
  const { sessionId } = ctx.actor;
  const own = await inTenant(ctx, (tx) => leaveSession(tx, sessionId ?? 0));
  ctx.cookies.dropSession();
  const url = own === null ? null : await findSsoLogout(ctx, own); // the provider may not answer: it is over here by then
  return url ? { sso_logout_url: url } : undefined;
}
