// Single sign-on settings: what an administrator sees, what is refused, and who owns a domain.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getMe } from '#contract/signIn.ts';
import { deleteSsoConnection, getSsoConnection, startSso, updateSsoConnection, verifySsoDomain } from '#contract/sso.ts';
import { listManageableBusinessUnits } from '#contract/users.ts';
import { createApp } from '#kernel/http/http.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { testKey, testSeal } from '#tests/support/database.ts';
import { aDnsServer } from '#tests/support/dnsServer.ts';
import { aCompany, giveEmail, type TestCompany } from '#tests/support/factories.ts';
import { anOpenIdProvider, providerClient, type TestProvider } from '#tests/support/openIdProvider.ts';
import { aServer, type Client, send, type TestServer } from '#tests/support/server.ts';
import { ssoSettings } from '#tests/support/sso.ts';
import { SsoBrowser, testOrigin } from '#tests/support/ssoBrowser.ts';
import { allRoutes } from '../../../areas.ts';
import { sealedFor } from './sso.queries.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let provider: TestProvider;
let dns: Awaited<ReturnType<typeof aDnsServer>>;
const records = new Map<string, string[][]>();

beforeAll(async () => {
  dns = await aDnsServer(records);
  const made = await aServer();
  const config = { ...made.config, dnsServers: [dns.address] };
  const platform = { ...made.platform, config };
  server = { ...made, platform, config, app: await createApp(platform, allRoutes) };
  provider = await anOpenIdProvider({ origin: testOrigin });
});
afterAll(async () => {
  await Promise.all([server.app.close(), provider.stop()]);
  dns.stop();
});
beforeEach(async () => {
  records.clear();
  await server.operator.db.deleteFrom('rate_limits').execute();
  await server.operator.db.deleteFrom('sso_domains').execute();
  company = await aCompany(server, { admin: {}, agent: {} });
});

const settings = () => ({
  ...ssoSettings(provider.issuer),
  client_secret: providerClient.client_secret as string | null,
  domains: ['office.test'],
  business_unit_id: null as number | null,
});

type Settings = { [K in keyof ReturnType<typeof settings>]?: ReturnType<typeof settings>[K] | undefined };
/** A company with a user who may change the settings. */
type Ours = { companyId: number; people: { admin: Client } };
/** `client_secret: undefined` leaves it out. */
function save(change: Settings = {}, { people }: Ours = company) {
  const { client_secret, ...body } = { ...settings(), ...change };
  return send(server.app, people.admin.headers, updateSsoConnection, {
    body: { ...body, ...(client_secret !== undefined && { client_secret }) },
  });
}
const verify = (domain: string, { people }: Ours = company) =>
  send(server.app, people.admin.headers, verifySsoDomain, { body: { domain } });
const show = ({ people }: Ours = company) => send(server.app, people.admin.headers, getSsoConnection, {});
const stored = () =>
  server.operator.db.selectFrom('sso_connections').selectAll().where('company_id', '=', company.companyId).executeTakeFirst();

/** Writes the required record into the DNS. */
async function proveDomain(domain: string, of: Ours = company) {
  const found = (await show(of)).json().domains.find((one: { domain: string }) => one.domain === domain);
  records.set(found.record.name, [[found.record.text]]);
}

