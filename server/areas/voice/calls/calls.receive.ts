// Somebody outside calls one of our numbers.
import { sql } from 'kysely';
import { findNumber, type HeldNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { loadActor, system } from '#kernel/actors.ts';
import { inTenant, type Platform, type Tx } from '#kernel/context.ts';
import { findContactOf } from './calls.contacts.ts';
import { listOnCall } from './calls.queries.ts';
import { miss, newSid, type Ring, ring, whoRings } from './calls.rings.ts';

export interface Received {
  companyId: number;
  conference: string;
  /** Empty: nobody can answer now. */
  rings: Ring[];
}

/** Null: the number is none of ours. */
export async function receiveCall(
  platform: Platform,
  asked: { from: string; to: string; sid: string; gateway: string },
): Promise<Received | null> {
  const { clock, log } = platform;
  const line = normalPhone(asked.to);
  const { rows } = await sql<{ company_id: number }>`select company_id from find_number_company(${line})`.execute(platform.db);
  const companyId = rows[0]?.company_id;
  const actor = companyId === undefined ? null : await loadActor(platform, companyId, system.userId, null);
  if (companyId === undefined || !actor) return null;
  return inTenant({ platform, clock, log, actor }, async (tx) => {
    const ours = await findNumber(tx, line);
    return ours && { companyId, ...(await ringLine(tx, ours, asked)) };
  });
}

async function ringLine(
  tx: Tx,
  line: HeldNumber,
  asked: { from: string; gateway: string },
): Promise<Omit<Received, 'companyId'>> {
  const from = normalPhone(asked.from) || asked.from.replace(/[^\d+]/g, '').slice(0, 20) || 'unknown';
  const contact = await findContactOf(tx, from, { company: true });
  const conference = newSid('CF');
  // A pool's contact is named to those who hold it: they look it up.
  const name = contact?.owner_id ? contact.name : '';
  const call = { from, to: line.number, name, contactId: contact?.id ?? null, conference, gateway: asked.gateway };
  const people = await whoRings(tx, line, contact?.owner_id ?? null);
  const engaged = await listOnCall(tx, people);
  const free = people.filter((id) => !engaged.has(id));
  const rings = await ring(tx, call, free);
  if (free.length === 0) await miss(tx, call, people[0] ?? line.user_id ?? contact?.owner_id ?? line.payer_id);
  return { conference, rings };
}
