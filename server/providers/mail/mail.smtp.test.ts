// Sends to a real SMTP server: what it receives, and how refusals are handled.
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type Mail, type MailProvider, MailRefused } from '#kernel/mail/mail.ts';
import type { SmtpConfig } from '#kernel/mail/mailConfig.ts';
import { aMailServer } from '#tests/support/smtp.ts';
import { smtpMail } from './mail.smtp.ts';

const opened: MailProvider[] = [];
afterEach(() => {
  for (const mail of opened.splice(0)) mail.close();
});

function open(config: Partial<SmtpConfig> & { url: string }): MailProvider {
  const mail = smtpMail({ from: 'Steward <no-reply@steward.example>', dkim: null, ...config });
  opened.push(mail);
  return mail;
}

const hello: Mail = {
  from: 'Harbor Benefits',
  to: { name: 'Rosa Alvarez', address: 'rosa@example.com' },
  subject: 'Überweisung — done',
  html: '<p>Hello <b>Rosa</b></p>',
  text: 'Hello Rosa\n.\nbye',
};

test('a mail arrives as HTML and text, with the right sender and recipient', async () => {
  const { url, received } = await aMailServer();
  const { id } = await open({ url }).send({
    ...hello,
    attachments: [{ name: 'räté.csv', type: 'text/csv', content: Buffer.from('a,b\n') }],
  });

  expect(received).toMatchObject([{ from: 'no-reply@steward.example', to: ['rosa@example.com'] }]);
  const [{ mail }] = received as [(typeof received)[0]];
  expect(mail).toMatchObject({
    from: { name: 'Harbor Benefits', address: 'no-reply@steward.example' },
    to: [{ name: 'Rosa Alvarez', address: 'rosa@example.com' }],
    subject: 'Überweisung — done',
    messageId: id,
    attachments: [{ filename: 'räté.csv', mimeType: 'text/csv' }],
  });
  expect(mail.html).toContain('<p>Hello <b>Rosa</b></p>');
  expect(mail.text?.trimEnd()).toBe('Hello Rosa\n.\nbye');
  expect(id).toMatch(/^<[0-9a-f-]{36}@steward\.example>$/);
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
});

test('the sender may be an address alone', async () => {
  const { url, received } = await aMailServer();
  await open({ url, from: 'no-reply@steward.example' }).send(hello);
  expect(received[0]?.mail.from).toEqual({ name: 'Harbor Benefits', address: 'no-reply@steward.example' });
});

test('connections are kept, and mails at once do not wait for each other for ever', async () => {
  const { url, received } = await aMailServer();
  const mail = open({ url });
  await Promise.all(Array.from({ length: 12 }, () => mail.send(hello)));
  expect(new Set(received.map((one) => one.mail.messageId)).size).toBe(12);
});

test('nothing that a person or a company is called becomes a header or another recipient', async () => {
  const { url, received } = await aMailServer();
  const mail = open({ url });
  const names = [
    'Rosa\r\nBcc: thief@evil.example',
    'Rosa <thief@evil.example>, Ana',
    '"Rosa" <thief@evil.example>',
    'a@b.example, thief@evil.example',
    'Rosa\u0000\n\nBody',
    '=?utf-8?q?Rosa=0D=0ABcc=3A_thief=40evil.example?=',
  ];
  for (const name of names)
    await mail.send({
      ...hello,
      from: name,
      to: { name, address: 'rosa@example.com' },
      subject: `Hi ${name}\r\nX-Evil: 1\r\n\r\nBody`,
    });

  expect(received.map(({ to }) => to)).toEqual(names.map(() => ['rosa@example.com']));
  for (const { mail, raw } of received) {
    expect(mail.to?.map(({ address }) => address)).toEqual(['rosa@example.com']);
    expect(mail.from?.address).toBe('no-reply@steward.example');
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].toSorted(),
    );
    expect(raw.toString('latin1')).not.toMatch(/^(?:bcc|cc|x-evil):/im);
    expect(mail.text?.trimEnd()).toBe('Hello Rosa\n.\nbye');
  }
});

test('what is no single address is refused before any server is asked', async () => {
  const { url, received } = await aMailServer();
  const mail = open({ url });
  for (const address of [
    '',
    'rosa',
    'rosa@example.com, thief@evil.example',
    'rosa@example.com\r\nRCPT TO:<x@y.example>',
    '<a@b.example>',
  ])
    await expect(mail.send({ ...hello, to: { name: 'Rosa', address } })).rejects.toThrow(MailRefused);
  expect(received).toEqual([]);
});

test('no file and no page is read into a mail, whatever its text looks like', async () => {
  const { url, received } = await aMailServer();
  const href = 'http://127.0.0.1:1/secret';
  await open({ url }).send({ ...hello, html: `<img src="file:///etc/passwd"><img src="${href}">`, text: '/etc/passwd' });
  expect(received[0]?.mail).toMatchObject({ html: expect.stringContaining('file:///etc/passwd'), attachments: [] });
});

