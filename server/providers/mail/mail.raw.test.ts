// A message that is made at once is the one that the library's streams make.
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import type { Mail } from '#kernel/mail/mail.ts';
import { messageOf } from './mail.message.ts';
import { rawOf } from './mail.raw.ts';

const plain: Mail = {
  from: 'Harbor Benefits',
  to: { name: 'Rosa Alvarez', address: 'rosa@example.com' },
  subject: 'Hello',
  html: '<p>Hello <b>Rosa</b></p>',
  text: 'Hello Rosa\n.\nbye',
  messageKey: 'm1',
};
const picture = Buffer.from(Array.from({ length: 700 }, (_, place) => place % 256));
const mails: Record<string, Mail> = {
  plain,
  'with other letters': { ...plain, subject: 'Überweisung — done', text: 'Grüße, äöü '.repeat(40), html: '日本語'.repeat(90) },
  'with long lines and odd names': {
    ...plain,
    from: 'Rosa <thief@evil.example>\r\nBcc: x@evil.example',
    html: `<p>${'x'.repeat(2_000)} =20\t \n</p>`,
  },
  'with attachments, an answer and a link to refuse': {
    ...plain,
    attachments: [
      { name: 'räté.csv', type: 'text/csv', content: Buffer.from('a,b\r\nü\n') },
      { name: 'p.png', type: 'image/png', content: picture, cid: 'picture-1' },
    ],
    replyTo: { name: 'Ana, agent', address: 'ana@harbor.example' },
    answers: ['<a@x.example>', '<b@x.example>'],
    bouncesTo: 'b-1@reply.example',
    unsubscribe: 'https://crm.example/v1/mail_preferences/1.1.x',
  },
};

test.each(Object.keys(mails))('%s', async (name) => {
  const message = () => messageOf(mails[name] as Mail, 'no-reply@steward.test');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: streamed, messageId } = await transport.sendMail(message());
  const made = rawOf(message());
  expect(made.messageId).toBe(messageId);
  expect(comparable(made.raw)).toBe(comparable(streamed as Buffer));
});

/** Without what differs each time: the moment, and the marks between the parts. */
const comparable = (raw: Buffer) => raw.toString().replace(/^Date:.*$/m, '').replaceAll(/_NmP-\w+-Part_/g, 'part'); // biome-ignore format: one line
