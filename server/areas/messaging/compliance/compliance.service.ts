// The one way to a contact: nothing is sent and nobody is called unless mayContact says so.
import { sql } from 'kysely';
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Decision } from '#contract/compliance.ts';
import { channels, type Purpose } from '#contract/complianceLists.ts';
import type { Tx } from '#kernel/context.ts';
import { type Asking, decisionsOn } from './compliance.gate.ts';

export { getMailHealth, pauseOnComplaints, restAddress, resumeMarketing } from './compliance.afterwards.ts';
export { recordConsent } from './compliance.consents.ts';
export { oldestProof } from './compliance.forget.ts';
export { decisionsOn } from './compliance.gate.ts';
export { postalAddress } from './compliance.officeSettings.ts';
export { today as lawDay } from './compliance.rules.ts';
export { suppress } from './compliance.suppressions.ts';
export { startTexts, stopTexts } from './compliance.textStops.ts';

/** `open_until`: when the permitted hours end, if it is within them. */
export type Decided = Decision & { open_until: string | null };

export interface Asked {
  /** Null: a number or address of nobody. */
  contactId: number | null;
  /** Ten digits, or an e-mail address in lower case. Default: the contact's first. */
  address?: string;
}

/** A decision on each, in the same order. At most some thousands at once. */
export async function mayContact(tx: Tx, asked: readonly Asked[], asking: Asking): Promise<Decided[]> {
  if (asked.length === 0) return [];
  const given = sql`select a.contact_id, a.address, a.position
    from unnest(${asked.map(({ contactId }) => contactId)}::bigint[], ${asked.map(({ address }) => address ?? null)}::text[])
      with ordinality a(contact_id, address, position)`;
  const decisions = decisionsOn(tx, await reachOfActor(tx), given, asking);
  const { rows } = await sql<Decided & { position: number }>`${decisions} order by d.position`.execute(tx.db);
  return rows.map(({ position, ...decision }) => decision);
}

/** Writes down what leaves now, with its decision: the next decisions count it. */
export async function recordPasses(tx: Tx, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  const { userId } = tx.actor;
  await sql`
    insert into gate_passes (company_id, contact_id, channel, purpose, address, at, decision, passed_by)
    select ${tx.companyId}, (d ->> 'contact_id')::bigint, d ->> 'channel', d ->> 'purpose', d ->> 'address', (d ->> 'at')::timestamptz, d, ${userId || null}::bigint
    from jsonb_array_elements(${JSON.stringify(decisions)}::jsonb) d returning contact_id`.execute(tx.db);
}

/** On all channels; 404 out of reach. */
export async function decideOnContact(
  tx: Tx,
  id: number,
  { purpose, at }: { purpose: Purpose; at?: string | undefined },
): Promise<{ data: Decision[] }> {
  const contact = await getContactById(tx, id);
  const moment = at ? new Date(at) : tx.clock();
  const asked = [{ contactId: contact.id }];
  const data = await Promise.all(channels.map(async (channel) => mayContact(tx, asked, { channel, purpose, at: moment })));
  return { data: data.flat() };
}
