// A mail in the form of the library, for all adapters.
import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { type Mail, MailRefused } from '#kernel/mail/mail.ts';

/** Of `Steward <no-reply@example.com>`, or of only the address. */
export const addressOf = (sender: string): string => sender.match(/<(.*)>$/)?.[1] ?? sender;

/** Passes addresses as objects, not as text: a name may contain commas and brackets. */
export function messageOf(mail: Mail, address: string, signed: string = signedHeaders): SendMailOptions {
  const {
    from,
    to,
    subject,
    html,
    text,
    attachments = [],
    replyTo,
    messageKey = randomUUID(),
    unsubscribe,
    bouncesTo,
    answers = [],
    sender,
  } = mail;
  if (!/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(to.address)) throw new MailRefused('EADDRESS');
  return {
    from: { name: from, address: sender?.address ?? address },
    to: { name: to.name, address: to.address },
    subject,
    html,
    text,
    attachments: attachments.map(({ name, type, content, cid }) => ({
      filename: name,
      contentType: type,
      content,
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    })),
    messageId: messageIdOf(messageKey, address),
    ...(bouncesTo && { envelope: { from: bouncesTo, to: to.address } }),
    ...(answers.length > 0 && { inReplyTo: answers.at(-1) as string, references: answers }),
    ...(replyTo && { replyTo: { name: replyTo.name, address: replyTo.address } }),
    headers: unsubscribe
      ? {
          // `prepared`: kept as they are, so that the signature covers them.
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
          'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
        }
      : { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no out-of-office answers
    ...(sender && { dkim: { ...sender.dkim, headerFieldNames: signed } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * The library's own list leaves out List-Unsubscribe-Post, without whose signature no mail program offers one
 * click (RFC 8058).
 */
export const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post';

export const messageIdOf = (messageKey: string, address: string) =>
  `<${messageKey}@${address.slice(address.lastIndexOf('@') + 1)}>`;