describe('the settings', () => {
  test('are empty at first, with what to enter at the provider', async () => {
    expect((await show()).json()).toEqual({
      issuer: '',
      client_id: '',
      has_client_secret: false,
      domains: [],
      enabled: false,
      required: false,
      creates_users: false,
      default_role: 'agent',
      business_unit_id: null,
      follows_provider: false,
      redirect_url: `${testOrigin}/api/auth/callback/${company.companyId}`,
      logout_url: `${testOrigin}/sso-logout`,
      backchannel_logout_url: `${testOrigin}/v1/sso/${company.companyId}/backchannel_logout`,
    });
  });

  test('are kept, the secret sealed and never shown', async () => {
    const answer = await save({ creates_users: true, domains: [' Office.test', 'office.test', 'second.test'] });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      issuer: provider.issuer,
      client_id: 'steward',
      has_client_secret: true,
      creates_users: true,
      domains: [
        {
          domain: 'office.test',
          verified: false,
          record: { name: '_steward.office.test', text: expect.stringMatching(/^steward-domain=[\w-]{43}$/) },
        },
        { domain: 'second.test', verified: false },
      ],
    });
    expect(answer.body).not.toContain(providerClient.client_secret);
    const sealed = (await stored())?.client_secret_sealed ?? Buffer.alloc(0);
    expect(sealed.toString('latin1')).not.toContain(providerClient.client_secret);
    expect(testSeal.open(sealed, sealedFor.clientSecret, company.companyId)).toBe(providerClient.client_secret);
    expect((await save({ client_secret: undefined })).json()).toMatchObject({ has_client_secret: true });
    expect((await save({ client_secret: null })).json()).toMatchObject({ has_client_secret: false });
  });

  test('are saved only with a provider that is there', async () => {
    for (const issuer of ['http://127.0.0.1:1', `${provider.issuer}/elsewhere`])
      expect((await save({ issuer })).json()).toMatchObject({ status: 422, code: 'sso.discovery' });
    expect(await stored()).toBeUndefined();
  });

  test.each<[field: string, change: Settings]>([
    ['issuer', { issuer: 'javascript:alert(1)' }],
    ['issuer', { issuer: 'https://user:password@idp.example' }],
    ['issuer', { issuer: 'https://idp.example/?a=b' }],
    ['issuer', { issuer: 'https://idp.example/.well-known/openid-configuration' }],
    ['client_id', { client_id: ' ' }],
    ['domains', { domains: ['gmail.com'] }],
    ['domains', { domains: ['office.test', 'Outlook.com'] }],
    ['domains.0', { domains: ['nodot'] }],
    ['domains.0', { domains: ['a@office.test'] }],
    ['required', { required: true, enabled: false }],
    ['enabled', { enabled: true }],
    ['business_unit_id', { business_unit_id: 999_999 }],
    ['default_role', { default_role: 'admin' as 'agent' }],
  ])('are refused for %s in %j', async (field, change) => {
    const answer = await save(change);
    expect([answer.statusCode, answer.json().code, Object.keys(answer.json().errors)]).toEqual([422, 'invalid', [field]]);
    expect(await stored()).toBeUndefined();
  });

  test('send a stored secret to no other provider', async () => {
    const other = await anOpenIdProvider({ origin: testOrigin });
    await save();
    expect((await save({ issuer: other.issuer, client_secret: undefined })).json().errors).toHaveProperty('client_secret');
    expect((await save({ issuer: other.issuer })).statusCode).toBe(200);
    await other.stop();
  });

  test('are the administrators’ alone, and each company’s own', async () => {
    await save();
    const other = await aCompany(server, { admin: {} });
    expect((await show(other)).json()).toMatchObject({ issuer: '', domains: [] });
    await expect(company.people.agent.call(getSsoConnection, {})).rejects.toMatchObject({ status: 403 });
  });

  test('name a business unit of the company’s own', async () => {
    const other = await aCompany(server, { admin: { unit: 'Theirs' } });
    const [theirs] = (await other.people.admin.call(listManageableBusinessUnits, {})).data;
    const [ours] = (await company.people.admin.call(listManageableBusinessUnits, {})).data;
    expect((await save({ business_unit_id: theirs?.id ?? null })).json().errors).toHaveProperty('business_unit_id');
    expect((await save({ business_unit_id: ours?.id ?? null })).json()).toMatchObject({ business_unit_id: ours?.id });
  });
});

