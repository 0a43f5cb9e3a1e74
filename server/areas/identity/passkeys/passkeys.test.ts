// Passkeys over HTTP, with an authenticator in software: add, use instead of a password and after one, and refusals.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasskey, deletePasskey, listPasskeys, startPasskey, updatePasskey } from '#contract/passkeys.ts';
import { loginAsUser } from '#contract/sessions.ts';
import { answerSecondFactor, createSessionByPasskey, getMe, startPasskeySignIn } from '#contract/signIn.ts';
import { getTwoFactor } from '#contract/twoFactor.ts';
import { anAuthenticator, type Odd } from '#tests/support/authenticator.ts';
import { aBrowser, type Browser } from '#tests/support/browser.ts';
import { testPassword as password } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { anAgent, passwordSignIn } from '#tests/support/twoFactor.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

async function register(browser: Browser, key = anAuthenticator(), odd: Odd = {}, name = '') {
  const { otp_secret, options } = await browser.call(startPasskey, { body: { password } });
  const made = await browser.call(createPasskey, { body: { otp_secret, passkey: key.register(options, odd), name } });
  return { key, made };
}

async function anAgentWithPasskey() {
  const agent = await anAgent(server);
  return { ...agent, ...(await register(agent.browser)) };
}

/** In a browser of its own; `odd`: what is wrong with the answer. */
async function signIn(key: ReturnType<typeof anAuthenticator>, odd: Odd = {}) {
  const browser = aBrowser(server);
  const options = await browser.call(startPasskeySignIn, { body: {} });
  const answer = await browser.send(createSessionByPasskey, { body: { passkey: key.sign(options, odd) } });
  return { browser, answer };
}

