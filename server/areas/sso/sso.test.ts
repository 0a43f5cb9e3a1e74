// Single sign-on, against a real provider: who gets in, as whom, and what everybody else is told.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '#contract/sessions.ts';
import { finishSso, startSso } from '#contract/sso.ts';
import { getMe } from '#contract/users.ts';
import { createApp } from '#kernel/http.ts';
import { testSeal } from '../../../tests/support/database.ts';
import { aCompany, type TestCompany, testPassword } from '../../../tests/support/factories.ts';
import { anOpenIdProvider, type TestProvider } from '../../../tests/support/openIdProvider.ts';
import { aServer, send, type TestServer } from '../../../tests/support/server.ts';
import { type ConnectionSpec, connectSso, giveDomain } from '../../../tests/support/sso.ts';
import { SsoBrowser, testOrigin } from '../../../tests/support/ssoBrowser.ts';
import { allRoutes } from '../../areas.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let provider: TestProvider;
const domain = 'office.test';

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: { unit: 'Main' }, agent: { unit: 'West' } });
  provider = await anOpenIdProvider({ origin: testOrigin });
  await giveDomain(server, company.companyId, domain, company.people);
});
afterAll(() => provider.stop());

beforeEach(async () => {
  const { db } = server.operator;
  await db.deleteFrom('rate_limits').execute();
  await db.deleteFrom('sso_identities').execute();
  await connect({});
  provider.told.refuses = false;
});

/** To the provider of this file where nothing else is said. */
const connect = (change: Partial<ConnectionSpec>) =>
  connectSso(server, company.companyId, { issuer: provider.issuer, domains: [domain], ...change });

/** Somebody at the provider, and at its screen. */
function atProvider(
  number: string,
  email: string,
  more: { email_verified?: boolean; name?: string; given_name?: string; family_name?: string } = {},
) {
  provider.people.set(number, { email, email_verified: true, ...more });
  provider.told.who = number;
}

const meOf = async (browser: SsoBrowser) => (await send(server.app, browser.headers, getMe, {})).json();
const userOf = (email: string) =>
  server.operator.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('whom the company knows', () => {
  test('gets in by the e-mail that the provider has verified, where they wanted to go', async () => {
    atProvider('17', 'Agent@Office.test');
    const browser = new SsoBrowser(server);
    const url = new URL(
      await browser.start('agent@OFFICE.test', { redirect_path: '/contacts?q=rosa', place: 'America/New_York' }),
    );
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      login_hint: 'agent@OFFICE.test',
      redirect_uri: `${testOrigin}/api/auth/callback`,
    });
    expect(await browser.comeBack(await browser.visit(url.href))).toBe('/contacts?q=rosa');
    expect(await meOf(browser)).toMatchObject({ id: company.people.agent.userId, email: 'agent@office.test' });
    const session = await server.operator.db.selectFrom('sessions').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(session).toMatchObject({ method: 'sso', place: 'America/New_York', user_id: company.people.agent.userId });
    const kept = await server.operator.db.selectFrom('sso_sessions').selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ session_id: session.id, issuer: provider.issuer, subject: '17', refresh_token_sealed: null });
    expect(testSeal.open(kept.id_token_sealed)).toMatch(/^eyJ/);
  });

  test('gets in where the e-mail is told only to who asks for the user', async () => {
    const terse = await anOpenIdProvider({ origin: testOrigin, emailInIdToken: false });
    terse.people.set('17', { email: 'agent@office.test', email_verified: true });
    terse.told.who = '17';
    await connect({ issuer: terse.issuer });
    const browser = new SsoBrowser(server);
    expect(await browser.signIn('agent@office.test')).toBe('/');
    expect(await meOf(browser)).toMatchObject({ id: company.people.agent.userId });
    await terse.stop();
  });

  test('is known by the provider’s number from then on, whatever the e-mail becomes', async () => {
    atProvider('17', 'agent@office.test');
    await new SsoBrowser(server).signIn('agent@office.test');
    atProvider('17', 'married@elsewhere.test', { email_verified: false });
    const browser = new SsoBrowser(server);
    expect(await browser.signIn('agent@office.test')).toBe('/');
    expect(await meOf(browser)).toMatchObject({ id: company.people.agent.userId });
  });

  test('is who has the address now: the number that had it before opens nothing any more', async () => {
    atProvider('17', 'agent@office.test');
    await new SsoBrowser(server).signIn('agent@office.test');
    atProvider('18', 'agent@office.test');
    await new SsoBrowser(server).signIn('agent@office.test');
    atProvider('17', 'left@office.test');
    expect(await new SsoBrowser(server).signIn('left@office.test')).toBe('/login?error=sso.unknown_user');
  });

  test('and has left stays out', async () => {
    const { userId } = company.people.agent;
    atProvider('17', 'agent@office.test');
    await new SsoBrowser(server).signIn('agent@office.test');
    const { db } = server.operator;
    await db.updateTable('users').set({ active: false }).where('id', '=', userId).execute();
    expect(await new SsoBrowser(server).signIn('agent@office.test'), 'by number').toBe('/login?error=sso.unknown_user');
    await db.deleteFrom('sso_identities').execute();
    expect(await new SsoBrowser(server).signIn('agent@office.test'), 'by e-mail').toBe('/login?error=sso.unknown_user');
    await db.updateTable('users').set({ active: true }).where('id', '=', userId).execute();
  });

  test('is let in from the company’s networks alone', async () => {
    const { db } = server.operator;
    const { companyId, people } = company;
    await db
      .insertInto('allowed_addresses')
      .values({ company_id: companyId, network: '203.0.113.0/24', created_by: people.admin.userId })
      .execute();
    atProvider('17', 'agent@office.test');
    const browser = new SsoBrowser(server);
    expect(await browser.signIn('agent@office.test')).toBe('/login?error=sessions.address_refused');
    expect(browser.token).toBeUndefined();
    await db.deleteFrom('allowed_addresses').execute();
  });
});

