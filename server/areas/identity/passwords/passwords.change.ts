// Changes the signed-in user's password, and sets a temporary one for another user.
import { changeSecurity, endSessions, forgetBrowsers, rememberBrowser } from '#areas/identity/sessions/sessions.service.ts';
import { loadColleague } from '#areas/identity/users/users.service.ts';
import type { PasswordUpdate } from '#contract/passwords.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type ChangedPassword, passwordJobs } from './passwords.jobs.ts';
import { dropWhatItOpened, getOwner, type PasswordOwner, writePassword } from './passwords.queries.ts';
import { mustBeGood } from './passwords.rules.ts';
import { hashPassword, mustProveOneself } from './passwords.service.ts';

export const updatePassword = (ctx: Ctx, userId: number, update: PasswordUpdate): Promise<void> =>
  userId === ctx.actor.userId ? changeOwn(ctx, update) : setForAnother(ctx, userId, update.password);

async function changeOwn(ctx: Ctx, { current_password, password }: PasswordUpdate): Promise<void> {
  await mustProveOneself(ctx, current_password, 'current_password');
  const hash = await inTenant(ctx, (tx) => getOwner(tx, tx.actor.userId)).then((owner) => hashChosen(owner, password));
  await changeSecurity(
    ctx,
    async (tx) => {
      await replacePassword(ctx, tx, tx.actor.userId, { hash, by: 'oneself' });
      await rememberBrowser(ctx, tx);
    },
    { othersEnd: true },
  );
}

/** A temporary password: its owner must choose another one right after signing in. */
async function setForAnother(ctx: Ctx, userId: number, password: string): Promise<void> {
  if (!ctx.actor.has('security.manage')) throw fail('not_found');
  if (!ctx.actor.proved) throw fail('sessions.prove_yourself');
  await loadColleague(ctx, userId);
  const hash = await inTenant(ctx, (tx) => getOwner(tx, userId)).then((owner) => hashChosen(owner, password));
  await inTenant(ctx, async (tx) => {
    await replacePassword(ctx, tx, userId, { hash, by: 'administrator' });
    await endSessions(tx, { ofUser: userId });
    await audit(tx, { action: 'passwords.set', of: { type: 'user', id: userId } });
    tx.log.warn({ company: tx.companyId, user: userId, by: tx.actor.userId }, 'password set by an administrator');
  });
}

/** Not in a transaction: hashing waits in a queue, and connections are few. */
export async function hashChosen(owner: PasswordOwner, password: string): Promise<string> {
  await mustBeGood(owner, password);
  return hashPassword(password);
}

/**
 * Stores the password and does what every change needs: voids links and sign-ins made with the old one, forgets its browsers,
 * mails the owner. The caller ends the sessions.
 */
export async function replacePassword(
  { address, device }: Pick<PublicCtx, 'address' | 'device'>,
  tx: Tx,
  userId: number,
  { hash, by }: { hash: string; by: ChangedPassword['by'] },
): Promise<void> {
  await writePassword(tx, userId, { hash, mustChange: by === 'administrator' });
  await dropWhatItOpened(tx, userId);
  await forgetBrowsers(tx, userId);
  const changed: ChangedPassword = { userId, by, address, device, at: tx.clock().toISOString() };
  tx.enqueue(passwordJobs.mailChanged, changed);
}
