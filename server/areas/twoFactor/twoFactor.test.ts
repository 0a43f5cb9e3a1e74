// Second factors through HTTP: set up, asked for, used up, guessed at, and given up again.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listContacts } from '#contract/contacts.ts';
import { answerSecondFactor, loginAsUser } from '#contract/sessions.ts';
import {
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  generateQr,
  getTwoFactor,
  startEmailCodes,
  updateTwoFactorPreference,
} from '#contract/twoFactor.ts';
import { getMe } from '#contract/users.ts';
import { aBrowser } from '../../../tests/support/browser.ts';
import { aCompany, testPassword } from '../../../tests/support/factories.ts';
import { aServer, type Client, signedIn, type TestServer } from '../../../tests/support/server.ts';
import { aClock, anApp, type Clock, enableApp, passwordSignIn } from '../../../tests/support/twoFactor.ts';

let server: TestServer;
let clock: Clock;
beforeAll(async () => {
  server = await aServer();
  clock = aClock(server);
});
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

const password = testPassword;

/** Somebody of a company of their own. */
async function anAgent() {
  const { companyId, people } = await aCompany(server, { agent: {}, admin: {} });
  const { email } = people.agent;
  return { companyId, email, client: people.agent, admin: people.admin, browser: aBrowser(server, people.agent) };
}

async function anAgentWithApp() {
  const agent = await anAgent();
  return { ...agent, ...(await enableApp(server, agent.browser, clock)) };
}

/** A sign-in by password, ended with these answers one after the other: what each was met with. */
async function answersTo(email: string, ...answers: object[]) {
  const { browser, otp_secret } = await passwordSignIn(server, email);
  const met: string[] = [];
  for (const answer of answers) {
    const { statusCode, json } = await browser.send(answerSecondFactor, { body: { otp_secret, ...answer } });
    met.push(statusCode === 201 ? 'in' : json().code);
  }
  return met;
}

const userRow = ({ client }: { client: Client }) =>
  server.operator.db.selectFrom('users').selectAll().where('id', '=', client.userId).executeTakeFirstOrThrow();

