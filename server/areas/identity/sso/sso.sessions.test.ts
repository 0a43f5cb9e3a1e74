// Sessions from a provider: they end when the provider's session ends, and sign out there too.
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loginAsUser } from '#contract/sessions.ts';
import { deleteSession, getMe, getProfile } from '#contract/signIn.ts';
import { logOutByProvider } from '#contract/sso.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { testSeal } from '#tests/support/database.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aForgingProvider } from '#tests/support/forgingProvider.ts';
import { anOpenIdProvider, type TestProvider } from '#tests/support/openIdProvider.ts';
import { aServer, send, signedIn, type TestServer } from '#tests/support/server.ts';
import { type ConnectionSpec, connectSso, giveDomain } from '#tests/support/sso.ts';
import { SsoBrowser, testOrigin } from '#tests/support/ssoBrowser.ts';
import { allChores } from '../../../areas.ts';
import { sealedFor } from './sso.queries.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let provider: TestProvider;
const domain = 'office.test';

beforeAll(async () => {
  server = await aServer({ own: true });
  company = await aCompany(server, { admin: {}, agent: {} });
  await server.app.listen({ port: 0, host: '127.0.0.1' }); // the provider makes calls of its own
  const { port } = server.app.server.address() as AddressInfo;
  provider = await anOpenIdProvider({
    origin: testOrigin,
    givesRefreshTokens: true,
    backchannelLogoutUrl: `http://127.0.0.1:${port}/v1/sso/${company.companyId}/backchannel_logout`,
  });
  await giveDomain(server, company.companyId, domain, company.people);
  for (const name of ['admin', 'agent']) provider.people.set(name, { email: `${name}@${domain}`, email_verified: true });
});
afterAll(() => provider.stop());
beforeEach(async () => {
  await server.operator.db.deleteFrom('rate_limits').execute();
  await connect({});
});

const connect = (change: Partial<ConnectionSpec>) =>
  connectSso(server, company.companyId, { issuer: provider.issuer, domains: [domain], ...change });

async function signedInAs(name: 'admin' | 'agent'): Promise<SsoBrowser> {
  provider.told.who = name;
  const browser = new SsoBrowser(server);
  expect(await browser.signIn(`${name}@${domain}`)).toBe('/');
  return browser;
}

// Uses the raw headers: inject would send a deleted cookie again.
const statusOf = async ({ headers }: SsoBrowser) => (await send(server.app, headers, getMe, {})).statusCode;
const profile = ({ headers }: SsoBrowser) => send(server.app, headers, getProfile, {});
const newest = () =>
  server.operator.db.selectFrom('sso_sessions').selectAll().orderBy('session_id', 'desc').executeTakeFirstOrThrow();
const revocations = async () =>
  (
    await server.operator.db
      .selectFrom('outbox')
      .select('payload')
      .where('name', '=', `sessions:${company.companyId}`)
      .orderBy('id')
      .execute()
  ).map(({ payload }) => (payload as { revoked: number }).revoked);
/** As if the last check was so many minutes ago. */
const pass = (minutes: number) =>
  server.operator.db
    .updateTable('sso_sessions')
    .set({ checked_at: sql`now() - make_interval(mins => ${minutes})` })
    .execute();

describe('the profile', () => {
  test('is the signed-in user’s, or a 401', async () => {
    const browser = await signedInAs('agent');
    expect((await profile(browser)).json()).toMatchObject({ id: company.people.agent.userId });
    expect((await profile(new SsoBrowser(server))).statusCode).toBe(401);
    expect((await send(server.app, company.people.admin.headers, getProfile, {})).statusCode, 'by password').toBe(200);
  });
});

