// Which of the user's numbers a call shows: the one chosen for calls, or one of the contact's area. Only
// numbers whose phone rings at this user when the contact calls back (47 CFR 64.1601(e), 64.1604).
import { sql } from 'kysely';
import type { LocalPresence } from '#contract/dialSessions.ts';
import type { Tx } from '#kernel/context.ts';
import { getSetting } from '#kernel/settings.ts';
import type { Called } from './calls.gate.ts';
import { localPresence } from './calls.officeSettings.ts';
import type { Line } from './calls.quota.ts';

/** Ten digits. `line`: what the user's calls show else. */
export const numberShown = async (tx: Tx, line: Line, to: Called): Promise<string> =>
  ((await wantsLocal(tx, to)) && (await findLocal(tx, to))) || line.number;

/** As their session with this contact has it, else as the user, else as the company. */
async function wantsLocal(tx: Tx, { contactId }: Called): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean | null }>`
    select coalesce(
      (select s.local_presence from dial_sessions s
        join dial_session_contacts d on d.company_id = ${tx.companyId} and d.dial_session_id = s.id and d.state = 'current'
        where s.company_id = ${tx.companyId} and s.user_id = ${tx.actor.userId} and s.state = 'running' and d.contact_id = ${contactId}),
      u.local_presence) as wanted
    from users u where u.company_id = ${tx.companyId} and u.id = ${tx.actor.userId}`.execute(tx.db);
  return rows[0]?.wanted ?? (await getSetting(tx, localPresence));
}

/**
 * Of the same area code, else of the contact's state. A number of the company rings at the contact's owner.
 */
async function findLocal(tx: Tx, { contactId, number }: Called): Promise<string | null> {
  const { userId } = tx.actor;
  const sameArea = sql<boolean>`left(n.number, 3) = left(${number}, 3)`;
  const { rows } = await sql<{ number: string }>`
    select n.number from phone_numbers n
    left join places p on p.code = 'area:' || left(n.number, 3)
    left join places a on a.code = 'area:' || left(${number}, 3)
    left join contacts c on c.company_id = ${tx.companyId} and c.id = ${contactId}
    where n.company_id = ${tx.companyId} and ${isRinging} and (n.user_id = ${userId} or (n.user_id is null and c.owner_id = ${userId}))
      and (${sameArea} or coalesce(nullif(n.region, ''), p.states[1]) = coalesce(nullif(c.state, ''), a.states[1]))
    order by ${sameArea} desc, n.is_dialer desc, n.user_id is null, n.id limit 1`.execute(tx.db);
  return rows[0]?.number ?? null;
}

/** Over `phone_numbers n`: a call to it is answered. */
const isRinging = sql<boolean>`n.state = 'active' and n.calls`;

const maxNumbers = 100;

export async function listShownNumbers(tx: Tx): Promise<LocalPresence['numbers']> {
  const { rows } = await sql<LocalPresence['numbers'][number]>`
    select n.number as phone_number, n.city, n.region, n.user_id is null as company from phone_numbers n
    where n.company_id = ${tx.companyId} and ${isRinging} and (n.user_id = ${tx.actor.userId} or n.user_id is null)
    order by n.user_id is null, n.is_dialer desc, n.id limit ${maxNumbers}`.execute(tx.db);
  return rows;
}