describe('a domain', () => {
  test('is verified by its record, and single sign-on can then be switched on', async () => {
    await save();
    expect((await verify('office.test')).json()).toMatchObject({ status: 422, code: 'sso.domain_unverified' });
    records.set('_steward.office.test', [['v=spf1 -all'], ['steward-domain=wrong']]);
    expect((await verify('office.test')).json()).toMatchObject({ code: 'sso.domain_unverified' });
    await proveDomain('office.test');
    expect((await verify('Office.Test')).json()).toMatchObject({ domain: 'office.test', verified: true });
    expect((await show()).json()).toMatchObject({ domains: [{ verified: true }] });
    records.clear();
    expect((await verify('office.test')).statusCode, 'stays so').toBe(200);
    const start = () => send(server.app, {}, startSso, { body: { email: 'somebody@office.test' } });
    expect((await start()).json()).toMatchObject({ code: 'sso.not_set_up' });
    expect((await save({ enabled: true, required: true })).json()).toMatchObject({ enabled: true, required: true });
    expect((await start()).statusCode).toBe(200);
  });

  test('turning off passwords ends sessions begun with one, except of users who may repair it', async () => {
    await save();
    await proveDomain('office.test');
    await verify('office.test');
    await save({ enabled: true });
    const { admin, agent } = company.people;
    const status = async ({ headers }: Client) => (await send(server.app, headers, getMe, {})).statusCode;
    expect([await status(admin), await status(agent)]).toEqual([200, 200]);
    await save({ enabled: true, required: true });
    expect([await status(admin), await status(agent)]).toEqual([200, 401]);
  });

  test('is recognised among other records, in pieces, or by the key before', async () => {
    const older = createSeal(Buffer.alloc(32, 9));
    const app = await createApp({ ...server.platform, seal: createSeal(testKey, Buffer.alloc(32, 9)) }, allRoutes);
    await save({ domains: ['office.test', 'second.test'] });
    const text = `steward-domain=${older.derive(`sso domain ${company.companyId} office.test`)}`;
    records.set('_steward.office.test', [['other'], [text.slice(0, 20), text.slice(20)]]);
    const answer = await send(app, company.people.admin.headers, verifySsoDomain, { body: { domain: 'office.test' } });
    expect(answer.json()).toMatchObject({ verified: true });
    await app.close();
  });

  test('is not verified by another company’s record, nor by that of another domain', async () => {
    const other = await aCompany(server, { admin: {} });
    await save({ domains: ['office.test', 'second.test'] });
    await save({ domains: ['office.test'] }, other);
    await proveDomain('office.test', other);
    expect((await verify('office.test')).json()).toMatchObject({ code: 'sso.domain_unverified' });
    await proveDomain('second.test');
    records.set('_steward.office.test', records.get('_steward.second.test') ?? []);
    expect((await verify('office.test')).json()).toMatchObject({ code: 'sso.domain_unverified' });
  });

  test('is one company’s while its record stands: the next is told so only once it has proven to own it', async () => {
    const other = await aCompany(server, { admin: {} });
    await save({}, other);
    await proveDomain('office.test', other);
    await verify('office.test', other);
    await save();
    expect((await verify('office.test')).json()).toMatchObject({ code: 'sso.domain_unverified' });
    const theirs = records.get('_steward.office.test') ?? [];
    await proveDomain('office.test');
    records.set('_steward.office.test', [...theirs, ...(records.get('_steward.office.test') ?? [])]);
    expect((await verify('office.test')).json()).toMatchObject({ status: 409, code: 'sso.domain_taken' });
    expect((await save({ enabled: true })).json().errors).toHaveProperty('enabled');

    await save({ domains: [] }, other); // they give the domain up
    expect((await verify('office.test')).json()).toMatchObject({ verified: true });
  });

  test('goes to who proves it once nothing in the DNS says that it is still the other’s', async () => {
    const other = await aCompany(server, { admin: {} });
    await save({}, other);
    await proveDomain('office.test', other);
    await verify('office.test', other);
    await save();
    await proveDomain('office.test'); // replaces their record
    expect((await verify('office.test')).json()).toMatchObject({ verified: true });
    expect((await show(other)).json()).toMatchObject({ domains: [{ domain: 'office.test', verified: false }] });
    expect((await verify('office.test', other)).json()).toMatchObject({ code: 'sso.domain_unverified' });
    expect((await save({ enabled: true })).json()).toMatchObject({ enabled: true });
  });

  test('that is not on the list cannot be verified', async () => {
    expect((await verify('office.test')).statusCode).toBe(404);
    await save();
    expect((await verify('elsewhere.test')).statusCode).toBe(404);
  });

  test('of the company’s own making is verified at once, unless it is another’s already', async () => {
    const { db } = server.operator;
    const own = `own${company.companyId}.test`;
    await db.updateTable('companies').set({ domain_name: own }).where('company_id', '=', company.companyId).execute();
    expect((await save({ domains: [own], enabled: true })).json()).toMatchObject({
      enabled: true,
      domains: [{ verified: true }],
    });

    const other = await aCompany(server, { admin: {} });
    await db.updateTable('companies').set({ domain_name: own }).where('company_id', '=', other.companyId).execute();
    expect((await save({ domains: [own] }, other)).json()).toMatchObject({ domains: [{ verified: false }] });
  });

  test('that is dropped is free, and needs its record anew', async () => {
    await save();
    await proveDomain('office.test');
    await verify('office.test');
    await save({ domains: ['second.test'] });
    expect(await server.operator.db.selectFrom('sso_domains').selectAll().execute()).toEqual([]);
    expect((await save()).json()).toMatchObject({ domains: [{ verified: false }] });
  });

  test('cannot be verified where no name server answers', async () => {
    await save();
    await proveDomain('office.test');
    const deaf = await aDnsServer(new Map());
    deaf.stop();
    const platform = { ...server.platform, config: { ...server.config, dnsServers: [deaf.address] } };
    const app = await createApp(platform, allRoutes);
    const answer = await send(app, company.people.admin.headers, verifySsoDomain, { body: { domain: 'office.test' } });
    expect(answer.json()).toMatchObject({ code: 'sso.domain_unverified' });
    await app.close();
  });
});

