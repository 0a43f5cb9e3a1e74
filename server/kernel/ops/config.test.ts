// An operator's mail settings, and what stops the start.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const deployment = {
  DATABASE_URL: 'postgres://steward@db.example/steward',
  ENVELOPE_KEY: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_URL: 'https://crm.example',
};
const mail = { SMTP_URL: 'smtp://user:p%40ss@smtp.example:587', MAIL_FROM: 'Harbor Benefits <no-reply@crm.example>' };
const pemOf = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const dkim = { MAIL_DKIM_DOMAIN: 'crm.example', MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY: rsa };

test('mail needs a server and a sender, and signs where all three for DKIM are there', () => {
  expect(readConfig({ ...deployment, ...mail }).smtp).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM, dkim: null });
  expect(readConfig({ ...deployment }).smtp).toBeNull();
  for (const key of [rsa, rsa.replaceAll('\n', '\\n')]) {
    const { smtp } = readConfig({ ...deployment, ...mail, ...dkim, MAIL_DKIM_KEY: key });
    expect(smtp?.dkim).toMatchObject({ domainName: 'crm.example', keySelector: 's1', privateKey: { asymmetricKeyType: 'rsa' } });
  }
});

const ses = { SES_REGION: 'us-east-1', SES_ACCESS_KEY_ID: 'AKIA5555555555555555', SES_SECRET_ACCESS_KEY: 'a/secret' };
const topics = { SES_TOPICS: 'arn:aws:sns:us-east-1:123456789012:mail', SES_WEBHOOK_TOKEN: 'x'.repeat(32) };

test('mail leaves through SES instead of a server, with what SES tells where its topics are named', () => {
  const own = { ...deployment, ...ses, MAIL_FROM: mail.MAIL_FROM };
  const keys = { region: 'us-east-1', accessKeyId: ses.SES_ACCESS_KEY_ID, secretAccessKey: 'a/secret', from: mail.MAIL_FROM };
  expect(readConfig(own)).toMatchObject({
    smtp: null,
    ses: { ...keys, configurationSet: null, reports: null, dkim: null },
    mailDns: { spf: 'include:amazonses.com' },
  });
  const all = readConfig({ ...own, ...dkim, ...topics, SES_CONFIGURATION_SET: 'mail' }).ses;
  expect(all).toMatchObject({
    configurationSet: 'mail',
    reports: { topics: [topics.SES_TOPICS], token: topics.SES_WEBHOOK_TOKEN },
    dkim: { domainName: 'crm.example' },
  });
});

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'x'.repeat(32),
  TWILIO_API_KEY_SID: `SK${'0'.repeat(32)}`,
  TWILIO_API_KEY_SECRET: 'y'.repeat(32),
  TWILIO_VOICE_APP_SID: `AP${'0'.repeat(32)}`,
};

test('calls go over Twilio where an account has an API key and an application', () => {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, ...ofCalls } = twilio;
  const voice = { keySid: ofCalls.TWILIO_API_KEY_SID, keySecret: 'y'.repeat(32), app: ofCalls.TWILIO_VOICE_APP_SID };
  expect(readConfig({ ...deployment, ...twilio }).twilio?.voice).toEqual(voice);
  expect(readConfig({ ...deployment, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN }).twilio?.voice).toBeNull();
});

