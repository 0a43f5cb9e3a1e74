// Signing in and out: success, what a guesser learns, and the cookies.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession, deleteSession, getMe } from '#contract/signIn.ts';
import { counterOf } from '#kernel/http/rateLimits.ts';
import { csrfTokenOf, hashToken } from '#kernel/http/sessions.ts';
import { testSeal } from '#tests/support/database.ts';
import { aCompany, testPassword as password, type TestCompany } from '#tests/support/factories.ts';
import { forget, setCount } from '#tests/support/rateLimits.ts';
import { aServer, asDeployed, send, signedIn, type TestServer } from '#tests/support/server.ts';
import { triesAnywhere } from './signIn.slowDown.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {} });
  const { db } = server.operator;
  for (const [name, { userId }] of Object.entries(company.people)) {
    await db
      .updateTable('users')
      .set({ username: `Harbor.${name}` })
      .where('id', '=', userId)
      .execute();
    await db
      .insertInto('logins')
      .values({ login: `harbor.${name}`, company_id: company.companyId, user_id: userId })
      .execute();
  }
});
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

const signIn = (email: string, secret = password, headers: Record<string, string> = {}) =>
  send(server.app, headers, createSession, { body: { email, password: secret } });
const cookiesOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]));
const me = (token: string) => send(server.app, { cookie: `token=${token}` }, getMe, {});

describe('signing in', () => {
  test('by e-mail or username, in any case, answers who one is', async () => {
    for (const login of ['harbor.agent', ' HARBOR.Agent ', company.people.agent.email.toUpperCase()]) {
      const answer = await signIn(login);
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({ id: company.people.agent.userId, roles: ['agent'] });
    }
  });

  test('sets a cookie that no script reads and no other site sends, and a readable one bound to it', async () => {
    const answer = await signIn('harbor.agent');
    const { token, csrf_token } = cookiesOf(answer);
    expect(token).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 14 * 86_400 });
    expect(token).not.toHaveProperty('domain');
    expect(csrf_token).toMatchObject({
      path: '/',
      sameSite: 'Lax',
      maxAge: 14 * 86_400,
      value: csrfTokenOf(token?.value ?? '', testSeal),
    });
    expect(csrf_token).not.toHaveProperty('httpOnly');
    expect(answer.body).not.toContain(token?.value);
    expect((await me(token?.value ?? '')).statusCode).toBe(200);
  });

  test('sets secure cookies where Steward is reached by https, which no neighbour under its domain can plant', async () => {
    const app = await asDeployed(server);
    const origin = { host: 'crm.example', origin: 'https://crm.example' };
    const answer = await send(app, origin, createSession, { body: { email: 'harbor.agent', password } });
    expect(answer.cookies.map(({ name, secure, path, domain }) => [name, secure, path, domain])).toEqual([
      ['__Host-device', true, '/', undefined],
      ['__Host-token', true, '/', undefined],
      ['__Host-csrf_token', true, '/', undefined],
    ]);
    const token = cookiesOf(answer)['__Host-token']?.value ?? '';
    const csrf = { ...origin, 'x-csrf-token': csrfTokenOf(token, testSeal) };
    expect((await send(app, { ...csrf, cookie: `token=${token}` }, getMe, {})).statusCode).toBe(401);
    expect((await send(app, { ...csrf, cookie: `__Host-token=${token}` }, getMe, {})).statusCode).toBe(200);
    const gone = await send(app, { ...csrf, cookie: `__Host-token=${token}` }, deleteSession, {});
    expect(gone.cookies.map(({ name, secure, expires }) => [name, secure, expires?.getTime()])).toEqual([
      ['__Host-token', true, 0], // browsers accept the prefix only with Secure
      ['__Host-csrf_token', true, 0],
    ]);
    const elsewhere = { host: 'crm.example', origin: 'http://crm.example' };
    expect((await send(app, elsewhere, createSession, { body: { email: 'x', password } })).json()).toMatchObject({
      code: 'origin',
    });
  });

  test('where somebody is signed in ends their session, whose late calls take no cookie from the new one', async () => {
    const former = await signedIn(server, company.companyId, company.people.agent.userId);
    expect((await signIn('harbor.admin', password, former.headers)).statusCode).toBe(201);
    const late = await send(server.app, former.headers, getMe, {});
    expect([late.json<{ code: string }>().code, late.cookies]).toEqual(['sessions.overtaken', []]);
    await server.operator.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(Date.now() - 60_000) })
      .where('token_hash', '=', hashToken(former.token))
      .execute();
    const later = await send(server.app, former.headers, getMe, {});
    expect([later.json<{ code: string }>().code, later.cookies.map(({ value }) => value)]).toEqual(['unauthenticated', ['', '']]);
  });

  test('keeps of the token its hash alone, and a new one each time', async () => {
    const [first, second] = [
      cookiesOf(await signIn('harbor.agent')).token?.value,
      cookiesOf(await signIn('harbor.agent')).token?.value,
    ];
    expect(first).not.toBe(second);
    const { rows } = await sql<{ all: string }>`select string_agg(s::text, ' ') as all from sessions s`.execute(
      server.operator.db,
    );
    expect(rows[0]?.all).not.toContain(first?.split('.')[1]);
  });

  test('a wrong password, an unknown login and somebody who left get one answer', async () => {
    await server.operator.db.updateTable('users').set({ active: false }).where('id', '=', company.people.admin.userId).execute();
    const answers = [
      await signIn('harbor.agent', 'wrong'),
      await signIn('nobody@nowhere.test', 'wrong'),
      await signIn('harbor.admin'),
    ];
    await server.operator.db.updateTable('users').set({ active: true }).where('id', '=', company.people.admin.userId).execute();
    for (const answer of answers) {
      const { request_id, ...problem } = answer.json();
      expect(answer.statusCode).toBe(422);
      expect(problem).toEqual({
        type: '/v1/docs#sessions.wrong_credentials',
        title: 'The e-mail or username, or the password, is not right.',
        status: 422,
        code: 'sessions.wrong_credentials',
      });
      expect(answer.cookies).toEqual([]);
    }
  });

  test('takes the place of who is signed in there; where it is refused, they stay', async () => {
    const { companyId, people } = company;
    const former = await signedIn(server, companyId, people.admin.userId);
    const elsewhere = await aCompany(server, { agent: {} });
    const { email, userId } = elsewhere.people.agent;
    const { db } = server.operator;
    const network = { company_id: elsewhere.companyId, network: '203.0.113.0/24', created_by: userId };
    await db.insertInto('networks').values(network).execute();
    const refused = await signIn(email, password, former.headers);
    expect(refused.json()).toMatchObject({ code: 'sessions.address_refused' });
    expect((await me(former.token)).statusCode).toBe(200);
    await db.deleteFrom('networks').where('company_id', '=', elsewhere.companyId).execute();
    expect((await signIn(email, password, former.headers)).statusCode).toBe(201);
    expect((await me(former.token)).statusCode).toBe(401);
  });

  test('needs both fields', async () => {
    expect((await signIn('', '')).json()).toMatchObject({
      code: 'invalid',
      errors: { email: ['Enter your e-mail or username'], password: ['Enter your password'] },
    });
  });

  test('asks for nothing more where there is no second factor, and sets no session where the password is wrong', async () => {
    expect((await signIn('harbor.agent')).json()).not.toHaveProperty('otp_secret');
    expect((await signIn('harbor.agent', 'wrong')).cookies).toEqual([]);
  });
});