describe('a passkey', () => {
  test('is made for the password, in two calls, and secures the account', async () => {
    const { browser, companyId, email } = await anAgent(server);
    await expect(browser.call(startPasskey, { body: { password: 'not it' } })).rejects.toMatchObject({
      code: 'passwords.wrong',
    });
    const before = browser.cookies.get('token');
    const { otp_secret, options } = await browser.call(startPasskey, { body: { password } });
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const key = anAuthenticator();
    const made = await browser.call(createPasskey, { body: { otp_secret, passkey: key.register(options), name: 'Blue key' } });
    expect(made).toMatchObject({ name: 'Blue key', backed_up: false, last_used_at: null });
    expect(made.recovery_codes).toHaveLength(10);
    expect(key.handle).toMatch(new RegExp(`^${companyId}\\.[\\w-]{43}$`));
    expect(browser.cookies.get('token')).not.toBe(before);
    expect(await browser.call(getTwoFactor, {})).toMatchObject({ enabled: true, passkeys: 1, preferred: 'passkey' });
    expect(await browser.call(getMe, {})).toMatchObject({ 'has_2fa_enabled?': true });
  });

  test.each<[string, Odd]>([
    ['another site', { origin: 'http://localhost.elsewhere.example' }],
    ['another port', { origin: 'http://localhost:81' }],
    ['another party', { rpId: 'elsewhere.example' }],
    ['a user who was not verified', { verified: false }],
    ['another challenge', { challenge: 'AAAA' }],
  ])('of %s is not kept, and its set-up is over', async (_what, odd) => {
    const { browser } = await anAgent(server);
    const { otp_secret, options } = await browser.call(startPasskey, { body: { password } });
    const key = anAuthenticator();
    const keep = async (how: Odd) =>
      (await browser.send(createPasskey, { body: { otp_secret, passkey: key.register(options, how) } })).json().code;
    expect(await keep(odd)).toBe('passkeys.refused');
    expect(await keep({})).toBe('two_factor.spent');
    expect(await browser.call(getTwoFactor, {})).toMatchObject({ enabled: false, passkeys: 0, recovery_codes_left: 0 });
  });

  test('is stored once, and its set-up belongs to the user who started it', async () => {
    const { browser, key } = await anAgentWithPasskey();
    const again = await browser.call(startPasskey, { body: { password } });
    expect(again.options).toMatchObject({ excludeCredentials: [{ type: 'public-key' }] });
    const body = { otp_secret: again.otp_secret, passkey: key.register(again.options) };
    const other = await anAgent(server);
    await expect(other.browser.call(createPasskey, { body })).rejects.toMatchObject({ code: 'two_factor.spent' });
    await expect(browser.call(createPasskey, { body })).rejects.toMatchObject({ status: 409, code: 'passkeys.known' });
    const { made } = await register(browser);
    expect(made).toMatchObject({ name: 'Passkey 2', recovery_codes: [] });
  });

  test('is named and forgotten by its owner alone', async () => {
    const { browser, made, admin } = await anAgentWithPasskey();
    const { id } = made;
    await browser.call(updatePasskey, { params: { id }, body: { name: '  Work laptop ' } });
    expect((await browser.call(listPasskeys, {})).data).toMatchObject([{ id, name: 'Work laptop' }]);
    const stranger = (await anAgent(server)).browser;
    for (const other of [aBrowser(server, admin), stranger]) {
      expect((await other.call(listPasskeys, {})).data).toEqual([]);
      expect((await other.send(updatePasskey, { params: { id }, body: { name: 'Mine' } })).statusCode).toBe(404);
      expect((await other.send(deletePasskey, { params: { id }, body: { password } })).statusCode).toBe(404);
    }
    const forget = async (word: string) =>
      (await browser.send(deletePasskey, { params: { id }, body: { password: word } })).statusCode;
    expect(await forget('not it')).toBe(422);
    expect(await forget(password)).toBe(204);
    expect(await browser.call(getTwoFactor, {})).toMatchObject({ enabled: false, recovery_codes_left: 0 });
  });

  test('stays if it is the last one of a user who must have one; of two at once one stays', async () => {
    const { browser, companyId, userId, made } = await anAgentWithPasskey();
    const other = (await register(browser)).made;
    const { db } = server.operator;
    await db.updateTable('companies').set({ require_two_factor: true }).where('company_id', '=', companyId).execute();
    const removals = await db.transaction().execute(async (hold) => {
      await hold.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
      const both = [made, other].map(({ id }) => browser.send(deletePasskey, { params: { id }, body: { password } }));
      await until(async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_locks where not granted`.execute(db);
        return (rows[0]?.waiting ?? 0) >= 2;
      });
      return both;
    });
    const met = await Promise.all(removals);
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
    expect((await browser.call(listPasskeys, {})).data).toHaveLength(1);
  });

  test('is nothing that somebody acting as its owner sees or makes', async () => {
    const { userId, admin, made } = await anAgentWithPasskey();
    const browser = aBrowser(server, admin);
    await browser.call(loginAsUser, { params: { id: userId }, body: {} });
    const calls = [
      [listPasskeys, {}],
      [startPasskey, { body: { password } }],
      [createPasskey, { body: { otp_secret: 'x', passkey: anAuthenticator().sign({ challenge: 'AAAA' }) } }],
      [updatePasskey, { params: { id: made.id }, body: { name: 'Mine' } }],
      [deletePasskey, { params: { id: made.id }, body: { password } }],
    ] as const;
    for (const [endpoint, input] of calls)
      expect((await browser.send(endpoint, input)).json()).toMatchObject({ status: 403, code: 'impersonating' });
  });
});

describe('signing in with a passkey alone', () => {
  test('needs no name and no second question', async () => {
    const { key, email, browser: own } = await anAgentWithPasskey();
    const { browser, answer } = await signIn(key);
    expect(answer.statusCode).toBe(201);
    expect(await browser.call(getMe, {})).toMatchObject({ email });
    const [passkey] = (await own.call(listPasskeys, {})).data;
    expect(Date.now() - Date.parse(passkey?.last_used_at ?? '')).toBeLessThan(60_000);
  });

  test('works again and again with an authenticator that does not count', async () => {
    const { browser } = await anAgent(server);
    const { key } = await register(browser, anAuthenticator({ counts: false }));
    expect((await signIn(key)).answer.statusCode).toBe(201);
    expect((await signIn(key)).answer.statusCode).toBe(201);
  });

  test('whatever is wrong, says the same', async () => {
    const { key, companyId } = await anAgentWithPasskey();
    const other = await anAgentWithPasskey();
    const stranger = anAuthenticator();
    stranger.register({ challenge: 'AAAA', user: { id: Buffer.from(key.handle).toString('base64url') } });
    expect((await signIn(key)).answer.statusCode).toBe(201);
    const refusals = [
      await signIn(key, { origin: 'https://elsewhere.example' }),
      await signIn(key, { rpId: 'elsewhere.example' }),
      await signIn(key, { verified: false }),
      await signIn(key, { challenge: Buffer.from('made up').toString('base64url') }),
      await signIn(key, { counter: 1 }),
      await signIn(key, { userHandle: other.key.handle }),
      await signIn(key, { userHandle: `${companyId}.${'x'.repeat(43)}` }),
      await signIn(key, { userHandle: '' }),
      await signIn(stranger),
    ];
    const problems = refusals.map(({ answer }) => {
      const { request_id, ...problem } = answer.json();
      expect(answer.cookies).toEqual([]);
      return problem;
    });
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(problems[0]).toMatchObject({ status: 422, code: 'passkeys.refused', title: 'This passkey was not accepted.' });
    await server.operator.db.deleteFrom('rate_limits').execute();
    expect((await signIn(key)).answer.statusCode, 'none of which harms the passkey').toBe(201);
  });

  test('takes an answer once, also of several at once', async () => {
    const { key } = await anAgentWithPasskey();
    const browser = aBrowser(server);
    const options = await browser.call(startPasskeySignIn, { body: {} });
    const passkey = key.sign(options);
    const send = () => aBrowser(server).send(createSessionByPasskey, { body: { passkey } });
    const met = await Promise.all([send(), send(), send()]);
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    expect((await send()).json()).toMatchObject({ code: 'passkeys.refused' });
  });

  test('is too late after five minutes, and is refused for an inactive user', async () => {
    const { key, userId } = await anAgentWithPasskey();
    const { db } = server.operator;
    const browser = aBrowser(server);
    const { clock } = server.platform;
    server.platform.clock = () => new Date(Date.now() - 5 * 60_000);
    const options = await browser.call(startPasskeySignIn, { body: {} });
    server.platform.clock = clock;
    const late = await browser.send(createSessionByPasskey, { body: { passkey: key.sign(options) } });
    expect(late.json()).toMatchObject({ code: 'passkeys.refused' });
    await db.updateTable('users').set({ active: false }).where('id', '=', userId).execute();
    expect((await signIn(key)).answer.json()).toMatchObject({ code: 'passkeys.refused' });
  });

  test('is slowed down per account, as with a password', { retry: 1 }, async () => {
    const { key } = await anAgentWithPasskey();
    const codes: number[] = [];
    for (let turn = 0; turn < 6; turn++) codes.push((await signIn(key, { verified: false })).answer.statusCode);
    expect(codes.slice(0, 5)).toEqual(Array(5).fill(422));
    expect(codes[5]).toBe(429);
    expect((await signIn((await anAgentWithPasskey()).key)).answer.statusCode, 'another account').toBe(201);
  });

  test('is not a way round single sign-on, but for administrators', async () => {
    const { key, companyId, admin } = await anAgentWithPasskey();
    const own = (await register(aBrowser(server, admin))).key;
    await server.operator.db
      .insertInto('sso_connections')
      .values({ company_id: companyId, issuer: 'https://id.example', client_id: 'steward', enabled: true, required: true })
      .execute();
    expect((await signIn(key)).answer.json()).toMatchObject({ code: 'sso.required' });
    expect((await signIn(own)).answer.statusCode).toBe(201);
  });
});

describe('a passkey after the password', () => {
  async function second(email: string) {
    const { browser, needed, otp_secret } = await passwordSignIn(server, email);
    const options = () => browser.call(startPasskeySignIn, { body: { otp_secret } });
    const answer = (passkey: object) => browser.send(answerSecondFactor, { body: { otp_secret, passkey } });
    return { browser, needed, options, answer };
  }

  test('ends the sign-in', async () => {
    const { key, email } = await anAgentWithPasskey();
    const { browser, needed, options, answer } = await second(email);
    expect(needed.factors).toEqual(['passkey']);
    const asked = await options();
    expect(asked).toMatchObject({ allowCredentials: [{ id: expect.any(String) }], userVerification: 'required' });
    expect((await answer(key.sign(asked))).statusCode).toBe(201);
    expect(await browser.call(getMe, {})).toMatchObject({ email });
  });

  test('is refused where it is not verified, not its own, answered before, or for another sign-in', async () => {
    const { key, email } = await anAgentWithPasskey();
    const other = await anAgentWithPasskey();
    const { options, answer } = await second(email);
    expect((await answer(key.sign(await options(), { verified: false }))).json()).toMatchObject({ code: 'passkeys.refused' });
    const asked = await options();
    expect((await answer(other.key.sign(asked))).json()).toMatchObject({ code: 'passkeys.refused' });
    expect((await answer(key.sign(asked))).json(), 'asked once').toMatchObject({ code: 'passkeys.refused' });
    const open = await aBrowser(server).call(startPasskeySignIn, { body: {} });
    expect((await answer(key.sign(open))).json()).toMatchObject({ code: 'passkeys.refused' });
    expect((await answer(key.sign(await options(), { counter: 0 }))).json()).toMatchObject({ code: 'two_factor.spent' });
  });

  test('is asked of nobody without one', async () => {
    const { browser, email, made } = await anAgentWithPasskey();
    const { options } = await second(email);
    await browser.call(deletePasskey, { params: { id: made.id }, body: { password } });
    await expect(options()).rejects.toMatchObject({ code: 'two_factor.not_set_up' });
    const answer = await aBrowser(server).send(startPasskeySignIn, { body: { otp_secret: 'nonsense' } });
    expect(answer.json()).toMatchObject({ code: 'two_factor.spent' });
  });
});
