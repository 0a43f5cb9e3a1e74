// Writes one text to a contact: from the number that the contact knows, through the gate like everything that
// leaves.
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import { recordConsent } from '#areas/messaging/compliance/compliance.service.ts';
import {
  findItem,
  heardFrom,
  openConversation,
  sentTextFile,
  textPurpose,
} from '#areas/messaging/conversations/conversations.service.ts';
import { numberFor } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { mustMayText, sendText } from '#areas/messaging/sends/sends.service.ts';
import type { ConversationItem } from '#contract/conversations.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import type { sendMessage as SendMessage, updatePermission as UpdatePermission } from '#contract/texting.ts';
import type { Ctx, Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { keepFile, type StoredFile, type UploadedFile } from '#kernel/files/files.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import type { Config } from '#kernel/ops/config.ts';
import { filesForText } from './texting.files.ts';
import { mediaAddress } from './texting.media.ts';

type Asked = InputOf<typeof SendMessage>['body'];

export async function sendMessage(ctx: Ctx, asked: Asked, uploaded: readonly UploadedFile[]): Promise<ConversationItem> {
  if (!ctx.platform.telephony) throw fail('phones.not_configured');
  mustHaveWords(asked, uploaded);
  const files = await filesForText(ctx, asked.attachments, uploaded);
  return inTenantOnce(ctx, (tx) => writeText(tx, ctx.platform.config, asked, files));
}

type Words = Pick<Asked, 'contact_id' | 'message_to' | 'message_content' | 'track_clicks'>;

/** `files` are stored, and kept from now on. */
export async function writeText(tx: Tx, config: Config, asked: Words, files: readonly StoredFile[]): Promise<ConversationItem> {
  await mustMayText(tx);
  const { id: contactId, phones, owner } = await getContactById(tx, asked.contact_id);
  const numbers = phones.map(({ number }) => number);
  const heard = await heardFrom(tx, contactId);
  const chosen =
    asked.message_to === ''
      ? (heard.find(({ address }) => numbers.includes(address))?.address ?? numbers[0])
      : normalPhone(asked.message_to);
  if (!chosen || !numbers.includes(chosen)) throw wrong('message_to', 'This is no number of the contact');
  const from = await numberFor(tx, { userId: tx.actor.userId, contactId });
  if (from === null) throw fail('texts.no_number');
  const body = asked.message_content.trim();
  const ownerId = owner?.id ?? tx.actor.userId;
  const conversationId = await openConversation(tx, { line: from, address: chosen, contactId, ownerId, body });
  const id = await sendText(tx, {
    contactId,
    from,
    to: chosen,
    body,
    media: files.map((file) => mediaAddress(config, file)),
    trackClicks: asked.track_clicks,
    conversationId,
    purpose: textPurpose(tx, heard, { line: from, address: chosen }),
    askedBy: tx.actor.userId,
  });
  for (const file of files) await keepFile(tx, file, { kind: sentTextFile, owner: id });
  return findItem(tx, conversationId, id);
}

function mustHaveWords({ message_content, mms, is_mss, attachments }: Asked, uploaded: readonly UploadedFile[]): void {
  const hasFiles = uploaded.length + attachments.length > 0;
  if (message_content.trim() === '' && !hasFiles) throw wrong('message_content', 'Write something');
  if ((mms || is_mss) && !hasFiles) throw wrong('file', 'Choose a file');
  if (uploaded.some(({ field }) => field !== 'file')) throw wrong('file', 'Send files as `file`');
}

export const updatePermission = (tx: Tx, { contact_id, permission, ...proof }: InputOf<typeof UpdatePermission>['body']) =>
  recordConsent(tx, contact_id, { ...proof, kind: permission ? 'given' : 'revoked', channels: ['text'] });
