// Password reset: the mail lets its owner in; guessing, reusing a link or asking for others reveals nothing.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPasswordLink, requestPasswordReset, resetPassword } from '#contract/passwords.ts';
import { createSession, getMe } from '#contract/signIn.ts';
import { loadActor } from '#kernel/actors.ts';
import { createApp } from '#kernel/http/http.ts';
import { hashToken } from '#kernel/http/sessions.ts';
import { aCompany, type TestCompany, testPassword } from '#tests/support/factories.ts';
import { linkIn, mailsTo, mailTo } from '#tests/support/mailbox.ts';
import { countIn, forget } from '#tests/support/rateLimits.ts';
import { aServer, asDeployed, call, send, signedIn, type TestServer } from '#tests/support/server.ts';
import { allRoutes } from '../../../areas.ts';
import { answerAfter, mailReset, resetMails } from './passwords.reset.ts';

const chosen = 'seven herons over the bay';
const subject = 'Choose a new password';
let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let email: string;
beforeAll(async () => {
  server = await aServer({ worker: true });
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {} });
  email = company.people.agent.email;
  await server.operator.db.deleteFrom('rate_limits').execute();
});

const ask = (address: string, headers = {}) => send(server.app, headers, requestPasswordReset, { body: { email: address } });
const choose = (token: string, password = chosen) => send(server.app, {}, resetPassword, { body: { token, password } });
const signIn = (password: string, headers = {}) => send(server.app, headers, createSession, { body: { email, password } });
const stored = () =>
  server.operator.db.selectFrom('users').selectAll().where('id', '=', company.people.agent.userId).executeTakeFirstOrThrow();

async function mailedToken(): Promise<string> {
  await ask(email);
  return linkIn(await mailTo(server, email, subject)).searchParams.get('token') ?? '';
}

