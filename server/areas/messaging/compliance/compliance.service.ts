// The one way to a contact: nothing is sent and nobody is called unless mayContact says so.
import { type RawBuilder, sql } from 'kysely';
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Decision } from '#contract/compliance.ts';
import { channels, type Purpose } from '#contract/complianceLists.ts';
import type { Tx } from '#kernel/context.ts';
import { type Asking, decisionsOn } from './compliance.gate.ts';

export { getMailHealth, pauseOnComplaints, restAddress, resumeMarketing } from './compliance.afterwards.ts';
export { recordConsent } from './compliance.consents.ts';
export { onceAnAddress } from './compliance.estimate.ts';
export { oldestProof, oldestRecording } from './compliance.forget.ts';
export { decisionsOn } from './compliance.gate.ts';
export { titlesOfRules, today as lawDay } from './compliance.rules.ts';
export { suppress } from './compliance.suppressions.ts';
export { startTexts, stopTexts } from './compliance.textStops.ts';

/** `open_until`: when the permitted hours end, if it is within them. */
export type Decided = Decision & { open_until: string | null; related?: boolean };

export interface Asked {
  /** Null: a number or address of nobody. */
  contactId: number | null;
  /** Ten digits, or an e-mail address in lower case. Default: the contact's first. */
  address?: string;
}

/** A decision on each, in the same order. At most some thousands at once. `reach`: default the actor's. */
export async function mayContact(tx: Tx, asked: readonly Asked[], asking: Asking, reach?: ActorReach): Promise<Decided[]> {
  if (asked.length === 0) return [];
  const given = sql`select a.contact_id, a.address, a.position
    from unnest(${asked.map(({ contactId }) => contactId)}::bigint[], ${asked.map(({ address }) => address ?? null)}::text[])
      with ordinality a(contact_id, address, position)`;
  const decisions = decisionsOn(tx, reach ?? (await reachOfActor(tx)), given, asking);
  const { rows } = await sql<Decided & { position: number }>`${decisions} order by d.position`.execute(tx.db);
  return rows.map(({ position, ...decision }) => decision);
}

/**
 * The decisions as a query, for a statement that stores them: `position`, `contact_id`, `address`, `answer`,
 * `reason`, `until`, `open_until`, `zones`, and `decision`, all of it as it is kept. `asked`: as for
 * `decisionsOn`.
 */
export const storableDecisions = async (tx: Tx, asked: RawBuilder<unknown>, asking: Asking): Promise<RawBuilder<unknown>> => sql`
  select d.position, d.contact_id, d.address, d.answer, d.reason, d.until, d.open_until, d.zones,
    jsonb_build_object('channel', d.channel, 'purpose', d.purpose, 'contact_id', d.contact_id, 'address', d.address, 'answer', d.answer,
      'reason', d.reason, 'until', d.until, 'at', ${asking.at.toISOString()}::text, 'rules', d.rules, 'zones', d.zones, 'states', d.states,
      'suppression_id', d.suppression_id, 'consent_id', d.consent_id, 'list_id', d.list_id, 'licence_id', d.licence_id) as decision
  from (${decisionsOn(tx, await reachOfActor(tx), asked, asking)}) d`;

/** An INSERT for a statement that settles: writes down what leaves, with its decision, so that the next decisions count it. `passed`: rows of `decision`. */
export const passesOf = (tx: Tx, passed: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into gate_passes (company_id, contact_id, channel, purpose, address, at, decision, passed_by)
  select ${tx.companyId}::bigint, (p.decision ->> 'contact_id')::bigint, p.decision ->> 'channel', p.decision ->> 'purpose', p.decision ->> 'address',
    (p.decision ->> 'at')::timestamptz, p.decision, ${tx.actor.userId || null}::bigint
  from (${passed}) p returning contact_id`;

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