describe('a session that follows its provider', () => {
  beforeEach(() => connect({ follows_provider: true }));

  test('asks for lasting access, and for consent where it is given none without', async () => {
    const browser = new SsoBrowser(server);
    provider.told.who = 'agent';
    const first = await browser.start(`agent@${domain}`, { redirect_path: '/imports' });
    expect(new URL(first).searchParams.get('scope')).toBe('openid email profile offline_access');
    expect(new URL(first).searchParams.get('prompt')).toBeNull();
    const second = await browser.comeBack(await browser.visit(first));
    expect(new URL(second).searchParams.get('prompt')).toBe('consent');
    expect(await browser.comeBack(await browser.visit(second))).toBe('/imports');
    expect((await newest()).refresh_token_sealed).not.toBeNull();
  });

  test('goes on while the provider renews it, with the new token each time', async () => {
    const browser = await signedInAs('agent');
    for (let turn = 0; turn < 2; turn += 1) {
      const before = await newest();
      await pass(11);
      expect((await profile(browser)).statusCode).toBe(200);
      const after = await newest();
      const open = ({ refresh_token_sealed }: typeof before) =>
        testSeal.open(refresh_token_sealed ?? Buffer.alloc(0), sealedFor.refreshToken, company.companyId);
      expect(open(after)).not.toBe(open(before));
      expect(Date.parse(after.checked_at)).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  test('is asked about once, though two calls come at a time', async () => {
    const browser = await signedInAs('agent');
    await pass(11);
    const answers = await Promise.all([profile(browser), profile(browser), statusOf(browser)]);
    expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.statusCode))).toEqual([200, 200, 200]);
    await pass(11);
    expect((await profile(browser)).statusCode).toBe(200); // the newest token is stored
  });

  test.each([
    ['/auth/profile', getProfile],
    ['/v1/users/me', getMe],
  ] as const)('ends at %s once the provider has ended it, after ten minutes', async (_, endpoint) => {
    const browser = await signedInAs('agent');
    const other = await signedInAs('admin');
    await provider.revoke();
    const ask = () => send(server.app, browser.headers, endpoint, {});
    expect((await ask()).statusCode).toBe(200);
    await pass(11);
    const answer = await ask();
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'sso.missing_session']);
    expect(answer.cookies.find(({ name }) => name === 'token')).toMatchObject({ value: '', expires: new Date(0) });
    expect((await ask()).json()).toMatchObject({ code: 'unauthenticated' });
    expect(await statusOf(other)).toBe(401); // its grant ended too
  });

  test('ends though nobody asks for it, within the hour', async () => {
    const browser = await signedInAs('agent');
    const { session_id } = await newest();
    await provider.revoke();
    const chores = allChores.filter(({ name }) => name.includes('at their provider'));
    expect(chores).toHaveLength(1);
    await runChores(server.operator.db, server.platform, chores);
    expect(await statusOf(browser)).toBe(200);
    await pass(51);
    await runChores(server.operator.db, server.platform, chores);
    expect(await statusOf(browser)).toBe(401);
    expect(await revocations()).toContain(session_id);
  });

  test('ends the session of acting as another user too', async () => {
    const admin = await signedInAs('admin');
    const { userId } = company.people.agent;
    const answer = await send(server.app, admin.headers, loginAsUser, { params: { id: userId }, body: {} });
    const token = answer.cookies.find(({ name }) => name === 'token')?.value ?? '';
    const acting = { cookie: `token=${token}` };
    expect((await send(server.app, acting, getMe, {})).json()).toMatchObject({ id: userId });
    await provider.revoke();
    await pass(11);
    expect((await send(server.app, acting, getMe, {})).statusCode).toBe(401);
    expect(await statusOf(admin)).toBe(401);
  });

  test('goes on where the provider cannot be asked', async () => {
    const browser = await signedInAs('agent');
    await pass(11);
    await server.operator.db.updateTable('sso_sessions').set({ issuer: 'http://127.0.0.1:1' }).execute();
    await connect({ follows_provider: true, issuer: 'http://127.0.0.1:1' });
    expect((await profile(browser)).statusCode).toBe(200);
  });

  test('does not begin without a refresh token', async () => {
    const stingy = await anOpenIdProvider({ origin: testOrigin });
    stingy.people.set('agent', { email: `agent@${domain}`, email_verified: true });
    stingy.told.who = 'agent';
    await connect({ follows_provider: true, issuer: stingy.issuer });
    expect(await new SsoBrowser(server).signIn(`agent@${domain}`)).toBe('/login?error=sso.missing_refresh_token');
    await stingy.stop();
  });
});

describe('the provider says that somebody has left', () => {
  test('by session: that one ends, and its socket, and no other', async () => {
    const [one, other] = [await signedInAs('agent'), await signedInAs('agent')];
    const { sid, session_id } = await newest();
    expect(sid).toMatch(/\S/);
    await provider.endSession('agent', sid ?? '');
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 401]);
    expect(await revocations()).toContain(session_id);
  });
});