describe('a forgotten password', () => {
  test('a link says whether it still works, and is not used up by the question', async () => {
    const token = await mailedToken();
    const check = (asked: string) => send(server.app, {}, checkPasswordLink, { body: { token: asked } });
    expect((await check(token)).statusCode).toBe(204);
    expect((await check(token)).statusCode).toBe(204);
    expect((await check(`${token.slice(0, -1)}!`)).json()).toMatchObject({ status: 422, code: 'passwords.link_spent' });
    expect((await choose(token)).statusCode).toBe(204);
    expect((await check(token)).json()).toMatchObject({ status: 422, code: 'passwords.link_spent' });
  });

  test('is replaced by the mailed link, and nothing that the old one opened stays open', async () => {
    const { companyId, people } = company;
    const { userId } = people.agent;
    await server.operator.db.updateTable('users').set({ must_change_password: true }).where('id', '=', userId).execute();
    const token = await mailedToken();
    const waiting = { company_id: companyId, user_id: userId, expires_at: new Date(Date.now() + 60_000) };
    await server.operator.db
      .insertInto('one_time_tokens')
      .values([
        { ...waiting, purpose: 'second_factor', token_hash: hashToken('one') },
        { ...waiting, purpose: 'password_reset', token_hash: hashToken('two') },
        { ...waiting, user_id: people.admin.userId, purpose: 'password_reset', token_hash: hashToken('three') },
      ])
      .execute();
    const other = await signedIn(server, companyId, userId);

    const answer = await choose(token);
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies.map(({ name }) => name)).toEqual(['device']); // not a session cookie
    for (const { headers } of [people.agent, other]) expect((await send(server.app, headers, getMe, {})).statusCode).toBe(401);
    expect((await send(server.app, people.admin.headers, getMe, {})).statusCode).toBe(200);
    const left = await server.operator.db
      .selectFrom('one_time_tokens')
      .select('user_id')
      .where('company_id', '=', companyId)
      .execute();
    expect(left).toEqual([{ user_id: people.admin.userId }]);
    expect(await stored()).toMatchObject({ must_change_password: false });

    expect((await signIn(testPassword)).json()).toMatchObject({ code: 'sessions.wrong_credentials' });
    expect((await signIn(chosen)).statusCode).toBe(201);
    const said = await mailTo(server, email, 'Your password was changed');
    expect(said.text).toContain('Address: 127.0.0.1');
    expect(linkIn(said).pathname).toBe('/reset-password');
  });

  test('leaves a browser that signs in past those who try the account from everywhere', async () => {
    const device = (await choose(await mailedToken())).cookies.find(({ name }) => name === 'device');
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    let answer = 0;
    for (let guess = 0; guess < 20 && answer !== 429; guess++) answer = (await signIn('wrong')).statusCode;
    expect(answer).toBe(429);
    expect((await signIn(chosen, { cookie: `device=${device?.value}` })).statusCode).toBe(201);
  });

  test('is mailed as HTML and text, with a link to our own address whatever the request called us', async () => {
    const poisoned = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    await send(await asDeployed(server), poisoned, requestPasswordReset, { body: { email } });
    const mail = await mailTo(server, email, subject);
    const link = linkIn(mail);
    expect(link.origin).toBe(`http://localhost:${server.config.port}`);
    expect(mail.html).toContain(`href="${link.href}"`);
    expect(mail.html + mail.text).not.toContain('evil');
    expect(mail.text).toContain('You get this mail because someone asked');
  });

  test('is mailed five times an hour at most, by whatever login, and nobody is told', async () => {
    const { companyId, people } = company;
    const { db } = server.operator;
    const logins = Array.from({ length: 3 }, (_, number) => `ana.${companyId}.${number}`);
    await db
      .insertInto('logins')
      .values(logins.map((login) => ({ login, company_id: companyId, user_id: people.agent.userId })))
      .execute();
    for (const login of [...logins, ...logins]) expect((await ask(login)).statusCode).toBe(204);
    await expect.poll(() => countIn(server, resetMails, 3600, [companyId, people.agent.userId])).toBe(6);
    expect(await mailsTo(server, email)).toHaveLength(5);

    const actor = await loadActor(server.platform, companyId, people.agent.userId, null);
    if (!actor) throw new Error('nobody there');
    const ctx = { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor };
    await mailReset(ctx, { attempt: 2 });
    expect(await mailsTo(server, email, 6), 'one that the mail server did not take before').toHaveLength(6);
  });

  test('is asked for by the username too, in any case', async () => {
    const { companyId, people } = company;
    const name = `ana.${companyId}`;
    await server.operator.db
      .insertInto('logins')
      .values({ login: name, company_id: companyId, user_id: people.agent.userId })
      .execute();
    expect((await ask(` ${name.toUpperCase()} `)).statusCode).toBe(204);
    expect(await mailTo(server, email, subject)).toMatchObject({ recipient: email });
  });

  test('of somebody whose company asks for single sign-on is none: the mail says so; administrators have one', async () => {
    const { companyId } = company;
    await server.operator.db
      .insertInto('sso_connections')
      .values({ company_id: companyId, issuer: 'https://id.example', client_id: 'steward', enabled: true, required: true })
      .execute();
    const admin = company.people.admin.email;
    await Promise.all([ask(email), ask(admin)]);
    const mail = await mailTo(server, email, 'Sign in with your company’s account');
    expect(linkIn(mail).pathname).toBe('/login');
    await mailTo(server, admin, subject);
    const tokens = await server.operator.db
      .selectFrom('one_time_tokens')
      .select('user_id')
      .where('company_id', '=', companyId)
      .execute();
    expect(tokens).toEqual([{ user_id: company.people.admin.userId }]);
  });
});

