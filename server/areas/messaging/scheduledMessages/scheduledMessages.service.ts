// Answers that leave later: written, changed, cancelled. scheduledMessages.run.ts sends them.
import { sql } from 'kysely';
import { findConversation, idsTogether, tellConversation } from '#areas/messaging/conversations/conversations.service.ts';
import { listEmailFiles, mustKnowFiles } from '#areas/messaging/templates/templates.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { createScheduledMessage, ScheduledMessage, updateScheduledMessage } from '#contract/scheduledMessages.ts';
import { maxTextLength } from '#contract/texting.ts';
import { mustBeOn, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { scheduledMessageJobs } from './scheduledMessages.jobs.ts';

/** In one conversation. */
const maxWaiting = 20;
const yearMs = 366 * 86_400_000;

type Written = InputOf<typeof createScheduledMessage>['body'];

interface Row extends Omit<ScheduledMessage, 'attachments' | 'can'> {
  attachments: number[];
}

const select = (tx: Tx) => sql`
  select m.id, m.conversation_id, m.body as text, m.attachments, m.track_clicks, m.send_at, m.failure,
    json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as asked_by
  from scheduled_messages m join users u on u.company_id = ${tx.companyId} and u.id = m.asked_by
  where m.company_id = ${tx.companyId}`;

async function present(tx: Tx, rows: Row[]): Promise<ScheduledMessage[]> {
  const ids = [...new Set(rows.flatMap(({ attachments }) => attachments))];
  const files = new Map((await listEmailFiles(tx, ids)).map((file) => [file.id, file]));
  return rows.map(({ attachments, ...row }) => ({
    ...row,
    attachments: attachments.flatMap((id) => files.get(id) ?? []),
    can: { update: row.asked_by.id === tx.actor.userId },
  }));
}

export async function listScheduled(tx: Tx, conversationId: number): Promise<{ data: ScheduledMessage[] }> {
  await findConversation(tx, conversationId);
  const { rows } = await sql<Row>`${select(tx)} and m.conversation_id = any(${await idsTogether(tx, conversationId)}::bigint[])
    order by m.send_at, m.id limit ${maxWaiting * 5}`.execute(tx.db);
  return { data: await present(tx, rows) };
}

/** 404 where its conversation is not theirs to see. */
async function getScheduled(tx: Tx, id: number): Promise<ScheduledMessage> {
  const { rows } = await sql<Row>`${select(tx)} and m.id = ${id}`.execute(tx.db);
  const [found] = await present(tx, rows);
  if (!found) throw fail('not_found');
  await findConversation(tx, found.conversation_id);
  return found;
}

export async function schedule(tx: Tx, conversationId: number, { text, ...written }: Written): Promise<ScheduledMessage> {
  await mustBeSendable(tx, conversationId, { text, ...written });
  const { rows } = await sql<{ count: number }>`
    select count(*) from scheduled_messages where company_id = ${tx.companyId} and conversation_id = ${conversationId}`.execute(
    tx.db,
  );
  if ((rows[0]?.count ?? 0) >= maxWaiting) throw wrong('send_at', `At most ${maxWaiting} answers can wait in a conversation`);
  const { id } = await tx.db
    .insertInto('scheduled_messages')
    .values({ ...written, company_id: tx.companyId, conversation_id: conversationId, body: text, asked_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return planned(tx, id);
}

export async function updateScheduled(
  tx: Tx,
  id: number,
  { text, ...change }: InputOf<typeof updateScheduledMessage>['body'],
): Promise<ScheduledMessage> {
  const stored = await getScheduled(tx, id);
  if (!stored.can.update) throw fail('forbidden');
  const { conversation_id, attachments, track_clicks, send_at } = stored;
  const kept = { text: stored.text, attachments: attachments.map((file) => file.id), track_clicks, send_at };
  const given = Object.fromEntries(Object.entries({ text, ...change }).filter(([, value]) => value !== undefined));
  await mustBeSendable(tx, conversation_id, { ...kept, ...given });
  const { numUpdatedRows } = await tx.db
    .updateTable('scheduled_messages')
    .set({ ...change, ...(text !== undefined && { body: text }), failure: null })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw fail('not_found'); // it left at this moment
  return planned(tx, id);
}

export async function cancelScheduled(tx: Tx, id: number): Promise<void> {
  const { conversation_id } = await getScheduled(tx, id);
  await tx.db.deleteFrom('scheduled_messages').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  tx.cancelJob(scheduledMessageJobs.send, keyOf(id));
  await tellScheduled(tx, conversation_id);
}

const keyOf = (id: number) => `scheduled:${id}`;

/** Its job replaces the one for another hour. */
async function planned(tx: Tx, id: number): Promise<ScheduledMessage> {
  const stored = await getScheduled(tx, id);
  tx.enqueue(scheduledMessageJobs.send, { id }, { runAt: new Date(stored.send_at), key: keyOf(id) });
  await tellScheduled(tx, stored.conversation_id);
  return stored;
}

async function tellScheduled(tx: Tx, conversationId: number): Promise<void> {
  const { owner } = await findConversation(tx, conversationId);
  await tellConversation(tx, { id: conversationId, owner_id: owner?.id ?? null });
}

/** Checks what can be known today; the gate checks again at the sending hour. */
async function mustBeSendable(tx: Tx, conversationId: number, { text, attachments, send_at }: Written): Promise<void> {
  const { channel, contact } = await findConversation(tx, conversationId);
  if (!contact) throw fail('conversations.unmatched');
  if (channel === 'text') mustBeOn(tx.actor, 'texting');
  if (text.trim() === '' && (channel === 'email' || attachments.length === 0)) throw wrong('text', 'Write something');
  if (channel === 'text' && text.length > maxTextLength)
    throw wrong('text', `A text takes ${maxTextLength.toLocaleString('en-US')} characters`);
  const wait = Date.parse(send_at) - tx.clock().getTime();
  if (wait <= 0 || wait > yearMs) throw wrong('send_at', 'Choose a moment within a year');
  await mustKnowFiles(tx, { pictures: [], attachments });
}
