// Tests of SMTP alone: refusals, TLS, envelopes, the installation's signature. All adapters: mail.test.ts.
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type MailProvider, MailRefused } from '#kernel/mail/mail.ts';
import type { SmtpConfig } from '#kernel/mail/mailConfig.ts';
import { checkDkim } from '#tests/support/dkim.ts';
import { hello } from '#tests/support/mailContract.ts';
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

test('the sender may be an address alone', async () => {
  const { url, received } = await aMailServer();
  await open({ url, from: 'no-reply@steward.example' }).send(hello);
  expect(received[0]?.mail.from).toEqual({ name: 'Harbor Benefits', address: 'no-reply@steward.example' });
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

test('the state of the server is known: it lets us in, or why not', async () => {
  const { url, port } = await aMailServer();
  expect(await open({ url }).check?.()).toBeNull();
  expect(await open({ url: `smtp://steward:wrong@127.0.0.1:${port}` }).check?.()).toContain('EAUTH');
  expect(await open({ url: 'smtp://127.0.0.1:1' }).check?.()).toBeTruthy();
});

test('mails that cannot be delivered come back to an address of their own', async () => {
  const { url, received } = await aMailServer();
  await open({ url }).send({ ...hello, bouncesTo: 'b-1@reply.example.com' });
  expect(received).toMatchObject([{ from: 'b-1@reply.example.com', to: ['rosa@example.com'] }]);
});

test('the installation’s own mail is signed, where its operator has a key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { url, received } = await aMailServer();
  const dkim = { domainName: 'steward.example', keySelector: 's1', privateKey };
  await open({ url, dkim }).send(hello);
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(checkDkim(received[0]?.raw.toString('latin1') ?? '', pem)).toMatchObject({
    body: true,
    signature: true,
    domain: 'steward.example',
    signed: expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']),
  });
});
