// Calls of SNS: signed by it, of our topic, and nothing else is asked for on the way.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { MailUnavailable } from '#kernel/mail/mail.ts';
import { aTopic, eventOf, receivedOf, topicArn, webhookToken } from '#tests/support/ses.ts';
import { type SnsCall, snsReports } from './mail.sns.ts';
import { sandboxSns } from './sns.sandbox.ts';

const bytes = (call: object) => Buffer.from(JSON.stringify(call));
const open = (topic = aTopic(), fetch = topic.fetch) => ({
  topic,
  reports: snsReports({ topics: [topicArn], token: webhookToken }, fetch),
});
const mail = { id: '0100abc-1', to: ['rosa@example.com'], tags: { steward: 'm1_2_abc_0' } };
const bounce = eventOf(mail, 'Permanent', new Date('2026-11-24T10:00:00Z'));

test('a signed call of our topic is read, in both ways of signing; the certificate is fetched once', async () => {
  const { reports, topic } = open();
  const fate = { kind: 'bounced', messageKey: 'm1.2.abc.0', id: '<0100abc-1@email.amazonses.com>', permanent: true };
  for (const SignatureVersion of ['1', '2'] as const)
    expect(await reports.read(bytes(topic.notify(bounce, { SignatureVersion, Subject: 'Amazon SES' })))).toMatchObject({
      ...fate,
      at: '2026-11-24T10:00:00.000Z',
      detail: '5.1.1 smtp; 550 5.1.1 no',
    });
  expect(topic.asked).toEqual(['https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123abcd.pem']);
});

test('a call that SNS did not sign, or not so, is forged', async () => {
  const { reports, topic } = open();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const own = sandboxSns({ arn: topicArn, key: privateKey, certificate: '' }).notify(bounce);
  const good = topic.notify(bounce);
  const { Signature: _, ...unsigned } = good;
  for (const call of [
    own,
    unsigned,
    { ...good, Message: good.Message.replace('rosa', 'eva') },
    { ...good, MessageId: 'another' },
    { ...good, Subject: 'added' },
    { ...good, SignatureVersion: '1' },
    { ...good, SignatureVersion: '3' },
    { ...good, Signature: 'AAAA' },
    { ...good, Type: 'UnsubscribeConfirmation' },
    {},
  ])
    expect(await reports.read(bytes(call))).toBe('forged');
  expect(await reports.read(Buffer.from('{'))).toBe('forged');
});

test('of any other topic it is forged, though SNS signed it', async () => {
  const arn = 'arn:aws:sns:us-east-1:999999999999:mail';
  const theirs = aTopic(arn);
  const { reports } = open(theirs);
  expect(await reports.read(bytes(theirs.notify(bounce)))).toBe('forged');
  expect(await reports.read(bytes(theirs.ask()))).toBe('forged');
  expect(theirs.asked).toEqual([]);
});

test.each([
  'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
  'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
  'https://evil.example/sns.us-east-1.amazonaws.com/x.pem',
  'https://sns.us-east-1.amazonaws.com@evil.example/x.pem',
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
  'https://sns.us-east-1.amazonaws.com:8443/x.pem',
  'https://sns.us-east-1.amazonaws.com/../x.pem',
  'https://sns.us-east-1.amazonaws.com/?x=.pem',
  'https://attacker.s3.amazonaws.com/x.pem',
])('no certificate is fetched from %s', async (SigningCertURL) => {
  const { reports, topic } = open();
  expect(await reports.read(bytes(topic.notify(bounce, { SigningCertURL })))).toBe('forged');
  expect(topic.asked).toEqual([]);
});

test('without its certificate nothing is known: SNS is to call again', async () => {
  const topic = aTopic();
  const answers = [
    () => Promise.reject(new Error('down')),
    async () => new Response('', { status: 503 }),
    async () => new Response('<html>'),
  ];
  for (const fetch of answers)
    await expect(open(topic, fetch).reports.read(bytes(topic.notify(bounce)))).rejects.toThrow(MailUnavailable);
});

test('a subscription is confirmed at the address of SNS, whatever address the call names', async () => {
  const { reports, topic } = open();
  const asked = topic.ask({ SubscribeURL: 'https://evil.example/confirm' });
  expect(await reports.read(bytes(asked))).toBe('nothing');
  expect(topic.confirmed).toEqual([asked.Token]);
  expect(topic.asked.every((url) => url.startsWith('https://sns.us-east-1.amazonaws.com/'))).toBe(true);
  const end: Partial<SnsCall> = { Type: 'UnsubscribeConfirmation' };
  expect(await reports.read(bytes(topic.ask(end)))).toBe('nothing');
  expect(topic.confirmed).toHaveLength(1);
});

test('what an event says of the mail', async () => {
  const { reports, topic } = open();
  const read = (event: object) => reports.read(bytes(topic.notify(event)));
  expect(await read(eventOf(mail, 'Send'))).toMatchObject({ kind: 'sent' });
  expect(await read(eventOf(mail, 'Delivery'))).toMatchObject({ kind: 'delivered' });
  expect(await read(eventOf(mail, 'Transient'))).toMatchObject({ kind: 'bounced', permanent: false });
  expect(await read(eventOf(mail, 'Complaint'))).toMatchObject({ kind: 'complained', detail: 'abuse' });
  const complaint = eventOf(mail, 'Complaint') as { complaint: object };
  const withField = (field: object) => read({ ...complaint, complaint: { ...complaint.complaint, ...field } });
  expect(await withField({ complaintFeedbackType: 'not-spam' })).toBe('nothing');
  // SES kept it back because of an earlier complaint.
  expect(await withField({ complaintSubType: 'OnAccountSuppressionList' })).toMatchObject({ kind: 'bounced', permanent: true });
  const blocked = eventOf(mail, 'Permanent') as { bounce: object };
  const bouncedRecipients = [{ status: '5.7.1', diagnosticCode: 'smtp; 550 5.7.1 blocked' }];
  expect(await read({ ...blocked, bounce: { ...blocked.bounce, bouncedRecipients } })).toMatchObject({ permanent: false });
  expect(await read(eventOf({ ...mail, tags: {} as never }, 'Permanent'))).toBe('nothing');
  expect(await read({ eventType: 'Open', mail: {} })).toBe('nothing');
  expect(await read({ hello: 'world' })).toBe('nothing');
});

test('a mail that arrived comes with the addresses that it was handed to', async () => {
  const { reports, topic } = open();
  const to = ['r-1-2-abc@reply.example.com', 'x@y.example\r\nEvil: 1'];
  const report = await reports.read(bytes(topic.notify(receivedOf('Subject: Hi\r\n\r\nHällo', to))));
  expect(report).toEqual({
    kind: 'received',
    to: [to[0]],
    raw: Buffer.from(`X-Original-To: ${to[0]}\r\nSubject: Hi\r\n\r\nHällo`),
  });
});

test('the address of the calls is the operator’s', () => {
  const { reports } = open();
  expect(reports.isAddress(webhookToken)).toBe(true);
  expect(reports.isAddress(`${webhookToken}x`)).toBe(false);
  expect(reports.isAddress('')).toBe(false);
});