describe('setting up an app', () => {
  test('shows its secret once, keeps it sealed, and counts from its first code on', async () => {
    const agent = await anAgent();
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
    const agent = await anAgent();
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
    const agent = await anAgent();
    const { otp_secret, secret } = await agent.browser.call(generateQr, {});
    const app = anApp(secret, clock);
    const enable = async (otp: string, word: string | undefined = password) =>
      (await agent.browser.send(enableTwoFactor, { body: { otp_secret, otp, password: word } })).json().code;
    expect(await enable(app.shown(), 'not it')).toBe('passwords.wrong');
    expect(await enable(app.shown(), '')).toBe('passwords.wrong');
    for (let turn = 0; turn < 4; turn++) expect(await enable(app.wrong())).toBe('two_factor.wrong_code');
    expect(await enable('１２３４５６')).toBe('two_factor.spent');
    expect(await enable(app.shown())).toBe('two_factor.spent');
    expect((await userRow(agent)).two_factor_since).toBeNull();
  });

  test('belongs to whoever began it', async () => {
    const [one, other] = [await anAgent(), await anAgent()];
    const { otp_secret, secret } = await one.browser.call(generateQr, {});
    const body = { otp_secret, otp: anApp(secret, clock).shown(), password };
    await expect(other.browser.call(enableTwoFactor, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
    const { people } = await aCompany(server, { admin: {} });
    await expect(people.admin.call(enableTwoFactor, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
    await one.browser.call(enableTwoFactor, { body });
    await expect(one.browser.call(enableTwoFactor, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
  });

  test('takes a fresh sign-in for the password of somebody who has none', async () => {
    const agent = await anAgent();
    const { db } = server.operator;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', agent.client.userId).execute();
    await enableApp(server, agent.browser, clock);
    await db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .where('user_id', '=', agent.client.userId)
      .execute();
    await expect(agent.browser.call(disableTwoFactor, { body: { factor: 'app' } })).rejects.toMatchObject({
      status: 403,
      code: 'passwords.sign_in_again',
    });
  });
});

describe('a sign-in with an app', () => {
  test('waits for a code after the right password, and has no session before', async () => {
    const { app, email } = await anAgentWithApp();
    const { browser, needed, otp_secret } = await passwordSignIn(server, email);
    expect(needed).toEqual({
      otp_secret: expect.any(String),
      last_otp_at: null,
      factors: ['app'],
      email_hint: email.replace(/^a[^@]*/, 'a•••'),
    });
    expect([...browser.cookies.keys()]).toEqual([]);
    const met = await browser.call(answerSecondFactor, { body: { otp_secret, otp: app.next() } });
    expect(met).toMatchObject({ email, 'has_2fa_enabled?': true });
    expect(await browser.call(getMe, {})).toMatchObject({ email });
  });

  test('takes each code once: not the one of the set-up, not one before it, not one again', async () => {
    const { app, email } = await anAgentWithApp();
    expect(await answersTo(email, { otp: app.shown() }, { otp: app.at(-1) })).toEqual([
      'two_factor.wrong_code',
      'two_factor.wrong_code',
    ]);
    const code = app.next();
    expect(await answersTo(email, { otp: code })).toEqual(['in']);
    expect(await answersTo(email, { otp: code }, { otp: `${code.slice(0, 3)} ${code.slice(3)}` })).toEqual([
      'two_factor.wrong_code',
      'two_factor.wrong_code',
    ]);
    expect(await answersTo(email, { otp: app.at(1) })).toEqual(['in']);
    expect(await answersTo(email, { otp: app.shown() })).toEqual(['two_factor.wrong_code']);
  });

  test('lets one in of several at once with the same code', async () => {
    const { app, email } = await anAgentWithApp();
    const signIns = await Promise.all([1, 2, 3, 4].map(() => passwordSignIn(server, email)));
    const otp = app.next();
    const met = await Promise.all(
      signIns.map(({ browser, otp_secret }) => browser.send(answerSecondFactor, { body: { otp_secret, otp } })),
    );
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422]);
  });

  test('is over after five wrong codes, or a right one', async () => {
    const { app, email } = await anAgentWithApp();
    const wrong = { otp: app.wrong() };
    expect(await answersTo(email, wrong, wrong, wrong, wrong, wrong, { otp: app.next() })).toEqual([
      ...Array(4).fill('two_factor.wrong_code'),
      'two_factor.spent',
      'two_factor.spent',
    ]);
    expect(await answersTo(email, { otp: app.next() }, { otp: app.at(1) })).toEqual(['in', 'two_factor.spent']);
  });

  test('counts five wrong codes at once as five', async () => {
    const { app, email } = await anAgentWithApp();
    const { browser, otp_secret } = await passwordSignIn(server, email);
    const sent = Array.from({ length: 8 }, () => browser.send(answerSecondFactor, { body: { otp_secret, otp: app.wrong() } }));
    const codes = (await Promise.all(sent)).map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'two_factor.wrong_code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'two_factor.spent')).toHaveLength(4);
  });

  test('stands twenty guesses an hour, however many sign-ins; recovery codes are counted apart', async () => {
    const { app, email, recovery_codes } = await anAgentWithApp();
    const wrong = { otp: app.wrong() };
    for (let turn = 0; turn < 4; turn++) await answersTo(email, wrong, wrong, wrong, wrong);
    await server.operator.db.deleteFrom('rate_limits').where('key', 'not like', 'second factor %').execute();
    expect(await answersTo(email, { otp: app.next() })).toEqual(['in']); // which does not begin the count anew
    expect(await answersTo(email, wrong, wrong, wrong, wrong)).toEqual(Array(4).fill('two_factor.wrong_code'));
    expect(await answersTo(email, { otp: app.next() })).toEqual(['rate_limited']);
    const { browser, otp_secret } = await passwordSignIn(server, email);
    const refused = await browser.send(answerSecondFactor, { body: { otp_secret, otp: app.next() } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await answersTo(email, { recovery_code: recovery_codes[0] })).toEqual(['in']);
  }, 30_000);

  test('takes one answer, and no token that is none of its own', async () => {
    const agent = await anAgentWithApp();
    const { app, email, recovery_codes } = agent;
    expect(await answersTo(email, {}, { otp: app.next(), recovery_code: recovery_codes[0] })).toEqual(['invalid', 'invalid']);
    const { otp_secret } = await agent.browser.call(generateQr, {});
    for (const token of [otp_secret, 'nonsense', `${agent.companyId}.${'x'.repeat(43)}`, agent.browser.cookies.get('token')]) {
      const answer = await aBrowser(server).send(answerSecondFactor, { body: { otp_secret: token, otp: app.next() } });
      expect(answer.json()).toMatchObject({ code: 'two_factor.spent' });
    }
  });

  test('is over after ten minutes, when the person leaves, and when the password has changed', async () => {
    const { db } = server.operator;
    const agent = await anAgentWithApp();
    const meanwhile: ((otpSecret: string) => Promise<unknown>)[] = [
      () =>
        db
          .updateTable('one_time_tokens')
          .set({ expires_at: new Date(Date.now() - 1000) })
          .where('user_id', '=', agent.client.userId)
          .execute(),
      () =>
        db
          .updateTable('users')
          .set({ password_changed_at: new Date(Date.now() + 1000) })
          .where('id', '=', agent.client.userId)
          .execute(),
      () => db.updateTable('users').set({ active: false }).where('id', '=', agent.client.userId).execute(),
    ];
    for (const happens of meanwhile) {
      const { browser, otp_secret } = await passwordSignIn(server, agent.email);
      await happens(otp_secret);
      const answer = await browser.send(answerSecondFactor, { body: { otp_secret, otp: agent.app.next() } });
      expect(answer.json()).toMatchObject({ code: 'two_factor.spent' });
    }
  });
});

describe('recovery codes', () => {
  test('are good once each, however they are typed', async () => {
    const { email, recovery_codes } = await anAgentWithApp();
    const [one = '', two = '', three = ''] = recovery_codes;
    expect(await answersTo(email, { recovery_code: one })).toEqual(['in']);
    expect(await answersTo(email, { recovery_code: one })).toEqual(['two_factor.wrong_code']);
    expect(await answersTo(email, { recovery_code: ` ${two.toUpperCase().replace('-', ' ')} ` })).toEqual(['in']);
    const signIns = await Promise.all([1, 2, 3].map(() => passwordSignIn(server, email)));
    const met = await Promise.all(
      signIns.map(({ browser, otp_secret }) => browser.send(answerSecondFactor, { body: { otp_secret, recovery_code: three } })),
    );
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    expect(await signIns.find((_, turn) => met[turn]?.statusCode === 201)?.browser.call(getTwoFactor, {})).toMatchObject({
      recovery_codes_left: 7,
    });
  });

  test("are one's own", async () => {
    const [one, other] = [await anAgentWithApp(), await anAgentWithApp()];
    expect(await answersTo(other.email, { recovery_code: one.recovery_codes[0] })).toEqual(['two_factor.wrong_code']);
  });

  test('are replaced by new ones, for the password, where there is a second factor', async () => {
    const agent = await anAgent();
    await expect(agent.browser.call(createRecoveryCodes, { body: { password } })).rejects.toMatchObject({
      code: 'two_factor.not_set_up',
    });
    const { recovery_codes: old, browser } = await enableApp(server, agent.browser, clock);
    await expect(browser.call(createRecoveryCodes, { body: { password: 'not it' } })).rejects.toMatchObject({
      code: 'passwords.wrong',
    });
    const { recovery_codes } = await browser.call(createRecoveryCodes, { body: { password } });
    expect(recovery_codes).toHaveLength(10);
    expect(await answersTo(agent.email, { recovery_code: old[0] }, { recovery_code: recovery_codes[0] })).toEqual([
      'two_factor.wrong_code',
      'in',
    ]);
  });
});

describe('doing without one', () => {
  test('asks for the password, ends the second question and voids the recovery codes', async () => {
    const agent = await anAgentWithApp();
    const disable = (body: object) => agent.browser.send(disableTwoFactor, { body: { factor: 'app', ...body } });
    expect((await disable({})).json()).toMatchObject({ code: 'passwords.wrong' });
    expect((await disable({ password, factor: 'email' })).json()).toMatchObject({ code: 'two_factor.not_set_up' });
    expect((await disable({ password })).json()).toMatchObject({ enabled: false, recovery_codes_left: 0, preferred: null });
    expect(await userRow(agent)).toMatchObject({ two_factor_since: null, totp_secret_sealed: null, totp_step: null });
    await expect(passwordSignIn(server, agent.email)).rejects.toThrow('no second factor');
  });

  test.each([
    ['the company', { require_two_factor: true }],
    ['the role', { two_factor_roles: ['agent'] }],
  ])('is refused for the last one where %s asks for one; without any, nothing else is open', async (_who, asks) => {
    const agent = await anAgent();
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
    const agent = await anAgentWithApp();
    const { db } = server.operator;
    await db.updateTable('users').set({ email_codes: true }).where('id', '=', agent.client.userId).execute();
    await db.updateTable('companies').set({ require_two_factor: true }).where('company_id', '=', agent.companyId).execute();
    const elsewhere = aBrowser(server, await signedIn(server, agent.companyId, agent.client.userId));
    const [one, other] = await Promise.all([
      agent.browser.send(disableTwoFactor, { body: { factor: 'app', password } }),
      elsewhere.send(disableTwoFactor, { body: { factor: 'email', password } }),
    ]);
    expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, 409]);
    expect(await userRow(agent)).toMatchObject({ two_factor_since: expect.any(String) });
  });
});

test('the preferred one is asked for first, as long as there is it', async () => {
  const agent = await anAgentWithApp();
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
  expect((await userRow(agent)).second_factor).toBeNull();
});

test('who acts as somebody else sees and changes none of it', async () => {
  const agent = await anAgent();
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