describe('whom the company does not know', () => {
  test('is refused, or gets an account with the role and the business unit set for it', async () => {
    atProvider('30', 'rosa@office.test', { given_name: 'Rosa', family_name: 'Alvarez' });
    expect(await new SsoBrowser(server).signIn('rosa@office.test')).toBe('/login?error=sso.unknown_user');

    const { business_unit_id } = await userOf('agent@office.test');
    await connect({ creates_users: true, default_role: 'telemarketer', business_unit_id });
    const browser = new SsoBrowser(server);
    expect(await browser.signIn('rosa@office.test')).toBe('/');
    expect(await meOf(browser)).toMatchObject({
      email: 'rosa@office.test',
      username: 'rosa@office.test',
      roles: ['telemarketer'],
      profile: { first_name: 'Rosa', last_name: 'Alvarez' },
      business_unit: { id: business_unit_id },
      number: 3,
      missing: 'terms',
    });
    expect(await userOf('rosa@office.test')).toMatchObject({ password_hash: null, accepted_tos_at: null });
    const again = new SsoBrowser(server);
    expect(await again.signIn('rosa@office.test')).toBe('/');
    expect(await meOf(again)).toMatchObject({ id: (await meOf(browser)).id });
    const byPassword = await send(server.app, {}, createSession, { body: { email: 'rosa@office.test', password: 'x' } });
    expect(byPassword.json()).toMatchObject({ code: 'sessions.wrong_credentials' });
  });

  test('goes to the first business unit where none is set, by whatever name there is', async () => {
    await connect({ creates_users: true });
    for (const [email, name, first_name, last_name] of [
      ['ana@office.test', 'Ana María de la Cruz', 'Ana María de la', 'Cruz'],
      ['solo@office.test', 'Cher', 'Cher', ''],
      ['nameless@office.test', undefined, 'nameless', ''],
      ['odd@office.test', ' A\u0000\nB\ud800 \t C ', 'A B\ufffd', 'C'],
    ] as const) {
      atProvider(email, email, name === undefined ? {} : { name });
      const browser = new SsoBrowser(server);
      expect(await browser.signIn(email)).toBe('/');
      expect(await meOf(browser)).toMatchObject({ profile: { first_name, last_name }, business_unit: { name: 'Main' } });
    }
  });

  test('is made once, though two browsers come at a time', async () => {
    await connect({ creates_users: true });
    atProvider('31', 'twice@office.test');
    const browsers = [new SsoBrowser(server), new SsoBrowser(server)];
    const backs = await Promise.all(browsers.map(async (browser) => browser.visit(await browser.start('twice@office.test'))));
    await Promise.all(browsers.map((browser, index) => browser.comeBack(backs[index] as URL)));
    const [one, other] = await Promise.all(browsers.map(meOf));
    expect(one).toMatchObject({ email: 'twice@office.test' });
    expect(other.id).toBe(one.id);
  });
});

