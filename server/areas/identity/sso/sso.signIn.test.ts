// Sign-in at a real provider, step by step: the start, which answers count, and all refusals.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateFeatureFlag } from '#contract/featureFlags.ts';
import { createSession, getMe } from '#contract/signIn.ts';
import { getSsoOffer, startSso } from '#contract/sso.ts';
import { createApp } from '#kernel/http/http.ts';
import { type Person, testPassword } from '#tests/support/factories.ts';
import { send } from '#tests/support/server.ts';
import { anSsoCompany } from '#tests/support/sso.ts';
import { SsoBrowser } from '#tests/support/ssoBrowser.ts';
import { allRoutes } from '../../../areas.ts';

const { server, company, provider, connect, atProvider, renew } = await anSsoCompany();
beforeEach(renew);

const meOf = async (browser: SsoBrowser) => (await send(server.app, browser.headers, getMe, {})).json();

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

  test('works once, even with a kept cookie', async () => {
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

  test('that nobody asked for, in whatever shape, is an error on the sign-in page', async () => {
    for (const query of ['', '?error=access_denied', '?code=a&code=b&state[]=x', `?state=${'x'.repeat(9000)}`]) {
      const answer = await server.app.inject({ url: `/api/auth/callback/${company.companyId}${query}` });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?error=sso.missing_state']);
    }
    const forged = await server.app.inject({
      url: `/api/auth/callback/${company.companyId}`,
      headers: { cookie: 'sso=AgAAAAAAAAAA' },
    });
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

describe('where the company has it switched off', () => {
  /** `who`: a user; null: the whole company. */
  const setFeature = (enabled: boolean, who: Person | null = null) =>
    company.people.admin.call(updateFeatureFlag, {
      body: { feature: 'single_sign_on', enabled, ...(who && { user_id: who.userId }) },
    });
  beforeEach(() => atProvider('17', 'agent@office.test'));
  afterEach(async () => {
    await server.operator.db.deleteFrom('feature_overrides').execute();
  });
  const isOffered = async () => (await send(server.app, {}, getSsoOffer, {})).json();

  test('nobody starts it, and an answer on its way counts for nothing', async () => {
    const browser = new SsoBrowser(server);
    const url = await browser.visit(await browser.start('agent@office.test'));
    await setFeature(false);
    expect(await browser.comeBack(url)).toBe('/login?error=sso.not_set_up');
    expect(browser.token).toBeUndefined();
    await expect(new SsoBrowser(server).start('agent@office.test')).rejects.toMatchObject({ code: 'sso.not_set_up' });
  });

  test('a user with it signs in, and a user of the same company without it does not', async () => {
    const { admin, agent } = company.people;
    await setFeature(false);
    await setFeature(true, admin);
    expect(await new SsoBrowser(server).signIn('agent@office.test')).toBe('/login?error=sso.not_set_up');
    await setFeature(true, agent);
    expect(await new SsoBrowser(server).signIn('agent@office.test')).toBe('/');
  });

  test('a password opens the account again, also where the company required single sign-on', async () => {
    await connect({ required: true });
    const byPassword = () =>
      send(server.app, {}, createSession, { body: { email: 'agent@office.test', password: testPassword } });
    expect((await byPassword()).json()).toMatchObject({ code: 'sso.required' });
    await setFeature(false);
    expect((await byPassword()).statusCode).toBe(201);
  });

  test('the sign-in page offers it only while some company has it on', async () => {
    expect(await isOffered()).toEqual({ offered: true });
    await setFeature(false);
    expect(await isOffered()).toEqual({ offered: false });
    await setFeature(true, company.people.agent);
    expect(await isOffered()).toEqual({ offered: true });
    await connect({ enabled: false });
    expect(await isOffered()).toEqual({ offered: false });
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