describe('the link', () => {
  test('works once: of ten who use it at once one chooses the password', async () => {
    const token = await mailedToken();
    const words = Array.from({ length: 10 }, (_, one) => `${chosen} ${one}`);
    const answers = await Promise.all(words.map((password) => choose(token, password)));
    const won = answers.findIndex(({ statusCode }) => statusCode === 204);
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    for (const [place, answer] of answers.entries())
      if (place !== won) expect(answer.json()).toMatchObject({ status: 422, code: 'passwords.link_spent' });
    expect((await signIn(words[won] ?? '')).statusCode).toBe(201);
    expect((await choose(token)).json()).toMatchObject({ code: 'passwords.link_spent' });
  });

  test('stays good for a better password where one was refused', async () => {
    const token = await mailedToken();
    expect((await choose(token, 'password12')).json()).toMatchObject({
      code: 'invalid',
      errors: { password: [expect.any(String)] },
    });
    expect((await choose(token)).statusCode).toBe(204);
  });

  test('is spent once its hour is over', async () => {
    const token = await mailedToken();
    const row = server.operator.db.selectFrom('one_time_tokens').where('company_id', '=', company.companyId);
    const { expires_at } = await row.select('expires_at').executeTakeFirstOrThrow();
    expect(Math.round((Date.parse(expires_at as unknown as string) - Date.now()) / 60_000)).toBe(60);
    await server.operator.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await choose(token)).json()).toMatchObject({ code: 'passwords.link_spent' });
  });

  test('cannot be made up, taken from another company or from another purpose', async () => {
    const token = await mailedToken();
    const { companyId, people } = company;
    const other = `${companyId}.${'y'.repeat(43)}`;
    await server.operator.db
      .insertInto('one_time_tokens')
      .values({
        company_id: companyId,
        user_id: people.agent.userId,
        purpose: 'second_factor',
        token_hash: hashToken(other),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    const stranger = await aCompany(server, { admin: {} });
    const secret = token.slice(token.indexOf('.') + 1);
    for (const wrong of [
      'x',
      '0.x',
      `${stranger.companyId}.${secret}`,
      `${companyId}.${'x'.repeat(43)}`,
      `${token}x`,
      other,
      people.agent.token,
    ])
      expect((await choose(wrong)).json()).toMatchObject({ status: 422, code: 'passwords.link_spent' });
    expect((await signIn(testPassword)).statusCode).toBe(201);
  });

  test('of an inactive user does not work', async () => {
    const token = await mailedToken();
    await server.operator.db.updateTable('users').set({ active: false }).where('id', '=', company.people.agent.userId).execute();
    expect((await choose(token)).json()).toMatchObject({ code: 'passwords.link_spent' });
  });
});

describe('resets for other accounts', () => {
  test('is told the same, as slowly, whether there is such an account, none, or somebody who left', async () => {
    const gone = company.people.admin.email;
    await server.operator.db.updateTable('users').set({ active: false }).where('id', '=', company.people.admin.userId).execute();
    const began = performance.now();
    const asked = [email, gone, 'nobody@nowhere.test', '%', "' or 1=1 --"].map(async (address) => {
      const { statusCode, body, cookies } = await ask(address);
      expect({ statusCode, body, cookies }).toEqual({ statusCode: 204, body: '', cookies: [] });
      expect(performance.now() - began).toBeGreaterThan(answerAfter - 10);
    });
    await Promise.all(asked);
    await mailTo(server, email, subject);
    expect(await mailsTo(server, gone)).toEqual([]);
  });

  // A rate-limit window may end in the middle, at most once: hence the retry.
  test('is stopped after the same number of times, account or not', { retry: 1 }, async () => {
    for (const address of [email, 'nobody@nowhere.test']) {
      await forget(server, 'call requestPasswordReset');
      const answers = await Promise.all(Array.from({ length: 7 }, () => ask(address)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 204, 204, 204, 204, 429, 429]);
    }
  });

  test('cannot name a counter of somebody else by what they type', async () => {
    const { companyId, people } = company;
    const typed = `mails ${companyId}.${people.agent.userId} 3600`;
    expect((await ask(typed)).statusCode).toBe(204);
    const keys = (await server.operator.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.filter((key) => key.includes(typed))).toEqual([]);
  });

  test('leaves no link but in the mail', async () => {
    const quiet = await aServer({ own: true });
    const { people } = await aCompany(quiet, { agent: {} });
    await call(quiet.app, {}, requestPasswordReset, { body: { email: people.agent.email } });
    expect(await quiet.operator.db.selectFrom('outbox').select(['name', 'payload']).execute()).toEqual([
      { name: 'passwords.mailReset', payload: {} },
    ]);
    expect(await quiet.operator.db.selectFrom('one_time_tokens').select('id').execute()).toEqual([]);
  });
});

test('without mail nobody is told to look for one', async () => {
  const app = await createApp({ ...server.platform, mail: null }, allRoutes);
  const answer = await send(app, {}, requestPasswordReset, { body: { email } });
  expect(answer.json()).toMatchObject({ status: 503, code: 'mail.not_configured' });
  await app.close();
});
