// Tests of SES alone: its answers, its signature, its domains. All adapters: mail.test.ts.
import { generateKeyPairSync } from 'node:crypto';
import PostalMime from 'postal-mime';
import { beforeEach, expect, test } from 'vitest';
import { MailRefused, MailSlowDown, MailUnavailable } from '#kernel/mail/mail.ts';
import type { SesConfig } from '#kernel/mail/mailConfig.ts';
import { checkDkim } from '#tests/support/dkim.ts';
import { hello, ofCompany } from '#tests/support/mailContract.ts';
import { sesMail } from './mail.ses.ts';
import type { Fetch } from './mail.sns.ts';
import { aSesAccount, type SesAccount, sandboxSes } from './ses.sandbox.ts';

let account: SesAccount;
beforeEach(() => {
  account = aSesAccount({ verified: new Set(['steward.example']), configurationSets: new Set(['mail']) });
});

function open({ fetch = sandboxSes(account), ...config }: Partial<SesConfig> & { fetch?: Fetch } = {}) {
  const { region, accessKeyId, secretAccessKey } = account;
  const own = { region, accessKeyId, secretAccessKey, configurationSet: null, reports: null };
  return sesMail({ ...own, from: 'no-reply@steward.example', dkim: null, ...config }, { fetch });
}

/** The kind of the error, and its code where it has one. */
const errorOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: Error) => [error.constructor === Error ? 'unknown' : error.name, 'code' in error ? error.code : error.message],
  );

test('a mail carries its key as a tag, and the operator’s configuration set; SES names it', async () => {
  const messageKey = 'm1.2.0b0f3f0e-6f1c-4b39-9d0f-0b9c27b1a6ff.0';
  const { id } = await open({ configurationSet: 'mail' }).send({ ...hello, messageKey });
  expect(account.accepted).toMatchObject([
    { tags: { steward: 'm1_2_0b0f3f0e-6f1c-4b39-9d0f-0b9c27b1a6ff_0' }, configurationSet: 'mail' },
  ]);
  const { messageId } = await PostalMime.parse(account.accepted[0]?.raw ?? '');
  expect(messageId).toBe(id);
  expect(id).toBe(`<${account.accepted[0]?.id}@email.amazonses.com>`);
  await open().send(hello);
  expect(account.accepted[1]).toMatchObject({ tags: {}, configurationSet: null });
});

test('the installation’s signature holds after SES has written a Message-ID and a date of its own', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await open({ dkim: { domainName: 'steward.example', keySelector: 's1', privateKey } }).send(hello);
  const raw = account.accepted[0]?.raw.toString('latin1') ?? '';
  const { signature, signed } = checkDkim(raw, publicKey.export({ type: 'spki', format: 'pem' }).toString());
  expect(signature).toBe(true);
  expect(signed).not.toEqual(expect.arrayContaining(['date']));
  expect(signed).not.toEqual(expect.arrayContaining(['message-id']));
});

test('a wrong key or secret is the operator’s to mend, and says nothing of the recipient', async () => {
  for (const [config, code] of [
    [{ secretAccessKey: 'wrong' }, 'InvalidSignatureException 403'],
    [{ accessKeyId: 'AKIAOTHEROTHEROTHER1' }, 'UnrecognizedClientException 403'],
    [{ configurationSet: 'another' }, 'NotFoundException 404'],
  ] as const)
    expect(await errorOf(open(config).send(hello))).toEqual(['MailUnavailable', code]);
  expect(account.accepted).toEqual([]);
  expect(await open({ secretAccessKey: 'wrong' }).check?.()).toBe('InvalidSignatureException 403');
});

test('a content that SES refuses is refused for good; a sender that it does not know is not', async () => {
  const refused = open({ fetch: refusing(400, 'MessageRejected', 'Illegal content') }).send(hello);
  expect(await errorOf(refused)).toEqual(['MailRefused', 'MessageRejected 400']);
  account.verified.clear();
  expect(await errorOf(open().send(hello))).toEqual(['MailUnavailable', 'MessageRejected 400 NOT_VERIFIED']);
  expect(account.identities.size).toBe(0);
});

const refusing =
  (status: number, type: string, message = ''): Fetch =>
  async () =>
    Response.json({ message }, { status, headers: type ? { 'x-amzn-errortype': type } : {} });

test.each<[number, string, string]>([
  [400, 'BadRequestException', 'MailRefused'],
  [413, '', 'MailRefused'],
  [429, 'TooManyRequestsException', 'MailSlowDown'],
  [400, 'LimitExceededException', 'MailSlowDown'],
  [400, 'ThrottlingException', 'MailSlowDown'],
  [400, 'MailFromDomainNotVerifiedException', 'MailUnavailable'],
  [400, 'SendingPausedException', 'MailUnavailable'],
  [400, 'AccountSuspendedException', 'MailUnavailable'],
  [403, 'AccessDeniedException', 'MailUnavailable'],
  [503, 'ServiceUnavailableException', 'MailUnavailable'],
  [500, 'InternalFailure', 'unknown'],
  [502, '', 'unknown'],
])('%i %s is %s', async (status, type, kind) => {
  const [said] = (await errorOf(open({ fetch: refusing(status, type) }).send(hello))) ?? [];
  expect(said).toBe(kind);
});

test('without a connection nothing has left; without an answer it is unknown', async () => {
  const failing = (error: Error) => open({ fetch: () => Promise.reject(error) }).send(hello);
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
  await expect(failing(refused)).rejects.toThrow(MailUnavailable);
  const reset = await failing(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })).catch(
    (error) => error,
  );
  expect(reset).not.toBeInstanceOf(MailUnavailable);
  const silent: Fetch = (_, { signal }) =>
    new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)));
  const timeout = await open({ fetch: silent })
    .send(hello, { patience: 20 })
    .catch((error) => error);
  expect(timeout).not.toBeInstanceOf(MailUnavailable);
  expect(timeout).not.toBeInstanceOf(MailRefused);
  const nonsense: Fetch = async () => Response.json({ hello: 'world' });
  expect((await errorOf(open({ fetch: nonsense }).send(hello)))?.[0]).not.toBe('MailUnavailable');
});

test('too many in a second, and in a day, slow us down', async () => {
  account.rate = 2;
  const mail = open();
  await mail.send(hello);
  await mail.send(hello);
  await expect(mail.send(hello)).rejects.toThrow(MailSlowDown);
  account.rate = 1000;
  account.quota = 2;
  await expect(mail.send(hello)).rejects.toThrow(MailSlowDown);
});

test('SES is told of a company’s domain with its key, and sends once it has verified it', async () => {
  const mail = open();
  const ours = { ...hello, sender: ofCompany };
  expect(await errorOf(mail.send(ours))).toEqual(['MailUnavailable', 'MessageRejected 400 NOT_VERIFIED']);
  expect([...account.identities]).toEqual([['harbor.example', 's1']]);
  await expect(mail.send(ours)).rejects.toThrow(MailUnavailable);
  account.verified.add('harbor.example');
  await mail.send(ours);
  expect(account.accepted).toHaveLength(1);
});

test.each([
  ['good', null],
  ['no_production_access', 'NO_PRODUCTION_ACCESS'],
  ['paused', 'SENDING_PAUSED'],
  ['shutdown', 'SHUTDOWN'],
] as const)('an account that is %s says %s', async (state, code) => {
  account.state = state;
  expect(await open().check?.()).toBe(code);
});

test('an account that nobody reaches has no state', async () => {
  expect(await open({ fetch: () => Promise.reject(new TypeError('fetch failed')) }).check?.()).toBe('NO_ANSWER');
});
