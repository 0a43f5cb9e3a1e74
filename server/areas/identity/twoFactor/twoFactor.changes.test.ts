// Second factors over HTTP: set up, prefer, remove; only by their owner.
import { beforeEach, describe, expect, test } from 'vitest';
import { listContacts } from '#contract/contacts.ts';
import { loginAsUser } from '#contract/sessions.ts';
import { getMe } from '#contract/signIn.ts';
import {
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  generateQr,
  getTwoFactor,
  startEmailCodes,
  updateTwoFactorPreference,
} from '#contract/twoFactor.ts';
import { smtpMail } from '#providers/mail/mail.smtp.ts';
import { aBrowser } from '#tests/support/browser.ts';
import { aCompany, testPassword as password } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { aServer, signedIn } from '#tests/support/server.ts';
import { aClock, anAgent, anAgentWithApp, anApp, enableApp, passwordSignIn, userRow } from '#tests/support/twoFactor.ts';

const server = await aServer();
const clock = aClock(server);
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

describe('setting up an app', () => {
  test('shows its secret once, keeps it sealed, and counts from its first code on', async () => {
    const agent = await anAgent(server);
    const { otp_secret, qr, secret, uri } = await agent.browser.call(generateQr, {});
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,[\w+/=]+$/);
    expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const { name } = await server.operator.db
      .selectFrom('companies')
      .select('name')
      .where('company_id', '=', agent.companyId)
      .executeTakeFirstOrThrow();
    const named = `${encodeURIComponent(name)}:${encodeURIComponent(agent.email)}`;
    expect(uri).toBe(
      `otpauth://totp/${named}?issuer=${encodeURIComponent(name)}&secret=${secret.replaceAll(' ', '')}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await agent.browser.call(getTwoFactor, {})).toMatchObject({ enabled: false, app: false });

    const before = agent.browser.cookies.get('token');
    const app = anApp(secret, clock);
    const enabled = await agent.browser.call(enableTwoFactor, { body: { otp_secret, otp: ` ${app.shown()} `, password } });
    expect(enabled).toMatchObject({ enabled: true, app: true, preferred: 'app', recovery_codes_left: 10 });
    expect(enabled.recovery_codes).toHaveLength(10);
    for (const code of enabled.recovery_codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(agent.browser.cookies.get('token')).not.toBe(before);
    expect(await agent.browser.call(getMe, {})).toMatchObject({ 'has_2fa_enabled?': true });

    const { db } = server.operator;
    const kept = JSON.stringify([
      await db.selectFrom('users').selectAll().where('id', '=', agent.client.userId).execute(),
      await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', agent.client.userId).execute(),
    ]);
    expect(kept).not.toContain(secret.replaceAll(' ', ''));
    for (const code of enabled.recovery_codes) expect(kept).not.toContain(code);
  });

  test('does not leave the secret of a set-up in clear while it waits', async () => {
    const agent = await anAgent(server);
    const { secret } = await agent.browser.call(generateQr, {});
    const { data } = await server.operator.db
      .selectFrom('one_time_tokens')
      .select('data')
      .where('user_id', '=', agent.client.userId)
      .executeTakeFirstOrThrow();
    const plain = secret.replaceAll(' ', '');
    const { secret_sealed } = data as { secret_sealed: string };
    expect(JSON.stringify(data)).not.toContain(plain);
    expect(Buffer.from(secret_sealed, 'base64').toString('latin1')).not.toContain(plain);
  });

  test('asks for the password first, then for the code; after five wrong codes it begins anew', async () => {
    const agent = await anAgent(server);
    const { otp_secret, secret } = await agent.browser.call(generateQr, {});
    const app = anApp(secret, clock);
    const enable = async (otp: string, word: string | undefined = password) =>
      (await agent.browser.send(enableTwoFactor, { body: { otp_secret, otp, password: word } })).json().code;
    expect(await enable(app.shown(), 'not it')).toBe('passwords.wrong');
    expect(await enable(app.shown(), '')).toBe('passwords.wrong');
    for (let turn = 0; turn < 4; turn++) expect(await enable(app.wrong())).toBe('two_factor.wrong_code');
    expect(await enable('１２３４５６')).toBe('two_factor.spent');
    expect(await enable(app.shown())).toBe('two_factor.spent');
    expect((await userRow(server, agent)).two_factor_since).toBeNull();
  });

  test('belongs to the user who started it', async () => {
    const [one, other] = [await anAgent(server), await anAgent(server)];
    const { otp_secret, secret } = await one.browser.call(generateQr, {});
    const body = { otp_secret, otp: anApp(secret, clock).shown(), password };
    await expect(other.browser.call(enableTwoFactor, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
    const { people } = await aCompany(server, { admin: {} });
    await expect(people.admin.call(enableTwoFactor, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
    await one.browser.call(enableTwoFactor, { body });
    await expect(one.browser.call(enableTwoFactor, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
  });

  test('accepts a fresh sign-in in place of a password if the user has none', async () => {
    const agent = await anAgent(server);
    const { db } = server.operator;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', agent.client.userId).execute();
    await enableApp(server, agent.browser, clock);
    await db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 16 * 60_000) })
      .where('user_id', '=', agent.client.userId)
      .execute();
    await expect(agent.browser.call(disableTwoFactor, { body: { factor: 'app' } })).rejects.toMatchObject({
      status: 403,
      code: 'passwords.sign_in_again',
    });
    for (const begin of [generateQr, startEmailCodes])
      await expect(agent.browser.call(begin, {}), 'before the code is scanned').rejects.toMatchObject({
        code: 'passwords.sign_in_again',
      });
  });
});

describe('doing without one', () => {
  test('asks for the password, ends the second question and voids the recovery codes', async () => {
    const agent = await anAgentWithApp(server, clock);
    const disable = (body: object) => agent.browser.send(disableTwoFactor, { body: { factor: 'app', ...body } });
    expect((await disable({})).json()).toMatchObject({ code: 'passwords.wrong' });
    expect((await disable({ password, factor: 'email' })).json()).toMatchObject({ code: 'two_factor.not_set_up' });
    expect((await disable({ password })).json()).toMatchObject({ enabled: false, recovery_codes_left: 0, preferred: null });
    expect(await userRow(server, agent)).toMatchObject({ two_factor_since: null, totp_secret_sealed: null, totp_step: null });
    await expect(passwordSignIn(server, agent.email)).rejects.toThrow('no second factor');
  });

  test.each([
    ['the company', { require_two_factor: true }],
    ['the role', { two_factor_roles: ['agent'] }],
  ])('is refused for the last one where %s asks for one; without any, nothing else is open', async (_who, asks) => {
    const agent = await anAgent(server);
    const { db } = server.operator;
    await db.updateTable('companies').set(asks).where('company_id', '=', agent.companyId).execute();
    const { browser } = agent;
    await expect(browser.call(listContacts, { body: {} })).rejects.toMatchObject({ status: 403, code: 'steps.two_factor' });
    await expect(browser.call(updateTwoFactorPreference, { body: { preferred: 'app' } })).rejects.toMatchObject({
      code: 'two_factor.not_set_up',
    });
    expect(await browser.call(getTwoFactor, {})).toMatchObject({ required: true, enabled: false });
    await enableApp(server, browser, clock);
    await browser.call(listContacts, { body: {} });
    await expect(browser.call(disableTwoFactor, { body: { factor: 'app', password } })).rejects.toMatchObject({
      status: 409,
      code: 'two_factor.required',
    });
    expect(await browser.call(getTwoFactor, {})).toMatchObject({ app: true, recovery_codes_left: 10 });
    if ('two_factor_roles' in asks) await agent.admin.call(listContacts, { body: {} });
  });

  test('of two at once, where one has to stay, one is refused', async () => {
    const agent = await anAgentWithApp(server, clock);
    const { db } = server.operator;
    await db.updateTable('users').set({ email_codes: true }).where('id', '=', agent.client.userId).execute();
    await db.updateTable('companies').set({ require_two_factor: true }).where('company_id', '=', agent.companyId).execute();
    const elsewhere = aBrowser(server, await signedIn(server, agent.companyId, agent.client.userId));
    const [one, other] = await Promise.all([
      agent.browser.send(disableTwoFactor, { body: { factor: 'app', password } }),
      elsewhere.send(disableTwoFactor, { body: { factor: 'email', password } }),
    ]);
    expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, 409]);
    expect(await userRow(server, agent)).toMatchObject({ two_factor_since: expect.any(String) });
  });
});

test('the preferred one is asked for first, as long as there is it', async () => {
  const agent = await anAgentWithApp(server, clock);
  await server.operator.db.updateTable('users').set({ email_codes: true }).where('id', '=', agent.client.userId).execute();
  const asked = async () => (await passwordSignIn(server, agent.email)).needed.factors;
  expect(await asked()).toEqual(['app', 'email']);
  await agent.browser.call(updateTwoFactorPreference, { body: { preferred: 'email' } });
  expect(await asked()).toEqual(['email', 'app']);
  await expect(agent.browser.call(updateTwoFactorPreference, { body: { preferred: 'passkey' } })).rejects.toMatchObject({
    code: 'two_factor.not_set_up',
  });
  await agent.browser.call(disableTwoFactor, { body: { factor: 'email', password } });
  expect(await asked()).toEqual(['app']);
  expect((await userRow(server, agent)).second_factor).toBeNull();
});

test('who acts as somebody else sees and changes none of it', async () => {
  const agent = await anAgent(server);
  const browser = aBrowser(server, agent.admin);
  await browser.call(loginAsUser, { params: { id: agent.client.userId }, body: {} });
  const calls = [
    [getTwoFactor, {}],
    [generateQr, {}],
    [startEmailCodes, {}],
    [enableTwoFactor, { body: { otp_secret: 'x', otp: '123456', password } }],
    [disableTwoFactor, { body: { factor: 'app', password } }],
    [createRecoveryCodes, { body: { password } }],
    [updateTwoFactorPreference, { body: { preferred: 'app' } }],
  ] as const;
  for (const [endpoint, input] of calls) {
    expect((await browser.send(endpoint, input)).json()).toMatchObject({ status: 403, code: 'impersonating' });
  }
});

describe('codes by mail', () => {
  test('are mailed at once, though no worker is at work', async () => {
    const agent = await anAgent(server);
    await agent.browser.call(startEmailCodes, {});
    const [mail] = await mailsTo(server, agent.email, 1);
    expect(mail?.subject).toMatch(/^\d{6} is your sign-in code$/);
  });

  test('that cannot be mailed are said to have not been', async () => {
    const agent = await anAgent(server);
    const { mail } = server.platform;
    server.platform.mail = smtpMail({ url: 'smtp://127.0.0.1:1', from: 'no-reply@steward.test', dkim: null });
    try {
      expect((await agent.browser.send(startEmailCodes, {})).json()).toMatchObject({ status: 503, code: 'mail.not_sent' });
    } finally {
      server.platform.mail.close();
      server.platform.mail = mail;
    }
  });
});
