// Single sign-on with a real provider: which user signs in, or nobody.
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession, getMe } from '#contract/signIn.ts';
import { testSeal } from '#tests/support/database.ts';
import { aCompany } from '#tests/support/factories.ts';
import { anOpenIdProvider } from '#tests/support/openIdProvider.ts';
import { send } from '#tests/support/server.ts';
import { anSsoCompany } from '#tests/support/sso.ts';
import { SsoBrowser, testOrigin } from '#tests/support/ssoBrowser.ts';
import { sealedFor } from './sso.queries.ts';

const { server, company, provider, connect, atProvider, renew } = await anSsoCompany();
beforeEach(renew);

const meOf = async (browser: SsoBrowser) => (await send(server.app, browser.headers, getMe, {})).json();
const userOf = (email: string) =>
  server.operator.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('a user that the company knows', () => {
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
      redirect_uri: `${testOrigin}/api/auth/callback/${company.companyId}`,
    });
    expect(await browser.comeBack(await browser.visit(url.href))).toBe('/contacts?q=rosa');
    expect(await meOf(browser)).toMatchObject({ id: company.people.agent.userId, email: 'agent@office.test' });
    const session = await server.operator.db.selectFrom('sessions').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(session).toMatchObject({ method: 'sso', place: 'America/New_York', user_id: company.people.agent.userId });
    const kept = await server.operator.db
      .selectFrom('sso_sessions')
      .selectAll()
      .where('session_id', '=', session.id)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ issuer: provider.issuer, subject: '17', refresh_token_sealed: null });
    expect(testSeal.open(kept.id_token_sealed, sealedFor.idToken, company.companyId)).toMatch(/^eyJ/);
  });

  test('signs in if only the userinfo endpoint gives the e-mail', async () => {
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

  test('is the subject with the address now: its previous subject no longer signs in', async () => {
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
      .insertInto('networks')
      .values({ company_id: companyId, network: '203.0.113.0/24', created_by: people.admin.userId })
      .execute();
    atProvider('17', 'agent@office.test');
    const browser = new SsoBrowser(server);
    expect(await browser.signIn('agent@office.test')).toBe('/login?error=sessions.address_refused');
    expect(browser.token).toBeUndefined();
    await db.deleteFrom('networks').execute();
  });
});

describe('a user that the company does not know', () => {
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
    const log = await server.operator.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'users.created_by_sso')
      .execute();
    expect(log).toMatchObject([
      {
        of_id: (await meOf(browser)).id,
        actor_id: 0,
        after: { email: 'rosa@office.test', role: 'telemarketer', business_unit_id },
      },
    ]);
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

  test('if its domain is not a verified one of the company', async () => {
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
