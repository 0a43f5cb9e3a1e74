// Starting, pausing and cancelling sends. engine/sends.prepare.ts makes the messages, sends.lanes.ts sends them.
import { sql } from 'kysely';
import { lockBulkAction, startBulkAction, stopBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import { chosenBy, limitSearch, resolveScope } from '#areas/crm/contacts/contacts.service.ts';
import { markUsed, mustKnowFiles } from '#areas/messaging/templates/templates.service.ts';
import { Selection } from '#contract/contactsScope.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type MailDoc, picturesIn } from '#contract/kit/mailDoc.ts';
import type { SendKind, StoredPurpose } from '#contract/sendLists.ts';
import type { mailGroup as MailGroup, Send, sendEmail as SendEmail, updateSend as UpdateSend } from '#contract/sends.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { getSetting } from '#kernel/settings.ts';
import { lockLanes } from './engine/sends.lane.ts';
import { prepareMessages } from './engine/sends.prepare.ts';
import {
  type CampaignColumns,
  endIfDone,
  insertSendRow,
  lockSend,
  madeNow,
  type SendState,
  type StoredSend,
  stopWaiting,
  updateSendColumns,
} from './engine/sends.queries.ts';
import { tellSend } from './engine/sends.tell.ts';
import { getSend } from './lists/sends.lists.ts';
import { frameColumns } from './mails/sends.frame.ts';
import { trackOpens } from './mails/sends.tracking.ts';
import { plannedFor, planSend, whenOf } from './sends.begin.ts';
import { type ChosenMail, type ChosenText, chosenMail } from './sends.chosen.ts';
import { sendJobs } from './sends.jobs.ts';
import { messageOperation, textOperation } from './sends.operations.ts';
import { mayRun } from './sends.policy.ts';
import { insertTextSend } from './texts/sends.sendText.ts';

export { recordEvent } from './engine/sends.events.ts';
export type { StoredSend } from './engine/sends.queries.ts';
export { outcomeOf } from './lists/sends.lists.ts';
export { refuseMail } from './mails/sends.preferences.ts';
export { type Answered, companiesOf, findByAddress, findByMessageId, replyDomainOf } from './mails/sends.replies.ts';
export { giveUpScheduled, startScheduled } from './sends.begin.ts';
export { findOfferedMail, offeredToActor } from './sends.chosen.ts';
export { messageOperation } from './sends.operations.ts';
export { cancelTextsTo, heedAnswer } from './texts/sends.cancelTexts.ts';
export { mustMayText } from './texts/sends.mayText.ts';
export { sendText, type TextAsked } from './texts/sends.sendText.ts';
export { textReports } from './texts/sends.textCourier.ts';
export { mediaPathOf, mediaPathsOf } from './texts/sends.textMedia.ts';
export { getTextCover } from './texts/sends.textMoney.ts';
export { applyTextReport, type DatedReport } from './texts/sends.textReports.ts';

/** Contacts of one call of `sendEmail`; more are a group. */
const maxSingle = 100;

type SingleInput = InputOf<typeof SendEmail>['body'];
type GroupInput = InputOf<typeof MailGroup>['body'];

/** The messages are there when it returns: who is blocked is known at once. */
export async function sendToFew(tx: Tx, asked: SingleInput): Promise<Send> {
  const { subject, email_body, attachments, purpose, track_clicks, ...selection } = asked;
  const content = typeof email_body === 'string' ? docOf(email_body) : email_body;
  await mustKnowFiles(tx, { pictures: picturesIn(content), attachments });
  const ids = await chooseFew(tx, selection as Selection);
  const fields = { subject: 'subject', text: 'email_body', purpose: 'purpose' };
  const mail = { subject, content, attachments, purpose, track_clicks };
  const send = await insertSend(tx, 'single', mail, { fields, state: madeNow(tx) });
  await prepareMessages(tx, send, ids);
  await endIfDone(tx, send.id);
  return getSend(tx, send.id);
}

export async function sendTemplate(tx: Tx, kind: 'group' | 'broadcast', asked: GroupInput): Promise<Send> {
  const { email_id, email_campaign_trigger_id, purpose, send_now, send_at, by_recipient_clock, track_clicks, ...selection } =
    asked;
  await resolveScope(tx, selection.contacts_scope); // so that the asker sees a refusal
  const mail = await chosenMail(tx, { email_id, email_campaign_trigger_id, purpose });
  const when = await whenOf(tx, { send_now, send_at, by_recipient_clock });
  const field = email_id ? 'email_id' : 'email_campaign_trigger_id';
  const fields = { subject: field, text: field, purpose: 'purpose' };
  const chosen = Selection.parse(selection);
  const send = await insertSend(tx, kind, { ...mail, track_clicks }, { fields, state: plannedFor(when, chosen) });
  if (mail.email_id) await markUsed(tx, mail.email_id);
  await planSend(tx, send, when, chosen);
  return getSend(tx, send.id);
}

const running = ['scheduled', 'preparing', 'sending', 'paused'];

export async function updateSend(tx: Tx, id: number, { status }: InputOf<typeof UpdateSend>['body']): Promise<Send> {
  const { bulk_action_id } = await getSend(tx, id); // 404 where it is not theirs to see
  // In the order in which the work itself locks them.
  await lockLanes(tx);
  if (bulk_action_id) await lockBulkAction(tx, bulk_action_id);
  const send = await lockSend(tx, id);
  if (!send || !running.includes(send.status)) throw fail('messages.ended');
  if (status === 'cancelled') await cancelSend(tx, send);
  else if (status === 'sending' && !mayRun(tx, send)) throw fail('forbidden');
  else if (send.status === 'scheduled') throw wrong('status', 'It has not begun. Cancel it instead');
  else await updateSendColumns(tx, id, { status: status === 'paused' ? 'paused' : send.prepared_at ? 'sending' : 'preparing' });
  await endIfDone(tx, id);
  tellSend(tx, send);
  return getSend(tx, id);
}

async function cancelSend(tx: Tx, send: StoredSend, operations: readonly Operation[] = []): Promise<void> {
  await stopWaiting(tx, send.id);
  tx.cancelJob(sendJobs.start, `send:${send.id}`);
  if (send.bulk_action_id)
    await stopBulkAction(tx, [messageOperation as Operation, textOperation as Operation, ...operations], send.bulk_action_id);
}

/** An automatic send of a campaign: as its owner, once for each step. */
export async function sendOfCampaign(
  tx: Tx,
  content: (ChosenMail | ChosenText) & { campaign: CampaignColumns },
  chosen: { by: Operation; input: object } | null,
): Promise<StoredSend> {
  const state: SendState = chosen ? { status: 'preparing' } : madeNow(tx);
  const fields = { subject: 'all_email_ids', text: 'all_email_ids', purpose: 'category' };
  const send =
    'body' in content
      ? await insertTextSend(tx, { kind: 'auto', ...content, state })
      : await insertSend(tx, 'auto', content, { fields, state });
  if (!chosen) return send;
  const action = await startBulkAction(tx, chosen.by, Selection.parse({ all: true }), { ...chosen.input, send_id: send.id });
  await updateSendColumns(tx, send.id, { bulk_action_id: action.id });
  return send;
}

/** More contacts of the same step. Nobody gets it any more once somebody has cancelled it. */
export async function addToCampaignSend(tx: Tx, id: number, contactIds: number[]): Promise<void> {
  const send = await lockSend(tx, id);
  if (!send || send.status === 'cancelled') return;
  if (send.status === 'done') await updateSendColumns(tx, id, { status: 'sending', finished_at: null });
  await prepareMessages(tx, send, contactIds);
  await endIfDone(tx, id);
  tellSend(tx, send);
}

/** Cancels all that waits: the campaign was switched off, changed or deleted. `operations`: those that prepare its sends. */
export async function cancelSendsOfCampaign(tx: Tx, triggerId: number, operations: readonly Operation[]): Promise<void> {
  await lockLanes(tx);
  const { rows } = await sql<{ id: number; bulk_action_id: number | null }>`
    select id, bulk_action_id from sends
    where company_id = ${tx.companyId} and campaign_trigger_id = ${triggerId} and status = any(${running}::text[]) order by id`.execute(
    tx.db,
  );
  for (const { id, bulk_action_id } of rows) {
    if (bulk_action_id) await lockBulkAction(tx, bulk_action_id);
    const send = await lockSend(tx, id);
    if (!send || !running.includes(send.status)) continue;
    await cancelSend(tx, send, operations);
    tellSend(tx, send);
  }
}

/** Waiting sends get another user as their sender: the owner of the campaign has left. */
export async function passOnSendsOfCampaign(tx: Tx, triggerId: number, userId: number): Promise<void> {
  await sql`
    update sends set asked_by = ${userId}
    where company_id = ${tx.companyId} and campaign_trigger_id = ${triggerId} and kind = 'auto' and status = any(${running}::text[])`.execute(
    tx.db,
  );
}

async function chooseFew(tx: Tx, selection: Selection): Promise<number[]> {
  await limitSearch(tx);
  const { conditions } = await chosenBy(tx, selection);
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where ${allOf(conditions)} order by c.id limit ${maxSingle + 1}`.execute(tx.db);
  if (rows.length > maxSingle) throw fail('messages.too_many');
  if (rows.length === 0 && !selection.all) throw fail('not_found');
  return rows.map(({ id }) => id);
}

export interface AnswerAsked {
  conversationId: number;
  contactId: number;
  subject: string;
  text: string;
  purpose: 'reply' | 'service';
  /** Message-IDs of the conversation, the newest last. */
  answers: string[];
  /** Rows of `email_files`. */
  attachments: number[];
  trackClicks: boolean;
}

/** A person's answer to a contact, in a conversation. */
export async function sendAnswer(tx: Tx, { conversationId, contactId, text, ...asked }: AnswerAsked): Promise<Send> {
  const { subject, purpose, answers, attachments, trackClicks } = asked;
  await mustKnowFiles(tx, { pictures: [], attachments });
  const mail = { subject, content: docOf(text), attachments, purpose, answers, track_clicks: trackClicks };
  const fields = { subject: 'subject', text: 'text', purpose: 'text' };
  const send = await insertSend(tx, 'single', mail, { fields, state: madeNow(tx) });
  await prepareMessages(tx, send, [contactId], conversationId);
  return getSend(tx, send.id);
}

interface NewSend extends Omit<ChosenMail, 'purpose'> {
  purpose: StoredPurpose;
  track_clicks?: boolean;
  answers?: string[];
}

/** `fields`: where the asker mends what stops it. */
async function insertSend(
  tx: Tx,
  kind: SendKind,
  { content, answers = [], campaign, ...send }: NewSend,
  { fields, state }: { fields: Record<'subject' | 'text' | 'purpose', string>; state: SendState },
): Promise<StoredSend> {
  const { columns, stops } = await frameColumns(tx, { ...send, kind, content }, answers);
  const errors = Map.groupBy(stops, ({ about }) => fields[about ?? 'text']);
  if (stops.length > 0)
    throw fail('invalid', {
      errors: Object.fromEntries([...errors].map(([field, each]) => [field, each.map(({ text }) => text)])),
    });
  return insertSendRow(tx, {
    ...send,
    ...campaign,
    ...state,
    kind,
    channel: 'email',
    content: JSON.stringify(content),
    ...columns,
    // A person's letter is not watched.
    track_opens: send.purpose !== 'reply' && (await getSetting(tx, trackOpens)),
    asked_by: tx.actor.userId,
  });
}

/** Plain text: a paragraph a line. */
const docOf = (text: string): MailDoc => ({
  type: 'doc',
  content: text
    .split(/\r?\n/)
    .slice(0, 500)
    .map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) })),
});
