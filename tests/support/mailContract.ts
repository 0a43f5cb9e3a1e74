// The promises of the mail port, tested with every adapter.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mail, type MailProvider, MailRefused, type MailSender } from '#kernel/mail/mail.ts';
import { checkDkim } from './dkim.ts';

export interface OpenMail {
  mail: MailProvider;
  /** The mails that were accepted, as their receivers get them, and the receiver of each. */
  received(): Promise<{ raw: Buffer; to: string[] }[]>;
}

export const hello: Mail = {
  from: 'Harbor Benefits',
  to: { name: 'Rosa Alvarez', address: 'rosa@example.com' },
  subject: 'Überweisung — done',
  html: '<p>Hello <b>Rosa</b></p>',
  text: 'Hello Rosa\n.\nbye',
};

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** An address of a company's own domain; the adapter may send for it. */
export const ofCompany: MailSender = {
  address: 'ana@harbor.example',
  dkim: {
    domainName: 'harbor.example',
    keySelector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
};

export function contractOf(name: string, open: () => Promise<OpenMail>): void {
  describe(`the port, by ${name}`, () => {
    let mail: MailProvider;
    let received: OpenMail['received'];
    beforeAll(async () => {
      ({ mail, received } = await open());
    });
    afterAll(() => mail.close());

    const last = async () => {
      const one = (await received()).at(-1);
      if (!one) throw new Error('nothing has arrived');
      return { ...one, parsed: await PostalMime.parse(one.raw) };
    };

    test('a mail arrives as HTML and text with its files, from the sender, at its recipient alone', async () => {
      const file = { name: 'räté.csv', type: 'text/csv', content: Buffer.from('a,b\n') };
      const { id } = await mail.send({ ...hello, attachments: [file] });
      const { to, parsed } = await last();
      expect(id).not.toBe('');
      expect(to).toEqual(['rosa@example.com']);
      expect(parsed).toMatchObject({
        from: { name: 'Harbor Benefits', address: expect.stringMatching(/^no-reply@steward\.(?:example|test)$/) },
        to: [{ name: 'Rosa Alvarez', address: 'rosa@example.com' }],
        subject: 'Überweisung — done',
        attachments: [{ filename: 'räté.csv', mimeType: 'text/csv' }],
      });
      expect(parsed.messageId).toBe(id);
      expect(parsed.html).toContain('<p>Hello <b>Rosa</b></p>');
      expect(parsed.text?.trimEnd()).toBe('Hello Rosa\n.\nbye');
      expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    });

    test('mails at once do not wait for each other for ever, and each has a name of its own', async () => {
      const sent = await Promise.all(Array.from({ length: 12 }, () => mail.send(hello)));
      expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
    });

    test('nothing that a person or a company is called becomes a header or another recipient', async () => {
      for (const odd of oddNames) {
        const to = { name: odd, address: 'rosa@example.com' };
        await mail.send({ ...hello, from: odd, to, subject: `Hi ${odd}\r\nX-Evil: 1\r\n\r\nBody` });
        const arrived = await last();
        expect(arrived.to).toEqual(['rosa@example.com']);
        expect(arrived.parsed.to?.map(({ address }) => address)).toEqual(['rosa@example.com']);
        expect(arrived.parsed.from?.address).toMatch(/^no-reply@/);
        expect(arrived.parsed.headers.map(({ key }) => key).toSorted()).toEqual(plainHeaders);
        expect(arrived.raw.toString('latin1')).not.toMatch(/^(?:bcc|cc|x-evil):/im);
        expect(arrived.parsed.text?.trimEnd()).toBe('Hello Rosa\n.\nbye');
      }
    });

    test('what is no single address is refused for good before anything leaves', async () => {
      const before = (await received()).length;
      for (const address of oddAddresses)
        await expect(mail.send({ ...hello, to: { name: 'Rosa', address } })).rejects.toThrow(MailRefused);
      expect(await received()).toHaveLength(before);
    });

    test('no file and no page is read into a mail, whatever its text looks like', async () => {
      const html = '<img src="file:///etc/passwd"><img src="http://127.0.0.1:1/secret">';
      await mail.send({ ...hello, html, text: '/etc/passwd' });
      const { parsed } = await last();
      expect(parsed).toMatchObject({ html: expect.stringContaining('file:///etc/passwd'), attachments: [] });
    });

    test('a mail of a company’s own address is signed with its key, one click to unsubscribe included (RFC 6376, 8058)', async () => {
      await mail.send({ ...hello, sender: ofCompany, unsubscribe: 'https://crm.example/v1/mail_preferences/1.1.x' });
      const { raw, parsed } = await last();
      const text = raw.toString('latin1');
      expect(parsed.from).toEqual({ name: 'Harbor Benefits', address: 'ana@harbor.example' });
      expect(checkDkim(text, publicPem)).toMatchObject({
        body: true,
        signature: true,
        domain: 'harbor.example',
        selector: 's1',
        signed: expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
      });
      expect(checkDkim(text.replace('Rosa', 'Eva'), publicPem).signature).toBe(false);
    });

    test('an answer names its conversation, and goes where the sender wants it', async () => {
      const replyTo = { name: 'Ana', address: 'r-1@reply.example.com' };
      await mail.send({ ...hello, replyTo, bouncesTo: 'b-1@reply.example.com', answers: ['<a@x.example>', '<b@x.example>'] });
      expect((await last()).parsed).toMatchObject({
        replyTo: [replyTo],
        inReplyTo: '<b@x.example>',
        references: '<a@x.example> <b@x.example>',
      });
    });

    test('where it can be asked for a mail, it knows the sent ones and no others', async () => {
      const messageKey = `m1.2.${randomUUID()}.0`;
      expect((await mail.find?.(messageKey)) ?? false).toBe(false);
      await mail.send({ ...hello, messageKey });
      if (mail.find) expect(await mail.find(messageKey)).toBe(true);
    });

    test('it answers, and lets us in', async () => {
      expect(await mail.check?.()).toBeNull();
    });
  });
}

const oddNames = [
  'Rosa\r\nBcc: thief@evil.example',
  'Rosa <thief@evil.example>, Ana',
  '"Rosa" <thief@evil.example>',
  'a@b.example, thief@evil.example',
  'Rosa\u0000\n\nBody',
  '=?utf-8?q?Rosa=0D=0ABcc=3A_thief=40evil.example?=',
];
const oddAddresses = [
  '',
  'rosa',
  'rosa@example.com, thief@evil.example',
  'rosa@example.com\r\nRCPT TO:<x@y.example>',
  '<a@b.example>',
];
const plainHeaders = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

/** On the service itself, where `LIVE_…` names an account: a mail to the operator's own address, else skipped. */
export function liveContractOf(name: string, open: () => MailProvider | null, to: string | undefined): void {
  const mail = open();
  test.skipIf(!mail || !to)(`${name} itself takes a mail, and lets us in`, async () => {
    expect(await mail?.check?.()).toBeNull();
    const sent = await mail?.send({ ...hello, to: { name: 'Steward', address: to ?? '' } });
    expect(sent?.id).toMatch(/\S/);
    mail?.close();
  });
}