describe('a logout token', () => {
  const post = (logout_token: string, companyId = company.companyId) =>
    send(server.app, {}, logOutByProvider, { params: { company: companyId }, body: { logout_token } });
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const number = () => crypto.randomUUID();
  let forger: Awaited<ReturnType<typeof aForgingProvider>>;

  beforeAll(async () => {
    forger = await aForgingProvider();
  });
  afterAll(() => forger.stop());
  beforeEach(() => connect({ issuer: forger.issuer }));

  /** A user that this provider signed in, under these names. */
  async function aSession(subject: string, sid: string | null): Promise<SsoBrowser> {
    await connect({});
    const browser = await signedInAs('agent');
    const { session_id } = await newest();
    await server.operator.db
      .updateTable('sso_sessions')
      .set({ issuer: forger.issuer, subject, sid })
      .where('session_id', '=', session_id)
      .execute();
    await connect({ issuer: forger.issuer });
    return browser;
  }

  test('by person ends all of that person’s sessions', async () => {
    const browsers = [await aSession('17', 'a'), await aSession('17', 'b'), await aSession('18', 'c')];
    const answer = await post(await forger.sign({ claims: { sub: '17', events, jti: number() } }, 'logout+jwt'));
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([204, 'no-store']);
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401, 200]);
  });

  test('by session and person ends that one, and those without a name', async () => {
    const browsers = [
      await aSession('20', 'a'),
      await aSession('20', 'b'),
      await aSession('20', null),
      await aSession('21', null),
    ];
    await post(await forger.sign({ claims: { sub: '20', sid: 'a', events, jti: number() } }));
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 200, 401, 200]);
  });

  test('by session alone ends that one alone', async () => {
    const browsers = [await aSession('22', 'x'), await aSession('22', null)];
    await post(await forger.sign({ claims: { sub: undefined, sid: 'x', events, jti: number() } }));
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 200]);
  });

  test('is good where nobody is left to sign out', async () => {
    expect((await post(await forger.sign({ claims: { sub: 'nobody', events, jti: number() } }))).statusCode).toBe(204);
  });

  test('is good once', async () => {
    const token = await forger.sign({ claims: { sub: '23', events, jti: number() } });
    expect((await post(token)).statusCode).toBe(204);
    const browser = await aSession('23', 'z');
    expect((await post(token)).statusCode).toBe(400);
    expect(await statusOf(browser)).toBe(200);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const good = () => ({ sub: '24', events, jti: number() });
  const forgeries: [string, () => Parameters<typeof forger.sign>[0]][] = [
    ['a key that is not the provider’s', () => ({ claims: good(), strangeKey: true })],
    ['no signature', () => ({ claims: good(), alg: 'none' })],
    ['a signature with what is public', () => ({ claims: good(), alg: 'HS256' })],
    ['another audience', () => ({ claims: { ...good(), aud: 'somebody-else' } })],
    ['another issuer', () => ({ claims: { ...good(), iss: 'https://evil.example' } })],
    ['an age of an hour', () => ({ claims: { ...good(), iat: now() - 3600 } })],
    ['an end that is past', () => ({ claims: { ...good(), exp: now() - 120 } })],
    ['no number', () => ({ claims: { ...good(), jti: undefined } })],
    ['no event: an ID token', () => ({ claims: { ...good(), events: undefined } })],
    ['another event', () => ({ claims: { ...good(), events: { 'http://example.com/other': {} } } })],
    [
      'an event that is no object',
      () => ({ claims: { ...good(), events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } } }),
    ],
    ['a nonce', () => ({ claims: { ...good(), nonce: 'n' } })],
    ['nobody named', () => ({ claims: { ...good(), sub: undefined } })],
  ];

  test.each(forgeries)('with %s ends nothing', async (_, forge) => {
    const browser = await aSession('24', 'k');
    const answer = await post(await forger.sign(forge()));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request']);
    expect(await statusOf(browser)).toBe(200);
  });

  test('is nothing to a company without single sign-on, or to none', async () => {
    const other = await aCompany(server, { admin: {} });
    const token = await forger.sign({ claims: good() });
    expect((await post(token, other.companyId)).statusCode).toBe(400);
    expect((await post(token, 999_999)).statusCode).toBe(400);
    expect((await post('no token')).statusCode).toBe(400);
  });

  test('of one company’s provider ends nothing in another', async () => {
    const other = await aCompany(server, { admin: {} });
    await connectSso(server, other.companyId, { issuer: provider.issuer });
    const browser = await aSession('24', 'k');
    expect((await post(await forger.sign({ claims: good() }), other.companyId)).statusCode).toBe(400);
    expect(await statusOf(browser)).toBe(200);
  });
});

describe('signing out', () => {
  const signOut = (headers: Record<string, string>) => send(server.app, headers, deleteSession, {});

  test('ends the session here, and says where to end the provider’s', async () => {
    const browser = await signedInAs('agent');
    const { id_token_sealed } = await newest();
    const answer = await signOut(browser.headers);
    expect(answer.statusCode).toBe(200);
    const url = new URL(answer.json().sso_logout_url);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      id_token_hint: testSeal.open(id_token_sealed, sealedFor.idToken, company.companyId),
      post_logout_redirect_uri: `${testOrigin}/sso-logout`,
      client_id: 'steward',
    });
    expect(await statusOf(browser)).toBe(401);
    expect((await fetch(url)).status, 'the provider takes it').toBe(200);
  });

  test('goes nowhere else where the session came by password, or the provider is gone', async () => {
    const admin = await signedIn(server, company.companyId, company.people.admin.userId);
    const byPassword = await signOut(admin.headers);
    expect([byPassword.statusCode, byPassword.body]).toEqual([204, '']);
    const browser = await signedInAs('agent');
    await connect({ issuer: 'http://127.0.0.1:1' });
    expect((await signOut(browser.headers)).statusCode).toBe(204);
    const another = await (async () => {
      await connect({});
      return signedInAs('agent');
    })();
    await server.operator.db.updateTable('sso_sessions').set({ issuer: 'http://127.0.0.1:1' }).execute();
    await connect({ issuer: 'http://127.0.0.1:1' });
    expect((await signOut(another.headers)).statusCode).toBe(204);
    expect(await statusOf(another)).toBe(401);
  });
});
