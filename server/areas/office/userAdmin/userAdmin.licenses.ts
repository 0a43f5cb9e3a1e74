// The states in which a user may sell. Users keep their own; those who manage users, theirs.
import { sql } from 'kysely';
import { lawDay } from '#areas/messaging/compliance/compliance.service.ts';
import type { AgentLicence } from '#contract/licenses.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { getUserRow, mustUpdate } from './userAdmin.service.ts';

export async function listLicences(tx: Tx, userId: number): Promise<{ data: AgentLicence[] }> {
  if (userId !== tx.actor.userId) {
    mustManageUsers(tx);
    await getUserRow(tx, userId);
  }
  const { rows } = await sql<AgentLicence>`
    select l.id, l.state, l.number, l.expires_on, l.expires_on is null or l.expires_on >= ${lawDay(tx)}::date as valid
    from agent_licences l where l.company_id = ${tx.companyId} and l.user_id = ${userId} order by l.state`.execute(tx.db);
  return { data: rows };
}

export async function setLicence(
  tx: Tx,
  userId: number,
  state: string,
  { number, expires_on }: { number: string; expires_on: string | null },
): Promise<{ data: AgentLicence[] }> {
  await mustKeepLicencesOf(tx, userId);
  await tx.db
    .insertInto('agent_licences')
    .values({ company_id: tx.companyId, user_id: userId, state, number, expires_on })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'state']).doUpdateSet({ number, expires_on }))
    .execute();
  await audit(tx, {
    action: 'compliance.licence_changed',
    of: { type: 'user', id: userId },
    after: { state, number, expires_on },
  });
  tellLicences(tx, userId);
  return listLicences(tx, userId);
}

export async function removeLicence(tx: Tx, userId: number, state: string): Promise<{ data: AgentLicence[] }> {
  await mustKeepLicencesOf(tx, userId);
  const { numDeletedRows } = await tx.db
    .deleteFrom('agent_licences')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw fail('not_found');
  await audit(tx, { action: 'compliance.licence_changed', of: { type: 'user', id: userId }, before: { state } });
  tellLicences(tx, userId);
  return listLicences(tx, userId);
}

async function mustKeepLicencesOf(tx: Tx, userId: number): Promise<void> {
  if (userId === tx.actor.userId) return;
  mustManageUsers(tx);
  await mustUpdate(tx, userId);
}

/** Another user's licences are nothing to users who manage nobody. */
function mustManageUsers(tx: Tx) {
  if (!tx.actor.has('users.manage')) throw fail('not_found');
}

function tellLicences(tx: Tx, userId: number) {
  tx.tell({ event: 'licences.changed', id: userId }, { to: [userId] });
  tx.tell({ event: 'licences.changed', id: userId }, { to: 'users.manage' });
}
