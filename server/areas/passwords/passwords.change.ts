// A new password for who is signed in, and a first one that an administrator sets for somebody else.
import { changeSecurity, endSessions } from '#areas/sessions/sessions.service.ts';
import { mustRankWith, reachOfActor } from '#areas/users/users.service.ts';
import type { PasswordUpdate } from '#contract/passwords.ts';
import { type Ctx, inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { ChangedPassword } from './passwords.mails.ts';
import { dropWhatItOpened, findOwner, type PasswordOwner, writePassword } from './passwords.queries.ts';
import { mustBeGood } from './passwords.rules.ts';
import { hashPassword, mustProveOneself } from './passwords.service.ts';

export const updatePassword = (ctx: Ctx, userId: number, update: PasswordUpdate): Promise<void> =>
  userId === ctx.actor.userId ? changeOwn(ctx, update) : setForAnother(ctx, userId, update.password);

const changeOwn = (ctx: Ctx, { current_password, password }: PasswordUpdate) =>
  changeSecurity(
    ctx,
    async (tx) => {
      await mustProveOneself(tx, current_password, 'current_password');
      const owner = await findOwner(tx, tx.actor.userId);
      if (!owner) throw fail('unauthenticated');
      await replacePassword(ctx, tx, owner, { password, by: 'oneself' });
    },
    { othersEnd: true },
  );

/** Only to sign in with: its owner chooses another before anything else. Who is out of reach does not exist. */
const setForAnother = (ctx: Ctx, userId: number, password: string) =>
  inTenant(ctx, async (tx) => {
    if (!tx.actor.has('security.manage')) throw fail('not_found');
    if (!tx.actor.proved) throw fail('sessions.prove_yourself');
    const reach = await reachOfActor(tx);
    const owner = reach.company || reach.ownerIds.includes(userId) ? await findOwner(tx, userId) : undefined;
    if (!owner) throw fail('not_found');
    mustRankWith(tx.actor, owner.role);
    await replacePassword(ctx, tx, owner, { password, by: 'administrator' });
    await endSessions(tx, { ofUser: userId });
    tx.log.warn({ company: tx.companyId, user: userId, by: tx.actor.userId }, 'password set by an administrator');
  });

/** The password, and what goes with it whoever sets it: what the old one opened, and word to the owner. Sessions are the caller's. */
export async function replacePassword(
  { address, device }: PublicCtx,
  tx: Tx,
  owner: PasswordOwner,
  { password, by }: { password: string; by: ChangedPassword['by'] },
): Promise<void> {
  await mustBeGood(owner, password);
  await writePassword(tx, owner.id, { hash: await hashPassword(password), mustChange: by === 'administrator' });
  await dropWhatItOpened(tx, owner.id);
  const changed: ChangedPassword = { userId: owner.id, by, address, device, at: tx.clock().toISOString() };
  tx.enqueue('passwords.mailChanged', changed);
}