describe('an e-mail is no proof', () => {
  beforeEach(() => connect({ creates_users: true }));

  test('unless the provider has verified it', async () => {
    for (const email_verified of [false, undefined, 'true', 1]) {
      atProvider('17', 'agent@office.test', { email_verified: email_verified as boolean });
      expect(await new SsoBrowser(server).signIn('agent@office.test')).toBe('/login?error=sso.unverified_email');
    }
  });

  test('where its domain is not one of the company’s verified ones, whoever has it', async () => {
    const other = await aCompany(server, { admin: {} });
    await server.operator.db.insertInto('sso_domains').values({ domain: 'theirs.test', company_id: other.companyId }).execute();
    await connect({ creates_users: true });
    for (const email of [
      'boss@theirs.test',
      'somebody@gmail.com',
      'x@sub.office.test',
      'x@office.test@theirs.test',
      'office.test',
    ]) {
      atProvider('40', email);
      expect(await new SsoBrowser(server).signIn('agent@office.test'), email).toBe('/login?error=sso.unverified_email');
    }
  });

  test('where it belongs to an account of another company, or is a colleague’s username', async () => {
    const { db } = server.operator;
    const other = await aCompany(server, { agent: {} });
    await db
      .insertInto('logins')
      .values([
        { login: 'moved@office.test', company_id: other.companyId, user_id: other.people.agent.userId },
        { login: 'nickname@office.test', company_id: company.companyId, user_id: company.people.admin.userId },
      ])
      .execute();
    atProvider('41', 'moved@office.test');
    expect(await new SsoBrowser(server).signIn('moved@office.test')).toBe('/login?error=sso.email_taken');
    atProvider('42', 'nickname@office.test');
    expect(await new SsoBrowser(server).signIn('nickname@office.test')).toBe('/login?error=sso.unknown_user');
  });
});

describe('an answer', () => {
  const location = async (browser: SsoBrowser, change: (url: URL) => void) => {
    const url = await browser.visit(await browser.start('agent@office.test'));
    change(url);
    return browser.comeBack(url);
  };
  beforeEach(() => atProvider('17', 'agent@office.test'));

  test('of a provider that says no is told as such', async () => {
    provider.told.refuses = true;
    expect(await new SsoBrowser(server).signIn('agent@office.test')).toBe('/login?error=sso.oauth2');
  });

  test('with another state, or none, is refused, and the right one still gets in', async () => {
    const browser = new SsoBrowser(server);
    const url = await browser.visit(await browser.start('agent@office.test'));
    for (const state of [undefined, '', 'wrong', `${url.searchParams.get('state')}x`]) {
      const forged = new URL(url);
      if (state === undefined) forged.searchParams.delete('state');
      else forged.searchParams.set('state', state);
      expect(await browser.comeBack(forged)).toBe('/login?error=sso.invalid_state');
    }
    expect(browser.token).toBeUndefined();
    expect(await browser.comeBack(url)).toBe('/');
  });

  test('of another issuer is refused', async () => {
    const forged = await location(new SsoBrowser(server), (url) => url.searchParams.set('iss', 'https://evil.example'));
    expect(forged).toBe('/login?error=sso.invalid_state');
  });

  test('with a made-up code is refused by the provider', async () => {
    expect(await location(new SsoBrowser(server), (url) => url.searchParams.set('code', 'made-up'))).toBe(
      '/login?error=sso.oauth2',
    );
    expect(await location(new SsoBrowser(server), (url) => url.searchParams.set('code', 'x'.repeat(9000)))).toMatch(/error=sso/);
  });

  test('in another browser, or in none, is refused: nobody signs somebody else in', async () => {
    const attacker = new SsoBrowser(server);
    const url = await attacker.visit(await attacker.start('agent@office.test'));
    const victim = new SsoBrowser(server);
    expect(await victim.comeBack(url)).toBe('/login?error=sso.missing_state');
    await victim.start('agent@office.test');
    expect(await victim.comeBack(url)).toBe('/login?error=sso.invalid_state');
    expect(victim.token).toBeUndefined();
  });

  test('is good once, even for who kept the cookie', async () => {
    const browser = new SsoBrowser(server);
    const url = await browser.visit(await browser.start('agent@office.test'));
    const { cookie } = browser.headers;
    expect(await browser.comeBack(url)).toBe('/');
    expect(await browser.comeBack(url)).toBe('/login?error=sso.missing_state');
    const replayed = await server.app.inject({ url: url.pathname + url.search, headers: { cookie } });
    expect(replayed.headers.location).toBe('/login?error=sso.invalid_state');
  });

  test('is waited for ten minutes', async () => {
    const browser = new SsoBrowser(server);
    const url = await browser.visit(await browser.start('agent@office.test'));
    const later = () => new Date(Date.now() + 601_000);
    const app = await createApp({ ...server.platform, clock: later }, allRoutes);
    const answer = await app.inject({ url: url.pathname + url.search, headers: browser.headers });
    expect(answer.headers.location).toBe('/login?error=sso.missing_state');
    await app.close();
  });

  test('counts for nothing once the connection is switched off', async () => {
    const browser = new SsoBrowser(server);
    const url = await browser.visit(await browser.start('agent@office.test'));
    await connect({ enabled: false });
    expect(await browser.comeBack(url)).toBe('/login?error=sso.not_set_up');
  });

  test('gives a new token, whatever the browser came with', async () => {
    const fixed = `${company.companyId}.${'f'.repeat(43)}`;
    const browser = new SsoBrowser(server);
    const url = await browser.visit(await browser.start('agent@office.test'));
    const answer = await server.app.inject({
      url: url.pathname + url.search,
      headers: { cookie: `token=${fixed}; ${browser.headers.cookie}` },
    });
    const set = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]));
    expect(set.token).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(set.token?.value).not.toBe(fixed);
    expect(set.sso).toMatchObject({ value: '', expires: new Date(0) });
  });

  test('never leads elsewhere', async () => {
    for (const redirect_path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      '/%2f/evil.example',
      '/\t/evil.example',
    ])
      expect(await new SsoBrowser(server).signIn('agent@office.test', { redirect_path }), redirect_path).toBe('/');
  });

  test('that nobody asked for, in whatever shape, is an error on the sign-in page', async () => {
    for (const query of ['', '?error=access_denied', '?code=a&code=b&state[]=x', `?state=${'x'.repeat(9000)}`]) {
      const answer = await server.app.inject({ url: finishSso.path + query });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?error=sso.missing_state']);
    }
    const forged = await server.app.inject({ url: finishSso.path, headers: { cookie: 'sso=AgAAAAAAAAAA' } });
    expect(forged.headers.location).toBe('/login?error=sso.missing_state');
  });
});

