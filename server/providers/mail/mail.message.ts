// A mail in the form of the library, for SMTP and the sandbox.
import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { type Mail, MailRefused } from '#kernel/mail/mail.ts';

interface Sender {
  name: string;
  address: string;
}

/** `Steward <no-reply@example.com>`, or only the address. */
export function senderOf(from: string): Sender {
  const [, name, address] = from.match(/^(.*)<(.*)>$/) ?? [];
  return address === undefined ? { name: 'Steward', address: from } : { name: name?.trim() || 'Steward', address };
}

/** Passes addresses as objects, not as text: a name may contain commas and brackets. */
export function messageOf({ to, subject, html, text, attachments = [] }: Mail, from: Sender): SendMailOptions {
  if (!/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(to.address)) throw new MailRefused('EADDRESS');
  return {
    from,
    to: { name: to.name, address: to.address },
    subject,
    html,
    text,
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no out-of-office answers
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
