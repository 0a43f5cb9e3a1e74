// What a company asks of its people's sign-in: whoever lacks something meets the step at the next call. And what an administrator does for one
// of them.
import { sql } from 'kysely';
import { endSessions, recheckSockets } from '#areas/sessions/sessions.service.ts';
import { removeAllFactors } from '#areas/twoFactor/twoFactor.service.ts';
import { loadColleague } from '#areas/users/users.service.ts';
import type { Role } from '#contract/permissions.ts';
import type { SecurityOverview, SecuritySettings } from '#contract/security.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { isAny } from '#kernel/sql.ts';
import { tellAdministrators } from './security.mails.ts';

export { tellAdministrators } from './security.mails.ts';

export async function getSecurity(tx: Tx): Promise<SecurityOverview> {
  const { require_two_factor, two_factor_roles } = await tx.db
    .selectFrom('companies')
    .select(['require_two_factor', 'two_factor_roles'])
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  const counts = await tx.db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('people'),
      sql<number>`count(two_factor_since)`.as('with_two_factor'),
      sql<number>`count(*) filter (where must_change_password)`.as('must_change_password'),
    ])
    .where('company_id', '=', tx.companyId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return { require_two_factor, two_factor_roles: two_factor_roles as Role[], ...counts };
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
    await tx.db.updateTable('companies').set(change).where('company_id', '=', tx.companyId).execute();
    recheckSockets(tx);
    await tellAdministrators(tx, { what: 'requirements' });
    tx.log.warn({ company: tx.companyId, by: tx.actor.userId, ...change }, 'asks something else of sign-ins');
  }
  return getSecurity(tx);
}

/**
 * Those named, or everybody, administrators too, since they choose it themselves; never oneself, and nobody who signs in without a password. Answers
 * how many have to by this call.
 */
export async function requirePasswordChange(tx: Tx, userIds: number[] | undefined): Promise<{ asked: number }> {
  if (userIds) await mustBeOurs(tx, userIds);
  let asking = tx.db
    .updateTable('users')
    .set({ must_change_password: true })
    .where('company_id', '=', tx.companyId)
    .where('id', '<>', tx.actor.userId)
    .where('active', '=', true)
    .where('password_hash', 'is not', null);
  if (userIds) asking = asking.where(isAny('id', userIds));
  const { numUpdatedRows } = await asking.executeTakeFirst();
  recheckSockets(tx);
  tx.log.warn({ company: tx.companyId, by: tx.actor.userId, asked: Number(numUpdatedRows) }, 'has people choose a new password');
  return { asked: Number(numUpdatedRows) };
}

/** Of anybody in the company one ranks with, and never one's own: those are taken away one by one, with a password. */
export async function resetTwoFactor(ctx: Ctx, userId: number): Promise<void> {
  const { actor, log } = ctx;
  const person = await loadColleague(ctx, userId);
  await inTenant({ ...ctx, actor: person }, async (tx) => {
    await removeAllFactors(tx);
    await endSessions(tx, { ofUser: userId });
  });
  log.warn({ company: actor.companyId, user: userId, by: actor.userId }, 'removed every second factor of somebody');
}

async function mustBeOurs(tx: Tx, userIds: number[]) {
  const wanted = [...new Set(userIds)];
  const { known } = await tx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where('company_id', '=', tx.companyId)
    .where(isAny('id', wanted))
    .executeTakeFirstOrThrow();
  if (known !== wanted.length) throw fail('not_found');
}
