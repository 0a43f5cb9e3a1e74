// A user's statements on a call: its disposition, its contact and its sound.
import { sql } from 'kysely';
import { logActivity, undoActivity } from '#areas/crm/contacts/contacts.service.ts';
import { linkCallFile } from '#areas/crm/files/files.service.ts';
import type { Call, reportCallQuality as ReportCallQuality, updateCall as UpdateCall } from '#contract/dialer.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import { reachesContact } from './calls.contacts.ts';
import { journalCall } from './calls.end.ts';
import { getCall, lockOwnCall, type StoredCall, updateCallColumns } from './calls.queries.ts';
import { tellCall } from './calls.tell.ts';

type Said = InputOf<typeof UpdateCall>['body'];

export async function updateCall(tx: Tx, id: number, { contact_id, ...said }: Said): Promise<Call> {
  const stored = await lockOwnCall(tx, id);
  const call = contact_id === undefined || contact_id === stored.contact_id ? stored : await linkTo(tx, stored, contact_id);
  const disposition = said.disposition === undefined ? call.disposition : said.disposition;
  const note = said.note ?? call.note;
  if (disposition !== call.disposition || note !== call.note || call !== stored) {
    const activity_id = await logOutcome(tx, call, { disposition, note });
    await updateCallColumns(tx, id, { disposition, note, activity_id });
    await tellCall(tx, call);
  }
  return getCall(tx, id);
}

/** Its recording and its entry in the timeline go with it. */
async function linkTo(tx: Tx, call: StoredCall, contactId: number): Promise<StoredCall> {
  if (call.colleague_id !== null || !(await reachesContact(tx, contactId)))
    throw wrong('contact_id', 'You cannot choose this contact');
  const activity_id = await dropOutcome(tx, call);
  const linked = { ...call, contact_id: contactId, activity_id };
  await updateCallColumns(tx, call.id, { contact_id: contactId, activity_id });
  if (call.call_file_id !== null) await linkCallFile(tx, call.call_file_id, contactId);
  if (call.state === 'ended') await journalCall(tx, linked);
  return linked;
}

/**
 * The contact's last activity follows, as where a person logs one. Of a colleague's contact only the call says
 * it.
 */
async function logOutcome(
  tx: Tx,
  call: StoredCall,
  { disposition, note }: { disposition: Call['disposition'] | string | null; note: string },
): Promise<number | null> {
  await dropOutcome(tx, call);
  const { contact_id } = call;
  if (contact_id === null || disposition === null || !(await mayLog(tx, contact_id))) return null;
  const logged = await logActivity(tx, contact_id, { type: 'call', outcome: disposition, note, at: call.started_at });
  return logged.activity_id;
}

async function dropOutcome(tx: Tx, { contact_id, activity_id }: StoredCall): Promise<null> {
  if (contact_id === null || activity_id === null || !(await mayLog(tx, contact_id))) return null;
  const { rows } = await sql`
    select from contact_changes u where u.company_id = ${tx.companyId} and u.contact_id = ${contact_id}
      and u.action = 'activity_undone' and u.after ->> 'undone' = ${String(activity_id)}`.execute(tx.db);
  if (rows.length === 0) await undoActivity(tx, contact_id, activity_id);
  return null;
}

const mayLog = async (tx: Tx, contactId: number) => tx.actor.has('contacts.update') && (await reachesContact(tx, contactId));

type Quality = InputOf<typeof ReportCallQuality>['body'];
type Sample = Quality['samples'][number];
type Measure = 'jitter' | 'round_trip' | 'mos' | 'packet_loss';

interface Measured {
  count: number;
  sum: number;
  worst: number;
  /** Samples past the threshold. */
  warnings: number;
}

const measures = {
  jitter: { isBad: (value) => value > 30 },
  round_trip: { isBad: (value) => value > 400 },
  mos: { isBad: (value) => value < 3 },
  packet_loss: { isBad: (value) => value > 1 },
} satisfies Record<Measure, { isBad(value: number): boolean }>;

/** Sums and the worst values: enough to say how a call sounded, whatever its length. */
export async function reportQuality(tx: Tx, id: number, { samples, score, issue }: Quality): Promise<void> {
  await lockOwnCall(tx, id);
  const { rows } = await sql<{ quality: Record<string, unknown> | null }>`
    select quality from calls where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  const stored = rows[0]?.quality ?? {};
  const added = Object.fromEntries(
    (Object.keys(measures) as Measure[]).map((name) => [name, addTo(stored[name] as Measured | undefined, samples, name)]),
  );
  const quality = { ...stored, ...added, ...(score !== null && { score }), ...(issue !== null && { issue }) };
  await updateCallColumns(tx, id, { quality: JSON.stringify(quality) });
}

function addTo(stored: Measured | undefined, samples: readonly Sample[], name: Measure): Measured | undefined {
  const values = samples.map((sample) => sample[name]).filter((value) => value !== null);
  if (values.length === 0) return stored;
  const worse = name === 'mos' ? Math.min : Math.max;
  const sum = (stored?.sum ?? 0) + values.reduce((total, value) => total + value, 0);
  return {
    count: (stored?.count ?? 0) + values.length,
    sum: Math.round(sum * 1000) / 1000,
    worst: worse(...values, ...(stored ? [stored.worst] : [])),
    warnings: (stored?.warnings ?? 0) + values.filter(measures[name].isBad).length,
  };
}
