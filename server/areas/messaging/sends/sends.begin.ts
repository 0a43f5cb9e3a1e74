// When a send begins: at once, or at its hour. Its bulk action then freezes the contacts.

import { sql } from 'kysely';
import { startBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import { zoneOfActor } from '#areas/identity/users/users.service.ts';
import { Selection } from '#contract/contactsScope.ts';
import { ianaZones } from '#contract/lookups.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import { failSend, lockSend, type SendState, type StoredSend, updateSendColumns } from './engine/sends.queries.ts';
import { tellSend } from './engine/sends.tell.ts';
import { frameColumns } from './mails/sends.frame.ts';
import { sendJobs } from './sends.jobs.ts';
import { messageOperation, textOperation } from './sends.operations.ts';
import { mayRun } from './sends.policy.ts';
import { textFrame } from './texts/sends.sendText.ts';

const yearMs = 366 * 86_400_000;
/** A scheduled send that could not begin for so long does not begin: its user decides anew. */
const tooLateMs = 12 * 3_600_000;

interface When {
  /** Null: now. */
  at: Date | null;
  localAt: string | null;
}

/** It keeps the selection until its hour. */
export const plannedFor = ({ at, localAt }: When, selection: Selection): SendState =>
  at
    ? { status: 'scheduled', send_at: at, local_at: localAt, selection: JSON.stringify(selection) }
    : { status: 'preparing', local_at: localAt };

/** Its job at its hour, or its bulk action at once. */
export async function planSend(tx: Tx, send: StoredSend, { at }: When, selection: Selection): Promise<void> {
  if (at) tx.enqueue(sendJobs.start, { id: send.id }, { runAt: at, key: `send:${send.id}` });
  else await chooseContacts(tx, send, selection);
}

/** By the recipients' clocks it begins where the hour comes first; the messages of the others wait for it. */
export async function whenOf(
  tx: Tx,
  { send_now, send_at, by_recipient_clock }: { send_now: boolean; send_at: string | null; by_recipient_clock: boolean },
): Promise<When> {
  if (send_now || send_at === null) return { at: null, localAt: null };
  const at = momentOfAsker(tx, send_at);
  if (!by_recipient_clock) return { at, localAt: null };
  const { rows } = await sql<{ local: string; first: string }>`
    select to_char(l.at, 'YYYY-MM-DD HH24:MI') as local, l.at at time zone ${ianaZones.est} as first
    from (select ${at}::timestamptz at time zone ${await zoneOfActor(tx)} as at) l`.execute(tx.db);
  const [{ local, first } = { local: null, first: '' }] = rows;
  return { at: new Date(first) < tx.clock() ? null : new Date(first), localAt: local };
}

/** Within a year, and not past. */
function momentOfAsker(tx: Tx, sendAt: string): Date {
  const at = new Date(sendAt);
  const wait = at.getTime() - tx.clock().getTime();
  const refuse = (text: string) => wrong('send_at', text);
  if (wait < -60_000) throw refuse('This moment has passed');
  if (wait > yearMs) throw refuse('Choose a moment within a year');
  return at;
}

/** At its hour, as the user who asked; a cancelled one does not begin. */
export const startScheduled = (ctx: WorkCtx, id: number): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const send = await lockSend(tx, id);
    if (send?.status !== 'scheduled') return;
    const late = tx.clock().getTime() - Date.parse(send.send_at ?? '');
    if (late > tooLateMs) return failSend(tx, send, 'It could not begin within 12 hours of its hour. Plan it anew.');
    if (!mayRun(tx, send)) return failSend(tx, send, 'You may no longer send this.');
    // The frame is of the day on which the send leaves: licenses, disclaimer, address.
    const { columns, stops } =
      send.channel === 'text'
        ? { columns: { frame: await textFrame(tx, send.kind, send.asked_by) }, stops: [] }
        : await frameColumns(tx, send);
    if (stops[0]) return failSend(tx, send, stops[0].text);
    await updateSendColumns(tx, id, { ...columns, status: 'preparing', selection: null });
    await chooseContacts(tx, send, Selection.parse(send.selection));
    tellSend(tx, send);
  });

/** Its user has left, or may no longer send. */
export const giveUpScheduled = (ctx: WorkCtx, id: number): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const send = await lockSend(tx, id);
    if (send?.status === 'scheduled') await failSend(tx, send, 'It could not begin.');
  });

/** Its bulk action freezes the contacts now. Each names the other, so the send learns of it last. */
async function chooseContacts(tx: Tx, { id, channel }: StoredSend, selection: Selection): Promise<void> {
  const operation = channel === 'text' ? textOperation : messageOperation;
  const action = await startBulkAction(tx, operation, selection, { send_id: id });
  await updateSendColumns(tx, id, { bulk_action_id: action.id });
}
