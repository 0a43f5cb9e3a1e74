// Codes by mail and mails about second factors: through relay and worker into the demo's mailbox.
import { beforeEach, describe, expect, test } from 'vitest';
import { resetTwoFactor } from '#contract/security.ts';
import { answerSecondFactor, getMe } from '#contract/signIn.ts';
import { disableTwoFactor, enableTwoFactor, getTwoFactor, sendOtp, startEmailCodes } from '#contract/twoFactor.ts';
import { MailRefused } from '#kernel/mail/mail.ts';
import { aBrowser, type Browser } from '#tests/support/browser.ts';
import { aCompany, testPassword as password } from '#tests/support/factories.ts';
import { codeIn, mailsTo } from '#tests/support/mailbox.ts';
import { aServer } from '#tests/support/server.ts';
import { aClock, anAgent, enableApp, passwordSignIn } from '#tests/support/twoFactor.ts';
import { until } from '#tests/support/until.ts';

const server = await aServer({ worker: true });
const clock = aClock(server);
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

/** The newest code to an address, after `count` mails. */
const codeTo = (email: string, count: number) =>
  until(async () => {
    const found = (await mailsTo(server, email, count)).filter(({ subject }) => subject.endsWith('is your sign-in code'));
    return found[0] && found.length >= count && codeIn(found[0]);
  });

async function anAgentWithMail() {
  const agent = await anAgent(server);
  const { otp_secret } = await agent.browser.call(startEmailCodes, {});
  const otp = await codeTo(agent.email, 1);
  const enabled = await agent.browser.call(enableTwoFactor, { body: { otp_secret, otp, password } });
  return { ...agent, enabled, otp };
}

const ask = (browser: Browser, otp_secret: string) => browser.send(sendOtp, { body: { otp_secret } });
const answer = (browser: Browser, otp_secret: string, otp: string) =>
  browser.send(answerSecondFactor, { body: { otp_secret, otp } });
