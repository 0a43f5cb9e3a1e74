// Reading and answering conversations. An answer is a mail like any other: it passes the compliance gate.
import { sql } from 'kysely';
import { mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import { sendAnswer } from '#areas/messaging/sends/sends.service.ts';
import { emailFile } from '#areas/messaging/templates/templates.service.ts';
import type {
  answerConversation as AnswerConversation,
  Conversation,
  updateConversation as UpdateConversation,
} from '#contract/conversations.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Send } from '#contract/sends.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { listFiles } from '#kernel/files/files.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { answerMs, findConversation, idsTogether, isAside, sentTextFile } from './conversations.lists.ts';
import { receivedFile } from './conversations.receive.ts';
import { tellConversation, tellConversations } from './conversations.tell.ts';

export { heardFrom, textPurpose } from './conversations.heard.ts';
export { answerMs, findConversation, findItem, idsTogether, sentTextFile } from './conversations.lists.ts';
export { receivedFile } from './conversations.receive.ts';
export { openConversation, storeReceived } from './conversations.store.ts';
export { tellConversation } from './conversations.tell.ts';

/** A file of a message came in later than the message. */
export async function tellReceivedFile(tx: Tx, receivedId: number): Promise<void> {
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    select v.id, v.owner_id from received_messages r join conversations v on v.company_id = ${tx.companyId} and v.id = r.conversation_id
    where r.company_id = ${tx.companyId} and r.id = ${receivedId}`.execute(tx.db);
  if (rows[0]) await tellConversation(tx, rows[0]);
}

type Change = InputOf<typeof UpdateConversation>['body'];

/** A reader's change applies to all conversations with this person that the reader sees. */
export async function updateConversation(tx: Tx, id: number, change: Change): Promise<Conversation> {
  const { unread, flagged, contact_id, owner_id, done, snoozed_until } = change;
  const { owner } = await findConversation(tx, id);
  if (contact_id !== undefined) await mustReachContact(tx, contact_id);
  if (owner_id) await mustAssignTo(tx, { owner_id });
  if (snoozed_until !== undefined) mustComeWithinAYear(tx, snoozed_until);
  const ids = await idsTogether(tx, id);
  const aside = done || snoozed_until ? tx.clock() : null;
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    update conversations set
      contact_id = case when id = ${id} then coalesce(${contact_id ?? null}::bigint, contact_id) else contact_id end,
      unread = case when owner_id is not distinct from ${owner?.id ?? null}::bigint
        then coalesce(${unread ?? null}::boolean, unread and ${aside}::timestamptz is null) else unread end,
      flagged = coalesce(${flagged ?? null}::boolean, flagged),
      owner_id = case when ${owner_id === undefined} then owner_id else ${owner_id ?? null}::bigint end,
      set_aside_at = case when ${done === undefined && snoozed_until === undefined} then set_aside_at else greatest(${aside}::timestamptz, case when ${aside !== null} then last_at end) end,
      snoozed_until = case when ${done === undefined && snoozed_until === undefined} then snoozed_until else ${snoozed_until ?? null}::timestamptz end
    where company_id = ${tx.companyId} and id = any(${ids}::bigint[]) returning id, owner_id`.execute(tx.db);
  await tellConversations(tx, rows);
  // The previous readers hear that the conversation went to somebody else.
  if (owner_id !== undefined && owner_id !== owner?.id) await tellConversation(tx, { id, owner_id: owner?.id ?? null });
  return findConversation(tx, id, { given: owner_id !== undefined });
}

function mustComeWithinAYear(tx: Tx, moment: string): void {
  const wait = Date.parse(moment) - tx.clock().getTime();
  if (wait <= 0 || wait > yearMs) throw wrong('snoozed_until', 'Choose a moment within a year');
}

const yearMs = 366 * 86_400_000;

export async function answerConversation(
  tx: Tx,
  id: number,
  { text, attachments, track_clicks }: InputOf<typeof AnswerConversation>['body'],
): Promise<Send> {
  const { contact, owner, can } = await findConversation(tx, id);
  if (!contact || !can.answer) throw fail('conversations.unmatched');
  const { rows } = await sql<{ message_key: string; subject: string; at: string }>`
    select message_key, subject, at from received_messages where company_id = ${tx.companyId} and conversation_id = ${id}
    order by at desc, id desc limit 10`.execute(tx.db);
  const [last] = rows;
  const isSoon = last !== undefined && tx.clock().getTime() - Date.parse(last.at) < answerMs;
  const send = await sendAnswer(tx, {
    conversationId: id,
    contactId: contact.id,
    subject: `Re: ${(last?.subject ?? '').replace(/^(?:(?:re|aw|sv|fwd?):\s*)+/i, '')}`.slice(0, 200).trim(),
    text,
    attachments,
    trackClicks: track_clicks,
    purpose: isSoon ? 'reply' : 'service',
    answers: rows
      .map(({ message_key }) => message_key)
      .filter((key) => /^<[^<>\s]+>$/.test(key))
      .toReversed(),
  });
  const now = tx.clock();
  // Set aside it stays so: it comes back when the contact writes, or at its hour.
  await sql`
    update conversations v set unread = false, last_at = ${now}, excerpt = ${text.replace(/\s+/g, ' ').trim().slice(0, 200)},
      set_aside_at = case when ${isAside('v')} then ${now}::timestamptz else v.set_aside_at end
    where v.company_id = ${tx.companyId} and v.id = ${id}`.execute(tx.db);
  await tellConversation(tx, { id, owner_id: owner?.id ?? null });
  return send;
}

export async function downloadReceived(ctx: Ctx, { id, file_id }: { id: number; file_id: number }): Promise<Download> {
  const file = await inTenant(ctx, async (tx) => {
    await findConversation(tx, id);
    const { rows } = await sql<{ id: number; kind: string }>`
      select r.id, f.kind from received_messages r join files f on f.company_id = ${tx.companyId} and f.kind = ${receivedFile} and f.owner_id = r.id
      where r.company_id = ${tx.companyId} and r.conversation_id = ${id} and f.id = ${file_id}
      union all select m.id, f.kind from messages m join files f on f.company_id = ${tx.companyId} and f.kind = ${sentTextFile} and f.owner_id = m.id
      where m.company_id = ${tx.companyId} and m.conversation_id = ${id} and f.id = ${file_id}
      union all select f.owner_id, f.kind from messages m join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
        join files f on f.company_id = ${tx.companyId} and f.kind = ${emailFile} and f.owner_id = any(s.attachments)
      where m.company_id = ${tx.companyId} and m.conversation_id = ${id} and f.id = ${file_id} limit 1`.execute(tx.db);
    const files = rows[0] ? await listFiles(tx, { kind: rows[0].kind, owner: rows[0].id }) : [];
    return files.find((each) => each.id === file_id);
  });
  if (!file) throw fail('not_found');
  const { name, type, size } = file;
  return { name, type, size, read: (start, end) => ctx.platform.storage.read(file, start, end) };
}
