// The way back for who forgot a password. Nobody learns from it who has an account: not by words, not by time, not by limits.
import { setTimeout as pause } from 'node:timers/promises';
import { endSessions, findLogin, isSsoRequired, rememberBrowser } from '#areas/identity/sessions/sessions.service.ts';
import { mustHaveMail, sendToUser } from '#areas/office/mail/mail.service.ts';
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

/** Minutes for which a mailed link opens. */
const linkMinutes = 60;
/** Milliseconds: longer than the work for an account takes, so that every answer takes the same. */
export const answerAfter = 500;

/** By what was typed: an unknown login is refused as soon as a known one. */
const resets = createCounter('resets', { limit: 5, seconds: 900 });

/** The mail is a job's: it makes the token, which so is at rest nowhere but in the mail. */
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

/** Mails to one person, whichever login they were asked for by. */
export const resetMails = createCounter('reset mails', { limit: 5, seconds: 3600 }, { limit: 10, seconds: 86_400 });

/** Past the limits without a word: whoever asked was answered long ago. One that is tried again, since the mail server was away, counts no more. */
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

/**
 * Takes the token, whatever else was waiting, and every session with it. It signs nobody in, and a second factor is asked for as ever; but the
 * browser counts as the owner's, who would else wait with those that try an account's password from everywhere.
 */
export async function resetPassword(ctx: PublicCtx, { token, password }: { token: string; password: string }): Promise<void> {
  const owner = await withOneTimeToken(ctx, token, 'password_reset', (tx) => getOwner(tx, tx.actor.userId));
  if (!owner) throw fail('passwords.link_spent');
  const hash = await hashChosen(owner, password);
  const done = await withOneTimeToken(ctx, token, 'password_reset', async (tx) => {
    await replacePassword(ctx, tx, owner.id, { hash, by: 'link' });
    await endSessions(tx, { ofUser: owner.id });
    await rememberBrowser(ctx, tx);
    return true;
  });
  if (!done) throw fail('passwords.link_spent');
  ctx.log.warn({ user: owner.id, from: ctx.address }, 'password reset by a mailed link');
}
