// The company's sign-in requirements: a user who lacks something gets the step at the next call. Also what an administrator
// does for one user.
import { endSessions, recheckSockets } from '#areas/identity/sessions/sessions.service.ts';
import { removeAllFactors } from '#areas/identity/twoFactor/twoFactor.service.ts';
import { loadColleague } from '#areas/identity/users/users.service.ts';
import type { SecurityOverview, SecuritySettings } from '#contract/security.ts';
import { audit, changesOf } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { tellAdministrators } from './security.mails.ts';
import { countOurs, countPeople, getRequirements, setMustChangePassword, writeRequirements } from './security.queries.ts';

export { tellAdministrators } from './security.mails.ts';

export async function getSecurity(tx: Tx): Promise<SecurityOverview> {
  return { ...(await getRequirements(tx)), ...(await countPeople(tx)) };
}

export async function updateSecurity(
  tx: Tx,
  { require_two_factor, two_factor_roles }: { [Part in keyof SecuritySettings]?: SecuritySettings[Part] | undefined },
): Promise<SecurityOverview> {
  const change = {
    ...(require_two_factor !== undefined && { require_two_factor }),
    ...(two_factor_roles !== undefined && { two_factor_roles: [...new Set(two_factor_roles)] }),
  };
  if (Object.keys(change).length > 0) {
    const before = await getRequirements(tx);
    await writeRequirements(tx, change);
    await audit(tx, {
      action: 'security.updated',
      of: { type: 'company', id: tx.companyId },
      ...changesOf({ ...before }, change),
    });
    recheckSockets(tx);
    await tellAdministrators(tx, { what: 'requirements' });
    tx.log.warn({ company: tx.companyId, by: tx.actor.userId, ...change }, 'asks something else of sign-ins');
  }
  return getSecurity(tx);
}

/**
 * Requires a new password from the given users or from everyone, administrators too; never from the actor or from users without
 * a password. Returns how many users this call changed.
 */
export async function requirePasswordChange(tx: Tx, userIds: number[] | undefined): Promise<{ asked: number }> {
  if (userIds) await mustBeOurs(tx, userIds);
  const asked = await setMustChangePassword(tx, userIds);
  recheckSockets(tx);
  await audit(tx, {
    action: 'security.password_change_required',
    of: { type: 'company', id: tx.companyId },
    after: { asked, users: userIds ?? 'everybody' },
  });
  tx.log.warn({ company: tx.companyId, by: tx.actor.userId, asked }, 'has people choose a new password');
  return { asked };
}

/** For users that the actor may manage; never for the actor, who removes their own factors one by one, with the password. */
export async function resetTwoFactor(ctx: Ctx, userId: number): Promise<void> {
  const { actor, log } = ctx;
  const person = await loadColleague(ctx, userId);
  await inTenant({ ...ctx, actor: person }, async (tx) => {
    await removeAllFactors(tx);
    await endSessions(tx, { ofUser: userId });
    await audit({ ...tx, actor }, { action: 'security.two_factor_reset', of: { type: 'user', id: userId } });
  });
  log.warn({ company: actor.companyId, user: userId, by: actor.userId }, 'removed every second factor of somebody');
}

async function mustBeOurs(tx: Tx, userIds: number[]) {
  const wanted = [...new Set(userIds)];
  if ((await countOurs(tx, wanted)) !== wanted.length) throw fail('not_found');
}
