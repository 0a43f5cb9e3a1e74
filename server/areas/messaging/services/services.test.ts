// The state of every outside service, as administrators see it: asked of the service itself, and never a
// failure of the page.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getServices } from '#contract/services.ts';
import type { Ctx, Platform } from '#kernel/context.ts';
import { askService, outsideService } from '#kernel/services.ts';
import { stripeCards } from '#providers/cards/cards.stripe.ts';
import { clamdScanner } from '#providers/clamav/clamav.ts';
import { smtpMail } from '#providers/mail/mail.smtp.ts';
import { twilioTelephony } from '#providers/telephony/twilio.ts';
import { aClamd } from '#tests/support/clamd.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { aMailServer } from '#tests/support/smtp.ts';

let server: TestServer;
let company: TestCompany<'admin'>;
let demo: Platform;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {} });
  demo = { ...server.platform };
});
beforeEach(() => {
  Object.assign(server.platform, demo);
});

async function states(): Promise<Record<string, unknown>> {
  const { services } = await company.people.admin.call(getServices, {});
  return Object.fromEntries(services.map(({ name, state, why }) => [name, why === null ? state : `${state}: ${why}`]));
}

test('in the demo each has a sandbox, or is not set up; all say what they are for, and what mends them', async () => {
  const { services } = await company.people.admin.call(getServices, {});
  expect(await states()).toEqual({
    sign_in: 'not_configured',
    store: 'connected',
    scanner: 'not_configured',
    mail: 'sandbox',
    carrier: 'sandbox',
    cards: 'sandbox',
    inbound: 'sandbox',
    phone: 'connected',
  });
  for (const { title, purpose, lack, mend } of services)
    for (const text of [title, purpose, lack, mend.text]) expect(text).toMatch(/^\p{Lu}.{4,}/u);
});

test('a service that is set up is connected once it lets us in', async () => {
  const { url } = await aMailServer();
  const { address } = await aClamd();
  Object.assign(server.platform, {
    mail: smtpMail({ url, from: 'no-reply@steward.example', dkim: null }),
    scanner: clamdScanner(address),
    cards: stripeCards({
      key: 'sk_test_1',
      webhookSecret: null,
      sandbox: null,
      fetch: async () => Response.json({ object: 'balance' }),
    }),
    telephony: twilioTelephony({ account: 'AC1', token: 't', fetch: async () => Response.json({ status: 'active' }) }),
  } satisfies Partial<Platform>);
  expect(await states()).toMatchObject({ mail: 'connected', scanner: 'connected', cards: 'connected', carrier: 'connected' });
});

test('one that refuses us or does not answer is broken, with its code', async () => {
  const port = (await aMailServer()).port;
  const refusing = (status: number, body: object) => async () => Response.json(body, { status });
  Object.assign(server.platform, {
    mail: smtpMail({ url: `smtp://steward:wrong@127.0.0.1:${port}`, from: 'no-reply@steward.example', dkim: null }),
    scanner: clamdScanner({ host: '127.0.0.1', port: 1 }),
    cards: stripeCards({ key: 'sk_test_1', webhookSecret: null, sandbox: null, fetch: refusing(401, {}) }),
    telephony: twilioTelephony({ account: 'AC1', token: 't', fetch: refusing(401, { code: 20003 }) }),
    storage: { ...demo.storage, check: () => Promise.reject(new Error('no disk')) },
  } satisfies Partial<Platform>);
  expect(await states()).toMatchObject({
    mail: 'broken: EAUTH 535',
    scanner: 'broken: ECONNREFUSED',
    cards: 'broken: 401',
    carrier: 'broken: 20003',
    store: 'broken: UNKNOWN',
  });
  server.platform.telephony = twilioTelephony({ account: 'AC1', token: 't', fetch: refusing(200, { status: 'suspended' }) });
  server.platform.cards = stripeCards({ key: 'rk_test_1', webhookSecret: null, sandbox: null, fetch: refusing(403, {}) });
  expect(await states()).toMatchObject({ carrier: 'broken: SUSPENDED', cards: 'connected' });
});

test('without any of them all is said to be missing, but the store', async () => {
  Object.assign(server.platform, { mail: null, cards: null, telephony: null, voice: null } satisfies Partial<Platform>);
  const none = {
    mail: 'not_configured',
    cards: 'not_configured',
    carrier: 'not_configured',
    phone: 'not_configured',
    store: 'connected',
  };
  expect(await states()).toMatchObject(none);
});

test('a call with a wrong secret shows until a true one comes', async () => {
  const row = { company_id: company.companyId, kind: 'mail', size: 1 };
  const store = (state: 'forged' | 'done') =>
    server.operator.db
      .insertInto('hook_calls')
      .values({ ...row, state })
      .execute();
  await store('forged');
  expect(await states()).toMatchObject({ inbound: 'broken: WRONG_SIGNATURE' });
  await store('done');
  expect(await states()).toMatchObject({ inbound: 'sandbox' });
});

test('a service that hangs does not hold up the page', async () => {
  const ctx = server.platform as unknown as Ctx;
  const hanging = outsideService({
    name: 'hanging', title: 'Hanging', purpose: '', lack: '', mend: { text: '' }, state: () => new Promise(() => {}),
  }); // biome-ignore format: a row in one line
  expect(await askService(ctx, hanging, 20)).toEqual({ state: 'broken', why: 'NO_ANSWER' });
});