const notThis = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('codes by mail', () => {
  test('are set up with the first one', async () => {
    const { enabled, browser, email } = await anAgentWithMail();
    expect(enabled).toMatchObject({ enabled: true, email: true, app: false, preferred: 'email', recovery_codes_left: 10 });
    expect(enabled.recovery_codes).toHaveLength(10);
    const { last_otp_at } = await browser.call(getMe, {});
    expect(Date.now() - Date.parse(last_otp_at ?? '')).toBeLessThan(60_000);
    const subjects = (await mailsTo(server, email, 2)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Codes by mail were set up', expect.stringMatching(/^\d{6} is your sign-in code$/)]);
  });

  test('are mailed to a sign-in that asks, and good once; another may be asked for after half a minute', async () => {
    const { email, otp: first } = await anAgentWithMail();
    const { browser, needed, otp_secret } = await passwordSignIn(server, email);
    expect(needed).toMatchObject({ factors: ['email'], last_otp_at: expect.any(String) });
    expect((await answer(browser, otp_secret, first)).json()).toMatchObject({ code: 'two_factor.wrong_code' });

    const sent = await ask(browser, otp_secret);
    expect(sent.json()).toEqual({ last_otp_at: expect.any(String) });
    const again = await ask(browser, otp_secret);
    expect(again.statusCode).toBe(429);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(20);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(30);
    const second = await codeTo(email, 2);

    clock.pass(31);
    expect((await ask(browser, otp_secret)).statusCode).toBe(200);
    const third = await codeTo(email, 3);
    if (second !== third)
      expect((await answer(browser, otp_secret, second)).json(), 'the last one counts').toMatchObject({
        code: 'two_factor.wrong_code',
      });
    expect((await answer(browser, otp_secret, notThis(third))).json()).toMatchObject({ code: 'two_factor.wrong_code' });
    expect((await answer(browser, otp_secret, `${third.slice(0, 3)} ${third.slice(3)}`)).statusCode).toBe(201);
    expect((await answer(browser, otp_secret, third)).json()).toMatchObject({ code: 'two_factor.spent' });
    const next = await passwordSignIn(server, email);
    expect((await answer(next.browser, next.otp_secret, third)).json()).toMatchObject({ code: 'two_factor.wrong_code' });
  });

  test('let one in of several answers at once', async () => {
    const { email } = await anAgentWithMail();
    const { browser, otp_secret } = await passwordSignIn(server, email);
    await ask(browser, otp_secret);
    const otp = await codeTo(email, 2);
    const met = await Promise.all([1, 2, 3].map(() => answer(aBrowser(server), otp_secret, otp)));
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
  });

  test('of one sign-in are no use to another, nor kept in clear', async () => {
    const { email, userId } = await anAgentWithMail();
    const [one, other] = [await passwordSignIn(server, email), await passwordSignIn(server, email)];
    await ask(one.browser, one.otp_secret);
    const otp = await codeTo(email, 2);
    expect((await answer(other.browser, other.otp_secret, otp)).json()).toMatchObject({ code: 'two_factor.wrong_code' });
    const rows = await server.operator.db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', userId).execute();
    expect(JSON.stringify(rows)).not.toContain(otp);
    const jobs = await server.operator.db.selectFrom('outbox').selectAll().execute();
    expect(JSON.stringify(jobs)).not.toContain(otp);
  });

  test('are ten an hour at most, however many sign-ins', async () => {
    const { email } = await anAgentWithMail(); // the first
    const met: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const { browser, otp_secret } = await passwordSignIn(server, email);
      await server.operator.db.deleteFrom('rate_limits').where('key', 'not like', 'mailed codes %').execute();
      met.push((await ask(browser, otp_secret)).statusCode);
    }
    expect(met).toEqual([...Array(9).fill(200), 429]);
  }, 30_000);

  test('are not sent to users who did not set them up, nor for unknown tokens', async () => {
    const agent = await anAgent(server);
    await enableApp(server, agent.browser, clock);
    const { browser, otp_secret } = await passwordSignIn(server, agent.email);
    expect((await ask(browser, otp_secret)).json()).toMatchObject({ code: 'two_factor.not_set_up' });
    for (const token of [`${agent.companyId}.${'x'.repeat(43)}`, 'nonsense'])
      expect((await ask(browser, token)).json()).toMatchObject({ code: 'two_factor.spent' });
  });

  test('are refused where there is no mail', async () => {
    const { browser } = await anAgent(server);
    const { mail } = server.platform;
    server.platform.mail = null;
    try {
      expect((await browser.send(startEmailCodes, {})).json()).toMatchObject({ status: 503, code: 'mail.not_configured' });
      expect((await ask(browser, 'x')).json()).toMatchObject({ status: 503, code: 'mail.not_configured' });
    } finally {
      server.platform.mail = mail;
    }
  });

  test.each([
    ['cannot take it now', new Error('mail not taken')],
    ['refuses it for good', new MailRefused('550')],
  ])('are not said to be on their way where the mail server %s', async (_how, error) => {
    const { browser } = await anAgent(server);
    const { mail } = server.platform;
    server.platform.mail = { send: () => Promise.reject(error), close() {} };
    try {
      expect((await browser.send(startEmailCodes, {})).json()).toMatchObject({ status: 503, code: 'mail.not_sent' });
    } finally {
      server.platform.mail = mail;
    }
  });
});

test('a person hears by mail what comes and goes of their second factors, and of a recovery code used', async () => {
  const agent = await anAgent(server);
  const { browser, recovery_codes } = await enableApp(server, agent.browser, clock);
  const signIn = await passwordSignIn(server, agent.email);
  await signIn.browser.call(answerSecondFactor, {
    body: { otp_secret: signIn.otp_secret, recovery_code: recovery_codes[0] },
  });
  await mailsTo(server, agent.email, 2);
  await browser.call(disableTwoFactor, { body: { factor: 'app', password } });
  expect(await browser.call(getTwoFactor, {})).toMatchObject({ enabled: false });
  const mails = await mailsTo(server, agent.email, 3);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A recovery code was used',
    'An authenticator app was removed',
    'An authenticator app was set up',
  ]);
  expect(mails.find(({ subject }) => subject.includes('recovery'))?.text).toContain('9 recovery codes are left.');
  for (const { text } of mails) expect(text).toContain('/account/profile?tab=two_factor');
});

test('a user whose factors an administrator removed gets a mail', async () => {
  const { people } = await aCompany(server, { admin: {}, agent: {} });
  const { db } = server.operator;
  const { userId } = people.agent;
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  await people.admin.call(resetTwoFactor, { body: { user_id: userId } });
  const [mail] = await mailsTo(server, email, 1);
  expect(mail?.subject).toBe('Your second factors were removed');
  expect(mail?.text).toContain('If you did not ask for this, tell your administrator at once.');
  expect(mail?.text).not.toContain('If this was not you');
  expect(mail?.text).toContain('You get this mail because your sign-in settings were changed.');
});