describe('beginning', () => {
  test('needs a domain that is verified and a connection that is on', async () => {
    const start = (email: string) => send(server.app, {}, startSso, { body: { email } });
    for (const email of ['a@nowhere.test', 'office.test', 'agent', 'a@sub.office.test', 'a@@', 'a@b@c'])
      expect((await start(email)).json(), email).toMatchObject({ code: 'sso.not_set_up' });
    await connect({ enabled: false });
    expect((await start('agent@office.test')).json()).toMatchObject({ code: 'sso.not_set_up' });
  });

  test('sets a cookie that no script reads and that says nothing', async () => {
    const answer = await send(server.app, {}, startSso, { body: { email: 'agent@office.test' } });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'sso', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    const state = new URL(answer.json().url).searchParams.get('state') ?? 'none';
    expect(Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1')).not.toContain(state);
  });

  test('fails where the provider is not there, or is another than it says', async () => {
    for (const issuer of [
      'http://127.0.0.1:1',
      `${provider.issuer}/elsewhere`,
      provider.issuer.replace('127.0.0.1', 'localhost'),
    ]) {
      await connect({ issuer });
      await expect(new SsoBrowser(server).start('agent@office.test')).rejects.toThrow('sso.discovery');
    }
  });

  test('fails on an address inside the network where that is not allowed', async () => {
    const platform = { ...server.platform, config: { ...server.config, privateNetworks: false } };
    const app = await createApp(platform, allRoutes);
    const answer = await send(app, {}, startSso, { body: { email: 'agent@office.test' } });
    expect(answer.json()).toMatchObject({ code: 'sso.discovery' });
    await app.close();
  });
});

describe('where the company demands it', () => {
  const byPassword = (email: string, password = testPassword) =>
    send(server.app, {}, createSession, { body: { email, password } });

  test('a password opens nothing but for administrators, and tells no stranger anything', async () => {
    await connect({ required: true });
    expect((await byPassword('agent@office.test')).json()).toMatchObject({ code: 'sso.required' });
    expect((await byPassword('agent@office.test', 'wrong')).json()).toMatchObject({ code: 'sessions.wrong_credentials' });
    expect((await byPassword('admin@office.test')).statusCode).toBe(201);
    atProvider('17', 'agent@office.test');
    expect(await new SsoBrowser(server).signIn('agent@office.test')).toBe('/');
    await connect({ required: true, enabled: false });
    expect((await byPassword('agent@office.test')).statusCode).toBe(201);
  });

  test('and a second factor besides, the provider is believed to have asked for one', async () => {
    const { db } = server.operator;
    await db.updateTable('companies').set({ require_two_factor: true }).where('company_id', '=', company.companyId).execute();
    atProvider('17', 'agent@office.test');
    const browser = new SsoBrowser(server);
    await browser.signIn('agent@office.test');
    expect(await meOf(browser)).toMatchObject({ missing: null });
    const answer = await byPassword('agent@office.test');
    expect(answer.json()).toMatchObject({ missing: 'two_factor' });
    await db.updateTable('companies').set({ require_two_factor: false }).where('company_id', '=', company.companyId).execute();
  });
});