describe('without the provider that they came from', () => {
  const meOf = async (browser: SsoBrowser) => (await browser.send(getMe, {})).statusCode;

  /** An administrator and an agent, both signed in by the provider. */
  async function aWorkingConnection() {
    await save();
    await proveDomain('office.test');
    await verify('office.test');
    await save({ enabled: true });
    const browsers = [];
    for (const name of ['admin', 'agent'] as const) {
      const login = `${name}${company.companyId}@office.test`;
      await giveEmail(server, company.people[name], login);
      provider.people.set(login, { email: login, email_verified: true });
      provider.told.who = login;
      const browser = new SsoBrowser(server);
      expect(await browser.signIn(login)).toBe('/');
      browsers.push(browser);
    }
    return browsers as [admin: SsoBrowser, agent: SsoBrowser];
  }

  test('removing it ends its sessions except the actor’s own, and frees its domains', async () => {
    const [admin, agent] = await aWorkingConnection();
    expect((await admin.send(deleteSsoConnection, {})).statusCode).toBe(204);
    expect([await meOf(admin), await meOf(agent)]).toEqual([200, 401]);
    expect(await stored()).toBeUndefined();
    expect(await server.operator.db.selectFrom('sso_domains').selectAll().execute()).toEqual([]);
    expect((await admin.send(deleteSsoConnection, {})).statusCode, 'twice').toBe(204);
  });

  test('they do so too once another provider is set, and not when anything else is', async () => {
    const [admin, agent] = await aWorkingConnection();
    await save({ enabled: true, creates_users: true });
    expect([await meOf(admin), await meOf(agent)]).toEqual([200, 200]);
    const other = await anOpenIdProvider({ origin: testOrigin });
    await save({ enabled: true, issuer: other.issuer });
    expect([await meOf(admin), await meOf(agent)]).toEqual([401, 401]);
    await other.stop();
  });
});

test('business units are told as far as one reaches', async () => {
  const { people } = await aCompany(server, { admin: { unit: 'East' }, bu_admin: { unit: 'West' }, agent: { unit: 'West' } });
  const names = async (name: keyof typeof people) =>
    (await people[name].call(listManageableBusinessUnits, {})).data.map((unit) => unit.name);
  expect([await names('admin'), await names('bu_admin'), await names('agent')]).toEqual([['East', 'West'], ['West'], ['West']]);
  await expect(send(server.app, {}, listManageableBusinessUnits, {})).resolves.toMatchObject({ statusCode: 401 });
});