// A rate-limit window may end in the middle of a test, at most once: hence the retries.
describe('guessing', { retry: 1 }, () => {
  const wrong = async (times: number, headers?: Record<string, string>) => {
    for (let turn = 0; turn < times; turn++) expect((await signIn('harbor.agent', 'wrong', headers)).statusCode).toBe(422);
  };

  test('one account is slowed down, then locked for that address, even with the right password', async () => {
    await wrong(5);
    const slowed = await signIn('harbor.agent');
    expect(slowed.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(10);
    await forget(server, 'tries 10');
    await wrong(4);
    await forget(server, 'tries 10');
    const locked = await signIn('harbor.agent');
    expect(locked.statusCode).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn('harbor.admin')).statusCode, 'another account').toBe(201);
  });

  test('one account from many addresses locks it for the hour, but not at a browser that its owner uses', async () => {
    const device = `device=${cookiesOf(await signIn('harbor.agent')).device?.value}`;
    await setCount(server, triesAnywhere, 3600, ['login', 'harbor.agent'], 50);
    expect((await signIn('harbor.agent')).statusCode, 'a browser nobody knows').toBe(429);
    expect((await signIn('harbor.agent', password, { cookie: device })).statusCode, 'the owner’s').toBe(201);
    expect((await signIn('harbor.admin', password, { cookie: device })).statusCode, 'of another account it says nothing').toBe(
      201,
    );
  });

  test('at a known browser is locked there too', async () => {
    const cookie = `device=${cookiesOf(await signIn('harbor.agent')).device?.value}`;
    await wrong(10, { cookie });
    expect((await signIn('harbor.agent', password, { cookie })).statusCode).toBe(429);
    expect((await signIn('harbor.agent')).statusCode, 'and elsewhere not').toBe(201);
  });

  test('by username and by e-mail counts as one account, and nothing tells that they are', async () => {
    const { agent } = company.people;
    const other = ['nobody.agent', 'nobody@nowhere.test'];
    for (const [username = '', email = ''] of [['harbor.agent', agent.email], other]) {
      const met = [];
      for (const login of [username, username, username, email, email, email])
        met.push((await signIn(login, 'wrong')).statusCode);
      expect(met, username).toEqual(Array(6).fill(422));
    }
    const right = await signIn(agent.email);
    expect(right.json()).toMatchObject({ status: 422, code: 'sessions.wrong_credentials' });
    expect(right.cookies).toEqual([]);
    await forget(server, 'tries 10');
    expect((await signIn(agent.email)).statusCode, 'ten seconds later').toBe(201);

    await setCount(server, triesAnywhere, 3600, ['account', company.companyId, agent.userId], 50);
    for (const login of ['harbor.agent', agent.email]) expect((await signIn(login)).statusCode, 'for the hour').toBe(422);
    expect((await signIn('harbor.admin')).statusCode, 'another account').toBe(201);
  });

  test('counts an unknown login as often as a known one', async () => {
    const counted = async (login: string) => {
      await server.operator.db.deleteFrom('rate_limits').execute();
      await signIn(login, 'wrong');
      const rows = await server.operator.db.selectFrom('rate_limits').select(['key', 'count']).orderBy('key').execute();
      return rows.map(({ key, count }) => [key.slice(0, key.lastIndexOf(' ')), count]);
    };
    const known = await counted('harbor.agent');
    expect(known.length).toBeGreaterThan(4);
    expect(await counted('nobody@nowhere.test')).toEqual(known);
  });

  test('many accounts from one address ends after a hundred tries a minute, whatever the account', async () => {
    await setCount(server, counterOf('createSession', createSession.rateLimit), 60, ['127.0.0.1'], 99);
    expect((await signIn('guess1', '-')).statusCode).toBe(422);
    expect((await signIn('guess2', '-')).statusCode).toBe(429);
  });

  test('what was right is not counted', async () => {
    for (let turn = 0; turn < 12; turn++) expect((await signIn('harbor.agent')).statusCode).toBe(201);
  });
});