test('a no to the recipient or to the content is for good; a not now is no such thing', async () => {
  let code = 550;
  let of: 'to' | 'raw' = 'to';
  const { url, received } = await aMailServer({ answer: (about) => (of in about ? code : 250) });
  const mail = open({ url });

  await expect(mail.send(hello)).rejects.toThrow(new MailRefused('EENVELOPE RCPT TO 550'));
  code = 450;
  const later = await mail.send(hello).catch((error: Error) => error);
  expect(later).not.toBeInstanceOf(MailRefused);
  expect(later).toMatchObject({ message: 'mail not taken: EENVELOPE RCPT TO 450' });

  of = 'raw';
  code = 554;
  await expect(mail.send(hello)).rejects.toThrow(new MailRefused('EMESSAGE DATA 554'));
  code = 451;
  expect(await mail.send(hello).catch((error: Error) => error)).not.toBeInstanceOf(MailRefused);

  code = 250;
  await mail.send(hello);
  expect(received).toHaveLength(1);
});

test('a wrong password, and a server that is not there, are not for good: the operator mends them', async () => {
  const { port } = await aMailServer();
  for (const url of [`smtp://steward:wrong@127.0.0.1:${port}`, 'smtp://127.0.0.1:1']) {
    const error = await open({ url })
      .send(hello)
      .catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(JSON.stringify(error) + (error as Error).message).not.toMatch(/rosa@|wrong/);
  }
});

test('a server elsewhere that offers no TLS gets no password and no mail, unless that is allowed', async () => {
  const { port, received } = await aMailServer();
  // 0.0.0.0 is this machine too, but not a loopback address.
  const elsewhere = `smtp://steward:p%40ss%20word@0.0.0.0:${port}`;
  await expect(open({ url: elsewhere }).send(hello)).rejects.toThrow(/STARTTLS|ETLS/);
  expect(received).toEqual([]);
  await open({ url: `${elsewhere}?tls=optional` }).send(hello);
  expect(received).toHaveLength(1);
});

test('a mail that can be ended with one click has that signed, too (RFC 8058)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { url, received } = await aMailServer();
  const dkim = { domainName: 'steward.example', keySelector: 's1', privateKey };
  await open({ url, dkim }).send({ ...hello, unsubscribe: 'https://crm.example/v1/mail_preferences/1.1.x' });
  const raw = received[0]?.raw.toString('latin1') ?? '';
  const checked = checkDkim(raw, publicKey.export({ type: 'spki', format: 'pem' }).toString());
  expect(checked).toMatchObject({ body: true, signature: true });
  expect(checked.signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
});

test('the state of the server is known: it lets us in, or why not', async () => {
  const { url, port } = await aMailServer();
  expect(await open({ url }).check?.()).toBeNull();
  expect(await open({ url: `smtp://steward:wrong@127.0.0.1:${port}` }).check?.()).toContain('EAUTH');
  expect(await open({ url: 'smtp://127.0.0.1:1' }).check?.()).toBeTruthy();
});

test('mails that cannot be delivered come back to an address of their own, and an answer names its conversation', async () => {
  const { url, received } = await aMailServer();
  await open({ url }).send({ ...hello, bouncesTo: 'b-1@reply.example.com', answers: ['<a@x.example>', '<b@x.example>'] });
  expect(received).toMatchObject([{ from: 'b-1@reply.example.com', to: ['rosa@example.com'] }]);
  expect(received[0]?.mail).toMatchObject({ inReplyTo: '<b@x.example>', references: '<a@x.example> <b@x.example>' });
});

test('mail is signed, so that its receiver can hold it against the domain (RFC 6376)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { url, received } = await aMailServer();
  const dkim = { domainName: 'steward.example', keySelector: 's1', privateKey };
  await open({ url, dkim }).send(hello);

  const raw = received[0]?.raw.toString('latin1') ?? '';
  expect(checkDkim(raw, publicKey.export({ type: 'spki', format: 'pem' }).toString())).toMatchObject({
    body: true,
    signature: true,
    domain: 'steward.example',
    selector: 's1',
    signed: expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']),
  });
  expect(checkDkim(raw.replace('Rosa', 'Eva'), publicKey.export({ type: 'spki', format: 'pem' }).toString()).signature).toBe(
    false,
  );
});

/** Checks a relaxed/relaxed DKIM signature by hand, as a receiver would. */
function checkDkim(raw: string, pem: string) {
  const split = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, split)
    .split(/\r\n(?![ \t])/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).toLowerCase(), value: line.slice(line.indexOf(':') + 1) }));
  const relaxed = (value: string) =>
    value
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim();
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.value ?? '';
  const tags = Object.fromEntries(
    relaxed(signature)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(' ', '')]),
  );
  const body = `${raw
    .slice(split + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '')}\r\n`;
  const signed = (tags.h ?? '').toLowerCase().split(':');
  const covered = signed.map((name) => `${name}:${relaxed(headers.find((header) => header.name === name)?.value ?? '')}\r\n`);
  const unsigned = relaxed(signature.replace(/\bb=[\s\S]*?(?=;|$)/, 'b='));
  const bytes = Buffer.from(`${covered.join('')}dkim-signature:${unsigned}`, 'latin1');
  return {
    body: createHash('sha256').update(Buffer.from(body, 'latin1')).digest('base64') === tags.bh,
    signature: verify('sha256', bytes, createPublicKey(pem), Buffer.from(tags.b ?? '', 'base64')),
    domain: tags.d,
    selector: tags.s,
    signed,
  };
}
