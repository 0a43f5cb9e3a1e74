// Somebody outside calls one of our numbers.
import { sql } from 'kysely';
import { findNumber, type HeldNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { loadActor, system } from '#kernel/actors.ts';
import { inTenant, type Platform, type Tx } from '#kernel/context.ts';
import { getSetting } from '#kernel/settings.ts';
import { findContactOf } from './calls.contacts.ts';
import { queueMinutes } from './calls.officeSettings.ts';
import { listOnCall } from './calls.queries.ts';
import { beginWait, type Waiting } from './calls.queue.ts';
import { miss, newSid, type Ring, ring, silently, whoRings } from './calls.rings.ts';

export interface Received {
  companyId: number;
  conference: string;
  /** Empty: nobody can answer now. */
  rings: Ring[];
  /** All who could answer are on a call: the caller waits for them, */
  waiting: Waiting | null;
  /** or, where the company has no queue, leaves this user a message. */
  message: Ring | null;
}

interface Asked {
  from: string;
  to: string;
  sid: string;
  gateway: string;
  /** Whether a phone of this user is open, and can ring for this call. */
  hasPhone(companyId: number, userId: number): 'none' | 'busy' | 'free';
}

/** Null: the number is none of ours. */
export async function receiveCall(platform: Platform, asked: Asked): Promise<Received | null> {
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

async function ringLine(tx: Tx, line: HeldNumber, asked: Asked): Promise<Omit<Received, 'companyId'>> {
  const from = normalPhone(asked.from) || asked.from.replace(/[^\d+]/g, '').slice(0, 20) || 'unknown';
  const contact = await findContactOf(tx, from, { company: true });
  const conference = newSid('CF');
  // A pool's contact is named to those who hold it: they look it up.
  const name = contact?.owner_id ? contact.name : '';
  const call = { from, to: line.number, name, contactId: contact?.id ?? null, conference, gateway: asked.gateway };
  const people = await whoRings(tx, line, contact?.owner_id ?? null);
  const onCall = await listOnCall(tx, people);
  const phone = (id: number) => asked.hasPhone(tx.companyId, id);
  const engaged = new Set(people.filter((id) => onCall.has(id) || phone(id) === 'busy'));
  const free = people.filter((id) => !engaged.has(id));
  const begun = { conference, rings: [], waiting: null, message: null };
  if (engaged.size > 0 && !free.some((id) => phone(id) === 'free')) {
    // Users on a call come first: they are at their phones.
    const able = [...people.filter((id) => engaged.has(id)), ...free];
    const seconds = (await getSetting(tx, queueMinutes)) * 60;
    if (seconds > 0) return { ...begun, waiting: await beginWait(tx, call, { sid: asked.sid, people: able, seconds }) };
    return { ...begun, message: able[0] === undefined ? null : await silently(tx, call, able[0]) };
  }
  const rings = await ring(tx, call, free);
  if (free.length === 0) await miss(tx, call, line.user_id ?? contact?.owner_id ?? line.payer_id);
  return { ...begun, rings };
}
