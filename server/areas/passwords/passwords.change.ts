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

async function changeOwn(ctx: Ctx, { current_password, password }: PasswordUpdate): Promise<void> {
  await mustProveOneself(ctx, current_password, 'current_password');
  const owner = await inTenant(ctx, (tx) => findOwner(tx, tx.actor.userId));
  if (!owner) throw fail('unauthenticated');
  const hash = await hashChosen(owner, password);
  await changeSecurity(ctx, (tx) => replacePassword(ctx, tx, owner.id, { hash, by: 'oneself' }), { othersEnd: true });
}

/** Only to sign in with: its owner chooses another before anything else. */
async function setForAnother(ctx: Ctx, userId: number, password: string): Promise<void> {
  const hash = await hashChosen(await inTenant(ctx, (tx) => mustBeTheirs(tx, userId)), password);
  await inTenant(ctx, async (tx) => {
    await replacePassword(ctx, tx, userId, { hash, by: 'administrator' });
    await endSessions(tx, { ofUser: userId });
    tx.log.warn({ company: tx.companyId, user: userId, by: tx.actor.userId }, 'password set by an administrator');
  });
}

/** Whose password the actor may set. Who is out of reach does not exist. */
async function mustBeTheirs(tx: Tx, userId: number): Promise<PasswordOwner> {
  if (!tx.actor.has('security.manage')) throw fail('not_found');
  if (!tx.actor.proved) throw fail('sessions.prove_yourself');
  const reach = await reachOfActor(tx);
  const owner = reach.company || reach.ownerIds.includes(userId) ? await findOwner(tx, userId) : undefined;
  if (!owner) throw fail('not_found');
  mustRankWith(tx.actor, owner.role);
  return owner;
}

/** Not within a transaction: a password waits for its turn, and connections are few. */
export async function hashChosen(owner: PasswordOwner, password: string): Promise<string> {
  await mustBeGood(owner, password);
  return hashPassword(password);
}

/** The password, and what goes with it whoever sets it: what the old one opened, and word to the owner. Sessions are the caller's. */
export async function replacePassword(
  { address, device }: PublicCtx,
  tx: Tx,
  userId: number,
  { hash, by }: { hash: string; by: ChangedPassword['by'] },
): Promise<void> {
  await writePassword(tx, userId, { hash, mustChange: by === 'administrator' });
  await dropWhatItOpened(tx, userId);
  const changed: ChangedPassword = { userId, by, address, device, at: tx.clock().toISOString() };
  tx.enqueue('passwords.mailChanged', changed);
}
