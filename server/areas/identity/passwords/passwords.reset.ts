// Password reset by mail. Neither text, time nor limits reveal whether an account exists.
import { setTimeout as pause } from 'node:timers/promises';
import { mustHaveMail, sendToUser } from '#areas/company/mail/mail.service.ts';
import { endSessions, findLogin, isSsoRequired, rememberBrowser } from '#areas/identity/sessions/sessions.service.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { countCall, createCounter, overLimit } from '#kernel/http/rateLimits.ts';
import type { JobRun } from '#kernel/jobs/tasks.ts';
import { createOneTimeToken, withOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { hashChosen, replacePassword } from './passwords.change.ts';
import { passwordJobs } from './passwords.jobs.ts';
import { resetLetter, ssoLetter } from './passwords.mails.ts';
import { getOwner } from './passwords.queries.ts';

/** Minutes that a mailed link works. */
const linkMinutes = 60;
/** Milliseconds of every answer: longer than the work for an existing account takes. */
export const answerAfter = 500;

/** Counted by the typed login: an unknown login meets the limit as early as a known one. */
const resets = createCounter('resets', { limit: 5, seconds: 900 });

/** A job makes the token and mails it, so that the token is stored nowhere but in the mail. */
export async function requestPasswordReset(ctx: PublicCtx, login: string): Promise<void> {
  const { platform } = ctx;
  mustHaveMail(platform);
  const floor = pause(answerAfter);
  await countCall(platform.db, resets, login.toLowerCase());
  const found = await findLogin(platform.db, login);
  const actor = found && (await loadActor(platform, found.companyId, found.userId, null));
  if (actor) await inTenant({ ...ctx, actor }, async (tx) => tx.enqueue(passwordJobs.mailReset, {}));
  await floor;
}

/** Mails to one user, over all their logins. */
export const resetMails = createCounter('reset mails', { limit: 5, seconds: 3600 }, { limit: 10, seconds: 86_400 });

/** Past the limits it sends nothing and says nothing: the request was answered long ago. A retry of the job does not count again. */
export async function mailReset(ctx: WorkCtx, { attempt }: Pick<JobRun, 'attempt'>): Promise<void> {
  const { platform, actor } = ctx;
  if (attempt === 1 && (await overLimit(platform.db, resetMails, actor.companyId, actor.userId)) !== null)
    return ctx.log.warn({ user: actor.userId, company: actor.companyId }, 'no more mails for a new password');
  const letter = await inTenant(ctx, async (tx) =>
    (await isSsoRequired(tx))
      ? ssoLetter()
      : resetLetter(await createOneTimeToken(tx, { purpose: 'password_reset', minutes: linkMinutes }), linkMinutes),
  );
  await sendToUser(ctx, ctx.actor.userId, letter);
}

export async function checkPasswordLink(ctx: PublicCtx, token: string): Promise<void> {
  if (!(await findLink(ctx, token))) throw fail('passwords.link_spent');
}

/**
 * Uses up the token, all other one-time tokens of the user, and every session. It signs nobody in and asks for the second factor
 * as always. The browser counts as known, or attacks on the account from elsewhere would slow its owner down too.
 */
export async function resetPassword(ctx: PublicCtx, { token, password }: { token: string; password: string }): Promise<void> {
  const link = await findLink(ctx, token);
  if (!link) throw fail('passwords.link_spent');
  const { owner, purpose } = link;
  const hash = await hashChosen(owner, password);
  const done = await withOneTimeToken(ctx, token, purpose, async (tx) => {
    await replacePassword(ctx, tx, owner.id, { hash, by: 'link' });
    await endSessions(tx, { ofUser: owner.id });
    await rememberBrowser(ctx, tx);
    if (purpose === 'invitation') tx.tell({ event: 'users.changed' }, { to: 'users.manage' }); // accepted
    return true;
  });
  if (!done) throw fail('passwords.link_spent');
  ctx.log.warn({ user: owner.id, from: ctx.address, purpose }, 'password chosen by a mailed link');
}

/** Asked for by its owner, or sent with an invitation. */
async function findLink(ctx: PublicCtx, token: string) {
  for (const purpose of ['password_reset', 'invitation'] as const) {
    const owner = await withOneTimeToken(ctx, token, purpose, (tx) => getOwner(tx, tx.actor.userId));
    if (owner) return { owner, purpose };
  }
  return null;
}
