// Whether a user's calls show a number of the contact's area.
import { sql } from 'kysely';
import { listShownNumbers, localPresence } from '#areas/voice/calls/calls.service.ts';
import type { LocalPresence } from '#contract/dialSessions.ts';
import type { Tx } from '#kernel/context.ts';
import { getSetting } from '#kernel/settings.ts';

export async function getLocalPresence(tx: Tx): Promise<LocalPresence> {
  const { rows } = await sql<{ local_presence: boolean | null }>`
    select local_presence from users where company_id = ${tx.companyId} and id = ${tx.actor.userId}`.execute(tx.db);
  const company = await getSetting(tx, localPresence);
  return { local_presence: rows[0]?.local_presence ?? null, company, numbers: await listShownNumbers(tx) };
}

export async function updateLocalPresence(tx: Tx, wanted: boolean | null): Promise<LocalPresence> {
  await sql`update users set local_presence = ${wanted}::boolean
    where company_id = ${tx.companyId} and id = ${tx.actor.userId}`.execute(tx.db);
  return getLocalPresence(tx);
}
