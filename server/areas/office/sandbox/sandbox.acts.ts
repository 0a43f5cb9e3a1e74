// Receivers in the demo's mailbox: each act makes the mail that a real mail server would post, signed, to the real webhook.
import { randomUUID } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Email } from 'postal-mime';
import { refuseMail } from '#areas/messaging/sends/sends.service.ts';
import { callAs } from '#areas/messaging/webhooks/webhooks.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { actOnSandboxMail as ActOnSandboxMail, SandboxAct } from '#contract/sandbox.ts';
import type { PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { actsOn, findAnswerAddress, findUnsubscribeToken } from './sandbox.actsOn.ts';
import { getRow, parse } from './sandbox.service.ts';

export async function actOnMail(
  ctx: PublicCtx,
  id: number,
  { act, text }: InputOf<typeof ActOnSandboxMail>['body'],
): Promise<void> {
  const { raw, recipient } = await getRow(ctx.platform, id);
  const mail = await parse(raw);
  if (!actsOn(mail).includes(act)) throw fail('sandbox.not_answerable');
  if (act === 'unsubscribe') {
    await refuseMail(ctx, findUnsubscribeToken(mail) ?? '', 'marketing');
    return;
  }
  const answer = findAnswerAddress(mail);
  if (!answer) throw fail('sandbox.not_answerable');
  const receiver = { recipient, name: nameOf(mail, recipient), subject: mail.subject ?? '', messageId: mail.messageId ?? '' };
  await callAs(ctx, answer.companyId, 'mail', await written(messages[act](receiver, answer.address, text)));
}

interface Receiver {
  recipient: string;
  name: string;
  subject: string;
  messageId: string;
}
type MessageOf = (about: Receiver, to: string, text: string) => SendMailOptions;

const answerOf: MessageOf = ({ recipient, name, subject, messageId }, to, text) => ({
  from: { name, address: recipient },
  to,
  subject: `Re: ${subject}`,
  text,
  inReplyTo: messageId,
  references: messageId,
});

const reportOf = ({ messageId, recipient }: Receiver, to: string, type: string, fields: string): SendMailOptions => ({
  from: { name: 'Mail Delivery System', address: `mailer-daemon@${recipient.split('@')[1] ?? 'example.com'}` },
  to: to.replace(/^r-/, 'b-'),
  subject: type === 'delivery-status' ? 'Undelivered mail returned to sender' : 'Complaint about a message',
  text: 'A report of a mail server.',
  headers: { 'Auto-Submitted': 'auto-replied' },
  attachments: [
    { contentType: `message/${type}`, content: fields, contentTransferEncoding: '7bit', filename: false },
    {
      contentType: 'text/rfc822-headers',
      content: `Message-ID: ${messageId}\r\n`,
      contentTransferEncoding: '7bit',
      filename: false,
    },
  ],
});

const bounceOf =
  (status: string, words: string): MessageOf =>
  (about, to) =>
    reportOf(
      about,
      to,
      'delivery-status',
      `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${about.recipient}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${words}\r\n`,
    );

const messages: Record<Exclude<SandboxAct, 'unsubscribe'>, MessageOf> = {
  reply: (about, to, text) => answerOf(about, to, text || 'Thank you, please call me.'),
  out_of_office: (about, to) => ({
    ...answerOf(about, to, 'I am out of the office until Monday.'),
    subject: `Automatic reply: ${about.subject}`,
    headers: { 'Auto-Submitted': 'auto-replied' },
  }),
  bounce: bounceOf('5.1.1', 'No such mailbox'),
  full_mailbox: bounceOf('5.2.2', 'The mailbox is full'),
  spam: (about, to) => reportOf(about, to, 'feedback-report', 'Feedback-Type: abuse\r\nUser-Agent: Demo/1\r\nVersion: 1\r\n'),
};

const nameOf = ({ to = [] }: Email, address: string) => to.find((one) => one.address === address)?.name ?? '';

/** Made by the same library as our own mail. */
async function written(message: SendMailOptions): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: raw } = await transport.sendMail({ ...message, messageId: `<${randomUUID()}@example.com>` });
  if (!Buffer.isBuffer(raw)) throw new TypeError('the message is to come whole');
  return raw;
}