describe('signing out', () => {
  test('ends this session, on the server too, and no other', async () => {
    const { companyId, people } = company;
    const [one, other] = [
      await signedIn(server, companyId, people.agent.userId),
      await signedIn(server, companyId, people.agent.userId),
    ];
    const answer = await send(server.app, one.headers, deleteSession, {});
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    for (const name of ['token', 'csrf_token'])
      expect(cookiesOf(answer)[name]).toMatchObject({ value: '', expires: new Date(0) });
    expect((await me(one.token)).statusCode).toBe(401);
    expect((await me(other.token)).statusCode).toBe(200);
  });

  test('closes what listens with that session', async () => {
    const { companyId, people } = company;
    const client = await signedIn(server, companyId, people.agent.userId);
    await send(server.app, client.headers, deleteSession, {});
    const told = await server.operator.db
      .selectFrom('outbox')
      .select(['name', 'payload'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(told).toEqual({ name: `sessions:${companyId}`, payload: { revoked: expect.any(Number) } });
  });
});

describe('a session', () => {
  test('ends when it expires, when it is revoked and when its person leaves', async () => {
    const { companyId, people } = company;
    const { db } = server.operator;
    const newest = () => db.selectFrom('sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const ends: ((id: number) => Promise<unknown>)[] = [
      (id) =>
        db
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1000) })
          .where('id', '=', id)
          .execute(),
      (id) => db.updateTable('sessions').set({ revoked_at: new Date() }).where('id', '=', id).execute(),
      () => db.updateTable('users').set({ active: false }).where('id', '=', people.agent.userId).execute(),
    ];
    for (const end of ends) {
      const { token } = await signedIn(server, companyId, people.agent.userId);
      expect((await me(token)).statusCode).toBe(200);
      await end((await newest()).id);
      expect((await me(token)).statusCode).toBe(401);
    }
    await db.updateTable('users').set({ active: true }).where('id', '=', people.agent.userId).execute();
  });

  test('of one company opens no other, by changing the number before its token', async () => {
    const other = await aCompany(server, { admin: {} });
    const { token } = company.people.admin;
    expect((await me(token.replace(/^\d+/, String(other.companyId)))).statusCode).toBe(401);
  });
});
