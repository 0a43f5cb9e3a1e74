// Second factors at sign-in, over HTTP: asked for, used up, guessed at.
import { createHash } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerSecondFactor, getMe } from '#contract/signIn.ts';
import { createRecoveryCodes, generateQr, getTwoFactor } from '#contract/twoFactor.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { aBrowser } from '#tests/support/browser.ts';
import { testSeal } from '#tests/support/database.ts';
import { testPassword as password } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { aClock, anAgent, anAgentWithApp, answersTo, enableApp, passwordSignIn } from '#tests/support/twoFactor.ts';
import { twoFactorChores } from './twoFactor.chores.ts';
import { recoveryCode } from './twoFactor.queries.ts';

const server = await aServer();
const clock = aClock(server);
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

/** Recovery codes in their old form, without a salt. */
const oldHash = (companyId: number, userId: number, code: string) =>
  createHash('sha256')
    .update(`${companyId}.${userId}.${code.replace('-', '')}`)
    .digest();

describe('a sign-in with an app', () => {
  test('waits for a code after the right password, and has no session before', async () => {
    const { app, email } = await anAgentWithApp(server, clock);
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
    const { app, email } = await anAgentWithApp(server, clock);
    expect(await answersTo(server, email, { otp: app.shown() }, { otp: app.at(-1) })).toEqual([
      'two_factor.wrong_code',
      'two_factor.wrong_code',
    ]);
    const code = app.next();
    expect(await answersTo(server, email, { otp: code })).toEqual(['in']);
    expect(await answersTo(server, email, { otp: code }, { otp: `${code.slice(0, 3)} ${code.slice(3)}` })).toEqual([
      'two_factor.wrong_code',
      'two_factor.wrong_code',
    ]);
    expect(await answersTo(server, email, { otp: app.at(1) })).toEqual(['in']);
    expect(await answersTo(server, email, { otp: app.shown() })).toEqual(['two_factor.wrong_code']);
  });

  test('lets one in of several at once with the same code', async () => {
    const { app, email } = await anAgentWithApp(server, clock);
    const signIns = await Promise.all([1, 2, 3, 4].map(() => passwordSignIn(server, email)));
    const otp = app.next();
    const met = await Promise.all(
      signIns.map(({ browser, otp_secret }) => browser.send(answerSecondFactor, { body: { otp_secret, otp } })),
    );
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422]);
  });

  test('is over after five wrong codes, or a right one', async () => {
    const { app, email } = await anAgentWithApp(server, clock);
    const wrong = { otp: app.wrong() };
    expect(await answersTo(server, email, wrong, wrong, wrong, wrong, wrong, { otp: app.next() })).toEqual([
      ...Array(4).fill('two_factor.wrong_code'),
      'two_factor.spent',
      'two_factor.spent',
    ]);
    expect(await answersTo(server, email, { otp: app.next() }, { otp: app.at(1) })).toEqual(['in', 'two_factor.spent']);
  });

  test('counts five wrong codes at once as five', async () => {
    const { app, email } = await anAgentWithApp(server, clock);
    const { browser, otp_secret } = await passwordSignIn(server, email);
    const sent = Array.from({ length: 8 }, () => browser.send(answerSecondFactor, { body: { otp_secret, otp: app.wrong() } }));
    const codes = (await Promise.all(sent)).map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'two_factor.wrong_code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'two_factor.spent')).toHaveLength(4);
  });

  test('stands twenty guesses an hour, however many sign-ins; recovery codes are counted apart', async () => {
    const { app, email, recovery_codes } = await anAgentWithApp(server, clock);
    const wrong = { otp: app.wrong() };
    for (let turn = 0; turn < 4; turn++) await answersTo(server, email, wrong, wrong, wrong, wrong);
    await server.operator.db.deleteFrom('rate_limits').where('key', 'not like', 'second factor %').execute();
    expect(await answersTo(server, email, { otp: app.next() })).toEqual(['in']); // the count does not start again
    expect(await answersTo(server, email, wrong, wrong, wrong, wrong)).toEqual(Array(4).fill('two_factor.wrong_code'));
    expect(await answersTo(server, email, { otp: app.next() })).toEqual(['rate_limited']);
    const { browser, otp_secret } = await passwordSignIn(server, email);
    const refused = await browser.send(answerSecondFactor, { body: { otp_secret, otp: app.next() } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await answersTo(server, email, { recovery_code: recovery_codes[0] })).toEqual(['in']);
  }, 30_000);

  test('takes one answer, and no token that is none of its own', async () => {
    const agent = await anAgentWithApp(server, clock);
    const { app, email, recovery_codes } = agent;
    expect(await answersTo(server, email, {}, { otp: app.next(), recovery_code: recovery_codes[0] })).toEqual([
      'invalid',
      'invalid',
    ]);
    const { otp_secret } = await agent.browser.call(generateQr, {});
    for (const token of [otp_secret, 'nonsense', `${agent.companyId}.${'x'.repeat(43)}`, agent.browser.cookies.get('token')]) {
      const answer = await aBrowser(server).send(answerSecondFactor, { body: { otp_secret: token, otp: app.next() } });
      expect(answer.json()).toMatchObject({ code: 'two_factor.spent' });
    }
  });

  test('is over after ten minutes, when the person leaves, and when the password has changed', async () => {
    const { db } = server.operator;
    const agent = await anAgentWithApp(server, clock);
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
    const { email, recovery_codes } = await anAgentWithApp(server, clock);
    const [one = '', two = '', three = ''] = recovery_codes;
    expect(await answersTo(server, email, { recovery_code: one })).toEqual(['in']);
    expect(await answersTo(server, email, { recovery_code: one })).toEqual(['two_factor.wrong_code']);
    expect(await answersTo(server, email, { recovery_code: ` ${two.toUpperCase().replace('-', ' ')} ` })).toEqual(['in']);
    const signIns = await Promise.all([1, 2, 3].map(() => passwordSignIn(server, email)));
    const met = await Promise.all(
      signIns.map(({ browser, otp_secret }) => browser.send(answerSecondFactor, { body: { otp_secret, recovery_code: three } })),
    );
    expect(met.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    expect(await signIns.find((_, turn) => met[turn]?.statusCode === 201)?.browser.call(getTwoFactor, {})).toMatchObject({
      recovery_codes_left: 7,
    });
  });

  const storedOf = (userId: number) =>
    server.operator.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).orderBy('id').execute();

  test('are stored as slow hashes with a salt of their set, sealed: the database alone tells nothing', async () => {
    const [one, other] = [await anAgentWithApp(server, clock), await anAgentWithApp(server, clock)];
    const [stored, others] = [await storedOf(one.userId), await storedOf(other.userId)];
    expect(stored).toHaveLength(10);
    expect(new Set(stored.map(({ salt }) => salt?.toString('hex'))).size).toBe(1);
    expect(stored[0]?.salt).toHaveLength(16);
    expect(others[0]?.salt).not.toEqual(stored[0]?.salt);
    const [code = ''] = one.recovery_codes;
    const digest = oldHash(one.companyId, one.userId, code);
    const opened = stored.map(({ code_sealed }) => testSeal.open(code_sealed ?? Buffer.of(), recoveryCode, one.companyId));
    const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt: stored[0]?.salt ?? Buffer.of() };
    expect(opened).toContain((await hashRaw(digest, options)).toString('base64'));
    expect(JSON.stringify(stored)).not.toContain(JSON.stringify(digest));
  });

  test('that were stored as plain hashes work still, and the worker moves them', async () => {
    const { companyId, userId, email } = await anAgentWithApp(server, clock);
    const { db } = server.operator;
    const codes = ['k7m2-9xqd', 'abcd-efgh', 'wxyz-2345'];
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await db
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ company_id: companyId, user_id: userId, code_hash: oldHash(companyId, userId, code) })))
      .execute();
    expect(await answersTo(server, email, { recovery_code: codes[0] })).toEqual(['in']);
    await runChores(db, server.platform, twoFactorChores);
    await runChores(db, server.platform, twoFactorChores);
    for (const row of await storedOf(userId))
      expect(row).toMatchObject({ code_hash: null, salt: expect.any(Buffer), code_sealed: expect.any(Buffer) });
    expect(await answersTo(server, email, { recovery_code: codes[0] }, { recovery_code: codes[1] })).toEqual([
      'two_factor.wrong_code',
      'in',
    ]);
    expect(await answersTo(server, email, { recovery_code: codes[1] }, { recovery_code: codes[2] })).toEqual([
      'two_factor.wrong_code',
      'in',
    ]);
  });

  test('are made for a dozen people at once without refusing anybody', async () => {
    const agents = [];
    while (agents.length < 12) agents.push(await anAgentWithApp(server, clock));
    const made = await Promise.all(agents.map(({ browser }) => browser.send(createRecoveryCodes, { body: { password } })));
    expect(made.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    expect(made[0]?.json()).toMatchObject({ recovery_codes: expect.any(Array) });
  });

  test("are one's own", async () => {
    const [one, other] = [await anAgentWithApp(server, clock), await anAgentWithApp(server, clock)];
    expect(await answersTo(server, other.email, { recovery_code: one.recovery_codes[0] })).toEqual(['two_factor.wrong_code']);
  });

  test('are replaced by new ones, for the password, where there is a second factor', async () => {
    const agent = await anAgent(server);
    await expect(agent.browser.call(createRecoveryCodes, { body: { password } })).rejects.toMatchObject({
      code: 'two_factor.not_set_up',
    });
    const { recovery_codes: old, browser } = await enableApp(server, agent.browser, clock);
    await expect(browser.call(createRecoveryCodes, { body: { password: 'not it' } })).rejects.toMatchObject({
      code: 'passwords.wrong',
    });
    const { recovery_codes } = await browser.call(createRecoveryCodes, { body: { password } });
    expect(recovery_codes).toHaveLength(10);
    expect(await answersTo(server, agent.email, { recovery_code: old[0] }, { recovery_code: recovery_codes[0] })).toEqual([
      'two_factor.wrong_code',
      'in',
    ]);
  });
});
