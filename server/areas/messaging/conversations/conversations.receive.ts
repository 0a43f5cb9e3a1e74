// Takes one mail that arrived: an event of the mail that it is about, or a message of a conversation. A mail that came before changes nothing.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { type Answered, companiesOf, findByAddress, findByMessageId, recordEvent } from '#areas/messaging/sends/sends.service.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { cleanFileName } from '#kernel/files/fileNames.ts';
import { keepFile, type StoredFile, storeFile } from '#kernel/files/files.ts';
import type { HookKind } from '#kernel/http/hooks.ts';
import { parseMail, type ReceivedMail } from './conversations.parse.ts';
import { tellConversation } from './conversations.tell.ts';

/** Why the bytes are stored: the kind of `files`. */
export const receivedFile = 'received file';

/** Mails come by the company's own mail server, or through the mail service of the installation: then the address that we made says whose it is. */
export const mailHook: HookKind = {
  name: 'mail',
  handle: receiveMail,
  shared: {
    namedBy: (report) => (report.kind === 'received' ? companiesOf(report.to) : []),
    knows: async (tx, report) => report.kind === 'received' && (await findByAddress(tx, report.to)) !== null,
    bodyOf: (report) => (report.kind === 'received' ? report.raw : Buffer.alloc(0)),
  },
};

export async function receiveMail(ctx: WorkCtx, raw: Buffer): Promise<void> {
  const mail = await parseMail(raw);
  if (mail.report || mail.from.address === '') return inTenant(ctx, (tx) => report(tx, mail));
  if (await inTenant(ctx, (tx) => isKnown(tx, mail))) return;
  const files: (StoredFile & { cid: string })[] = [];
  for (const { name, cid, content } of mail.files) {
    const stored = await storeFile(ctx, { name: cleanFileName(name), content: Readable.from([content]) }).catch(
      (err: unknown) => {
        // A full storage keeps out the file, never the words.
        ctx.log.warn({ err }, 'a file of a mail could not be stored');
        return null;
      },
    );
    if (stored) files.push({ ...stored, cid });
  }
  await inTenant(ctx, (tx) => storeMail(tx, mail, files));
}

/** Records a report on a mail of ours; a report on an unknown mail is dropped. */
async function report(tx: Tx, { report, to, answers, key }: ReceivedMail): Promise<void> {
  const about = (await findByAddress(tx, to)) ?? (await findByMessageId(tx, answers));
  if (!report || !about) return;
  const { kind, permanent, detail } = report;
  await recordEvent(tx, { messageId: about.id, kind, permanent, detail, at: tx.clock(), key: `mail:${key}` });
}

async function isKnown(tx: Tx, { key }: ReceivedMail): Promise<boolean> {
  const { rows } = await sql`
    select id from received_messages where company_id = ${tx.companyId} and message_key = ${key}`.execute(tx.db);
  return rows.length > 0;
}

async function storeMail(tx: Tx, mail: ReceivedMail, files: readonly (StoredFile & { cid: string })[]): Promise<void> {
  const { from, automatic } = mail;
  // By the address alone its receiver can have written; a Message-ID may be quoted by people who got it forwarded.
  const answered = (await findByAddress(tx, mail.to)) ?? (await findByMessageId(tx, mail.answers));
  const { contactId, ownerId } = await matchOf(tx, answered, from.address);
  const excerpt = (mail.text || mail.subject).replace(/\s+/g, ' ').slice(0, 200);
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    insert into conversations (company_id, channel, line, their_address, their_name, contact_id, owner_id, subject, excerpt, last_at, unread)
    values (${tx.companyId}, 'email', ${String(ownerId ?? '')}, ${from.address}, ${from.name}, ${contactId}, ${ownerId}, ${mail.subject}, ${excerpt}, ${tx.clock()}, ${!automatic})
    on conflict (company_id, channel, line, their_address) do update set
      their_name = case when excluded.their_name = '' then conversations.their_name else excluded.their_name end,
      contact_id = coalesce(conversations.contact_id, excluded.contact_id),
      subject = case when ${automatic} then conversations.subject else excluded.subject end, excerpt = excluded.excerpt, last_at = excluded.last_at, unread = conversations.unread or excluded.unread
    returning id, owner_id`.execute(tx.db);
  const [stored] = rows;
  const conversationId = stored?.id ?? 0;
  const received = await tx.db
    .insertInto('received_messages')
    .values({
      company_id: tx.companyId,
      conversation_id: conversationId,
      message_key: mail.key,
      from_name: from.name,
      from_address: from.address,
      subject: mail.subject,
      body: mail.text,
      html: mail.html,
      cids: JSON.stringify(Object.fromEntries(files.flatMap(({ id, cid }) => (cid ? [[cid, id]] : [])))),
      automatic,
      answers_id: answered?.id ?? null,
      at: tx.clock(),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'message_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!received) return;
  for (const file of files) await keepFile(tx, file, { kind: receivedFile, owner: received.id });
  if (answered) {
    await sql`
      update messages set conversation_id = ${conversationId}
      where company_id = ${tx.companyId} and id = ${answered.id} and conversation_id is null`.execute(tx.db);
    if (!automatic) await recordEvent(tx, { messageId: answered.id, kind: 'replied', at: tx.clock(), key: `mail:${mail.key}` });
  }
  await tellConversation(tx, { id: conversationId, owner_id: stored?.owner_id ?? null });
}

/** The mail that it answers says which contact; else the contact with this address that changed last. */
async function matchOf(
  tx: Tx,
  answered: Answered | null,
  address: string,
): Promise<{ contactId: number | null; ownerId: number | null }> {
  if (answered) return { contactId: answered.contact_id, ownerId: answered.asked_by };
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    select c.id, c.owner_id from contacts c where c.company_id = ${tx.companyId} and c.email = ${address} and c.deleted_at is null
    order by c.updated_at desc, c.id desc limit 1`.execute(tx.db);
  return { contactId: rows[0]?.id ?? null, ownerId: rows[0]?.owner_id ?? null };
}
