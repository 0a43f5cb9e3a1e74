// Forged tokens in answer to a sign-in: each is right except for one thing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMe } from '#contract/signIn.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aForgingProvider, type ForgingProvider } from '#tests/support/forgingProvider.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { connectSso, giveDomain } from '#tests/support/sso.ts';
import { SsoBrowser, testOrigin } from '#tests/support/ssoBrowser.ts';

let server: TestServer;
let company: TestCompany<'agent'>;
let provider: ForgingProvider;

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {} });
  provider = await aForgingProvider();
  await giveDomain(server, company.companyId, 'office.test', company.people);
});
afterAll(() => provider.stop());
beforeEach(async () => {
  provider.state.metadata = {};
  provider.state.asked = [];
  await server.operator.db.deleteFrom('rate_limits').execute();
  await connectSso(server, company.companyId, { issuer: provider.issuer, domains: ['office.test'] });
});

type Forgery = Parameters<ForgingProvider['answerWith']>[0];
const mail = { email: 'agent@office.test', email_verified: true };

/** The address to which the provider sends the browser; `at` replaces the company's own address. */
function backWith(sent: URLSearchParams, at = `/api/auth/callback/${company.companyId}`): URL {
  const back = new URL(at, testOrigin);
  back.search = String(new URLSearchParams({ code: 'code', state: sent.get('state') ?? '' }));
  return back;
}

/** Signs in with this token as the provider's answer; returns where the browser ends. */
async function signIn(browser: SsoBrowser, forge: (nonce: string) => Forgery): Promise<string> {
  const { searchParams } = new URL(await browser.start('agent@office.test'));
  await provider.answerWith(forge(searchParams.get('nonce') ?? ''));
  return browser.comeBack(backWith(searchParams));
}

test('the right one gets in', async () => {
  const browser = new SsoBrowser(server);
  expect(await signIn(browser, (nonce) => ({ claims: { nonce, ...mail } }))).toBe('/');
  expect(await browser.call(getMe, {})).toMatchObject({ id: company.people.agent.userId });
});

const now = () => Math.floor(Date.now() / 1000);
const forgeries: [string, (nonce: string) => Forgery][] = [
  ['another sign-in’s nonce', () => ({ claims: { nonce: 'another', ...mail } })],
  ['no nonce', () => ({ claims: mail })],
  ['another audience', (nonce) => ({ claims: { nonce, ...mail, aud: 'somebody-else' } })],
  ['several audiences, made for another', (nonce) => ({ claims: { nonce, ...mail, aud: ['steward', 'other'], azp: 'other' } })],
  ['another issuer', (nonce) => ({ claims: { nonce, ...mail, iss: 'https://evil.example' } })],
  ['a time that is over', (nonce) => ({ claims: { nonce, ...mail, iat: now() - 7200, exp: now() - 3600 } })],
  ['no end', (nonce) => ({ claims: { nonce, ...mail, exp: undefined } })],
  ['no signature', (nonce) => ({ claims: { nonce, ...mail }, alg: 'none' })],
  ['a signature with what is public', (nonce) => ({ claims: { nonce, ...mail }, alg: 'HS256' })],
  ['a key that is not the provider’s', (nonce) => ({ claims: { nonce, ...mail }, strangeKey: true })],
];

test.each(forgeries)('one with %s is refused', async (_, forge) => {
  const browser = new SsoBrowser(server);
  expect(await signIn(browser, forge)).toBe('/login?error=sso.invalid_state');
  expect(browser.token).toBeUndefined();
});

test('one that is none is refused', async () => {
  const browser = new SsoBrowser(server);
  const { searchParams } = new URL(await browser.start('agent@office.test'));
  provider.state.idToken = 'no.token';
  expect(await browser.comeBack(backWith(searchParams))).toBe('/login?error=sso.invalid_state');
});

// A hostile administrator could make the victim's browser bring them a code of another company's provider (RFC 9700, 4.4).
test('an answer that came in at another company’s address, or at nobody’s, is taken to no provider; the true one is still waited for', async () => {
  const other = await aCompany(server, { agent: {} });
  const browser = new SsoBrowser(server);
  const { searchParams } = new URL(await browser.start('agent@office.test'));
  await provider.answerWith({ claims: { nonce: searchParams.get('nonce'), ...mail } });
  for (const at of [`/api/auth/callback/${other.companyId}`, '/api/auth/callback'])
    expect(await browser.comeBack(backWith(searchParams, at)), at).toBe('/login?error=sso.invalid_state');
  expect(provider.state.asked).not.toContain('/token');
  expect(await browser.comeBack(backWith(searchParams))).toBe('/');
});

test.each([
  { issuer: 'https://evil.example' },
  { authorization_endpoint: 'javascript:alert(1)' },
  { authorization_endpoint: undefined },
  { end_session_endpoint: 'javascript:alert(1)' },
  { jwks_uri: 'file:///etc/passwd' },
])('a provider that says %j of itself is not used', async (metadata) => {
  provider.state.metadata = metadata;
  await expect(new SsoBrowser(server).start('agent@office.test')).rejects.toThrow('sso.discovery');
});

test('what a provider says of itself is kept, until the settings change', async () => {
  await new SsoBrowser(server).start('agent@office.test');
  provider.state.metadata = { authorization_endpoint: `${provider.issuer}/moved` };
  expect(await new SsoBrowser(server).start('agent@office.test')).toContain('/auth?');
  await connectSso(server, company.companyId, { issuer: provider.issuer, domains: ['office.test'] });
  expect(await new SsoBrowser(server).start('agent@office.test')).toContain('/moved?');
});
