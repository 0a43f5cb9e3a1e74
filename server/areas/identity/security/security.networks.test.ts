// The list of networks from which people may sign in.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createNetwork, deleteNetwork, listNetworks } from '#contract/security.ts';
import { createSession, getMe } from '#contract/signIn.ts';
import { aCompany, type TestCompany, testPassword } from '#tests/support/factories.ts';
import { aServer, payloadOf, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {} });
});

/** The answer to a call from that address. */
async function statusFrom(remoteAddress: string, headers: Record<string, string>) {
  const { url } = payloadOf(getMe, {});
  return (await server.app.inject({ method: 'GET', url, headers, remoteAddress })).statusCode;
}
const allow = (network: string, note = '') => company.people.admin.call(createNetwork, { body: { network, note } });

test('none: from anywhere; some: from there alone, at sign-in and with every call', async () => {
  const { agent, admin } = company.people;
  expect(await statusFrom('198.51.100.7', agent.headers)).toBe(200);
  await allow('127.0.0.1');
  await allow('203.0.113.99/24', 'The office');
  expect(await statusFrom('203.0.113.7', agent.headers)).toBe(200);
  expect(await statusFrom('198.51.100.7', agent.headers)).toBe(401);
  expect(await statusFrom('not an address', agent.headers)).toBe(401);
  expect((await admin.call(listNetworks, { query: {} })).data.map(({ network, note }) => [network, note])).toEqual([
    ['127.0.0.1/32', ''],
    ['203.0.113.0/24', 'The office'],
  ]);

  const { url, headers, body } = payloadOf(createSession, { body: { email: agent.email, password: testPassword } });
  const signIn = (remoteAddress: string) =>
    server.app.inject({ method: 'POST', url, headers, remoteAddress, ...(body !== undefined && { payload: body }) });
  expect((await signIn('203.0.113.7')).statusCode).toBe(201);
  const refused = await signIn('198.51.100.7');
  expect(refused.json()).toMatchObject({ status: 403, code: 'sessions.address_refused' });
  expect(refused.cookies).toEqual([]);
});

test('nobody locks themselves out, neither with the first entry nor by taking away their own', async () => {
  await expect(allow('203.0.113.0/24')).rejects.toMatchObject({ code: 'networks.locks_out' });
  const here = await allow('127.0.0.0/8');
  const office = await allow('203.0.113.0/24');
  const remove = (id: number) => company.people.admin.call(deleteNetwork, { params: { id } });
  await expect(remove(here.id)).rejects.toMatchObject({ code: 'networks.locks_out' });
  await remove(office.id);
  await remove(here.id);
  expect((await company.people.admin.call(listNetworks, { query: {} })).meta.total_count).toBe(0);
});

test('what is no network, and one that is there already, are refused', async () => {
  for (const network of ['office', '203.0.113.300', '203.0.113.0/33', '::g', '1.2.3.4/', "'; drop"])
    await expect(allow(network), network).rejects.toMatchObject({ code: 'invalid' });
  await allow('127.0.0.0/8');
  await expect(allow('127.1.2.3/8')).rejects.toMatchObject({ code: 'networks.taken' });
});

test('are the company’s own', async () => {
  await allow('127.0.0.0/8');
  const other = await aCompany(server, { admin: {} });
  expect((await other.people.admin.call(listNetworks, { query: {} })).data).toEqual([]);
});

test('of two administrators who take away each other’s network at once, one is refused', async () => {
  const { people } = await aCompany(server, { admin: {}, admin2: {} });
  const add = (network: string) => people.admin.call(createNetwork, { body: { network } });
  const [here, there] = [await add('127.0.0.0/8'), await add('203.0.113.0/24')];
  const remove = (id: number, headers: Record<string, string>, remoteAddress: string) =>
    server.app.inject({ method: 'DELETE', url: `/v1/auth_ips/${id}`, headers, remoteAddress });
  const answers = await Promise.all([
    remove(there.id, people.admin.headers, '127.0.0.1'),
    remove(here.id, people.admin2.headers, '203.0.113.7'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode === 204)).toContain(false);
  const left = await server.operator.db.selectFrom('networks').select('id').where('id', 'in', [here.id, there.id]).execute();
  expect(left).toHaveLength(1);
});