test.each<[string, Record<string, string>, RegExp]>([
  ['two ways out', { ...mail, ...ses }, /SES_REGION: stands instead of SMTP_URL/],
  [
    'half of SES',
    { MAIL_FROM: mail.MAIL_FROM, SES_REGION: 'us-east-1' },
    /SES_ACCESS_KEY_ID: must be set.*\n.*SES_SECRET_ACCESS_KEY: must/,
  ],
  ['SES without a sender', ses, /MAIL_FROM: must be set where SES_REGION is/],
  [
    'topics without an address',
    { ...ses, MAIL_FROM: mail.MAIL_FROM, SES_TOPICS: topics.SES_TOPICS },
    /SES_WEBHOOK_TOKEN: must be set/,
  ],
  [
    'a topic that is none',
    { ...ses, ...topics, MAIL_FROM: mail.MAIL_FROM, SES_TOPICS: 'mail' },
    /SES_TOPICS: must be as arn:aws:sns/,
  ],
  ['SES in the demo', { ...ses, DATABASE_URL: '', PUBLIC_URL: '' }, /SES_REGION: is for a deployment; the demo has a mailbox/],
  ['half of an account', { TWILIO_AUTH_TOKEN: 'x'.repeat(32) }, /TWILIO_ACCOUNT_SID: must be set where TWILIO_AUTH_TOKEN is/],
  ['no account', { TWILIO_ACCOUNT_SID: 'x', TWILIO_AUTH_TOKEN: 'x'.repeat(32) }, /TWILIO_ACCOUNT_SID: must be as AC/],
  [
    'calls without their application',
    { ...twilio, TWILIO_VOICE_APP_SID: '' },
    /TWILIO_VOICE_APP_SID: must be set where TWILIO_API_KEY_SID is/,
  ],
  [
    'calls without an account',
    { ...twilio, TWILIO_ACCOUNT_SID: '' },
    /TWILIO_ACCOUNT_SID: must be set where TWILIO_API_KEY_SID is/,
  ],
  ['calls over Twilio in the demo', { ...twilio, DATABASE_URL: '', PUBLIC_URL: '' }, /TWILIO_API_KEY_SID: is for a deployment/],
  ['half of it', { MAIL_FROM: mail.MAIL_FROM }, /SMTP_URL: must be set where MAIL_FROM is/],
  ['no sender', { SMTP_URL: mail.SMTP_URL }, /MAIL_FROM: must be set where SMTP_URL is/],
  ['another protocol', { ...mail, SMTP_URL: 'http://smtp.example' }, /SMTP_URL: /],
  ['two senders', { ...mail, MAIL_FROM: 'a@x.example, b@y.example' }, /MAIL_FROM: must be as Steward/],
  ['a header in the sender', { ...mail, MAIL_FROM: 'Harbor\r\nBcc: x <a@x.example>' }, /MAIL_FROM: must be as Steward/],
  ['half of DKIM', { ...mail, MAIL_DKIM_DOMAIN: 'crm.example' }, /MAIL_DKIM_SELECTOR: .*\n.*MAIL_DKIM_KEY: must be set/],
  ['a key that is none', { ...mail, ...dkim, MAIL_DKIM_KEY: 'nonsense' }, /MAIL_DKIM_KEY: must be an RSA key in PEM/],
  [
    'a key of another kind, with which mail would go unsigned',
    { ...mail, ...dkim, MAIL_DKIM_KEY: pemOf(generateKeyPairSync('ed25519').privateKey) },
    /MAIL_DKIM_KEY: must be an RSA key in PEM/,
  ],
  ['mail in the demo', { ...mail, DATABASE_URL: '', PUBLIC_URL: '' }, /SMTP_URL: is for a deployment; the demo has a mailbox/],
  ['no address of ours', { PUBLIC_URL: '' }, /PUBLIC_URL: must be set where DATABASE_URL is/],
  ['an address of ours with a path', { PUBLIC_URL: 'https://crm.example/app' }, /PUBLIC_URL: must be an address without a path/],
  ['a name server that is none', { DNS_SERVERS: '9.9.9.9, nonsense' }, /DNS_SERVERS: must be addresses/],
  ['a name that looks like this machine', { DATABASE_URL: '', PUBLIC_URL: '', HOST: '127.evil.example' }, /HOST: the demo/],
])('%s stops the start', (_, given, said) => {
  expect(() => readConfig({ ...deployment, ...given })).toThrow(said);
});

test('the support address is the operator’s, and the demo’s own', () => {
  expect(readConfig({ ...deployment, SUPPORT_EMAIL: 'help@crm.example' }).supportEmail).toBe('help@crm.example');
  expect(readConfig(deployment).supportEmail).toBeNull();
});

test('addresses are read as they are used', () => {
  expect(readConfig({ ...deployment, PUBLIC_URL: 'https://CRM.example:443/' }).publicUrl).toBe('https://crm.example');
  expect(readConfig({ ...deployment, DNS_SERVERS: ' 9.9.9.9,127.0.0.1:5353,, [::1]:53' }).dnsServers).toEqual([
    '9.9.9.9',
    '127.0.0.1:5353',
    '[::1]:53',
  ]);
  expect(readConfig(deployment).dnsServers).toEqual([]);
});
