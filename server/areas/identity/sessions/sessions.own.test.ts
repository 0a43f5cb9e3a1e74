// The user's own sessions: the list, and ending them.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { createNetwork } from '#contract/security.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/sessions.ts';
import { createSession, deleteSession, getMe, proveOneself } from '#contract/signIn.ts';
import { hashToken } from '#kernel/http/sessions.ts';
import { aBrowser } from '#tests/support/browser.ts';
import { aCompany, type Person, testPassword } from '#tests/support/factories.ts';
import { aServer, type Client, send, signedIn } from '#tests/support/server.ts';
import { describeDevice } from './sessions.device.ts';

const server = await aServer();
const { db } = server.operator;
let companyId: number;
let here: Person;
let colleague: Client;
beforeEach(async () => {
  const company = await aCompany(server, { agent: {}, agent2: {} });
  companyId = company.companyId;
  here = company.people.agent;
  colleague = company.people.agent2;
});
const another = () => signedIn(server, companyId, here.userId);
const idsOf = async (client: Client) => (await client.call(listSessions, {})).data.map(({ id }) => id);
const currentOf = async (client: Client) => (await client.call(listSessions, {})).data.find(({ current }) => current)?.id ?? 0;
const told = async () =>
  (await db.selectFrom('outbox').select(['name', 'payload', 'recipients']).orderBy('id').execute()).slice(-2);

describe('the list', () => {
  test('says of each where, with what and since when, this one marked, those of others and those that ended left out', async () => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/604.1';
    await send(server.app, { 'user-agent': phone }, createSession, {
      body: { email: here.email, password: testPassword, place: 'America/Chicago' },
    });
    const gone = await another();
    await gone.call(deleteSession, {});
    const { data } = await here.call(listSessions, {});
    expect(data).toHaveLength(2);
    expect(data.find(({ current }) => !current)).toEqual({
      id: expect.any(Number),
      current: false,
      method: 'password',
      device: 'Safari on iPhone',
      address: '127.0.0.1',
      place: 'America/Chicago',
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
    });
  });

  test('writes an IPv4 address as itself, and the list of networks takes it as it is seen', async () => {
    await db.updateTable('sessions').set({ address: '::ffff:203.0.113.7' }).where('user_id', '=', here.userId).execute();
    expect((await here.call(listSessions, {})).data[0]?.address).toBe('203.0.113.7');
    const { admin } = (await aCompany(server, { admin: {} })).people;
    expect(await admin.call(createNetwork, { body: { network: '::ffff:127.0.0.1' } })).toMatchObject({
      network: '127.0.0.1/32',
    });
  });
});

describe('a session', () => {
  test('is ended from another, at once, and the screens of its person are told', async () => {
    const other = await another();
    const id = await currentOf(other);
    await here.call(revokeSession, { params: { id } });
    await expect(other.call(listSessions, {})).rejects.toMatchObject({ status: 401 });
    expect(await idsOf(here)).not.toContain(id);
    expect(await told()).toEqual([
      { name: `UpdatesChannel:${companyId}`, payload: { event: 'sessions.changed' }, recipients: [here.userId] },
      { name: `sessions:${companyId}`, payload: { revoked: id }, recipients: null },
    ]);
  });

  test('of somebody else does not exist', async () => {
    const id = await currentOf(colleague);
    await expect(here.call(revokeSession, { params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await idsOf(colleague)).toContain(id);
  });

  test('in which somebody acts for one is not one’s to see or end', async () => {
    const acted = await another();
    const id = await currentOf(acted);
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', colleague.userId).execute();
    await db
      .updateTable('sessions')
      .set({ impersonator_id: colleague.userId, original_id: await currentOf(colleague) })
      .where('id', '=', id)
      .execute();
    expect(await idsOf(here)).not.toContain(id);
    await expect(here.call(revokeSession, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(acted.call(listSessions, {})).rejects.toMatchObject({ code: 'impersonating' });
  });
});

test('all but this one end together, and nobody else’s', async () => {
  const others = [await another(), await another()];
  expect(await here.call(revokeOtherSessions, {})).toEqual({ revoked: 2 });
  for (const other of others) await expect(other.call(listSessions, {})).rejects.toMatchObject({ status: 401 });
  expect(await idsOf(here)).toHaveLength(1);
  expect(await idsOf(colleague)).toHaveLength(1);
  expect(await here.call(revokeOtherSessions, {})).toEqual({ revoked: 0 });
});

test('a sign-in without a password proves oneself for a quarter of an hour, and not again', async () => {
  const recent = new Date(Date.now() - 10 * 60_000);
  const prove = () => send(server.app, here.headers, proveOneself, { body: { password: testPassword } });
  const proved = () => db.selectFrom('sessions').select('proved_at').where('user_id', '=', here.userId).executeTakeFirstOrThrow();
  await db.updateTable('sessions').set({ proved_at: recent }).where('user_id', '=', here.userId).execute();
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', here.userId).execute();
  const before = await proved();
  expect((await prove()).statusCode).toBe(204);
  expect(await proved()).toEqual(before);
  await db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 16 * 60_000) })
    .where('user_id', '=', here.userId)
    .execute();
  expect((await prove()).json()).toMatchObject({ code: 'passwords.sign_in_again' });
});

test('the password given again changes the session’s token, and the one before opens nothing more', async () => {
  const browser = aBrowser(server, await another());
  const before = { ...browser.headers };
  await browser.call(proveOneself, { body: { password: testPassword } });
  expect(browser.headers.cookie).not.toBe(before.cookie);
  expect((await browser.send(getMe, {})).statusCode).toBe(200);
  expect((await browser.send(revokeOtherSessions, {})).statusCode).toBe(200);
  const old = await send(server.app, before, revokeOtherSessions, {});
  expect(old.json(), 'calls under way may still read').toMatchObject({ code: 'csrf' });
  await db
    .updateTable('sessions')
    .set({ rotated_at: new Date(Date.now() - 21_000) })
    .where('user_id', '=', here.userId)
    .execute();
  expect((await send(server.app, before, getMe, {})).statusCode).toBe(401);
});

const isIn = async (client: Client) => (await send(server.app, client.headers, getMe, {})).statusCode === 200;

test('a cookie kept from before signing out opens nothing', async () => {
  const mine = await another();
  await mine.call(deleteSession, {});
  expect(await isIn(mine)).toBe(false);
  const change = await send(server.app, mine.headers, revokeOtherSessions, {});
  expect(change.statusCode).toBe(401);
});

test('a session is seen every few minutes', async () => {
  const mine = await another();
  const id = await currentOf(mine);
  const seen = () => db.selectFrom('sessions').select('last_seen_at').where('id', '=', id).executeTakeFirstOrThrow();
  const long = new Date(Date.now() - 3_600_000);
  await db.updateTable('sessions').set({ last_seen_at: long }).where('id', '=', id).execute();
  expect(await isIn(mine)).toBe(true);
  const after = await seen();
  expect(Date.parse(after.last_seen_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(await isIn(mine)).toBe(true);
  expect(await seen(), 'not at every call').toEqual(after);
});

describe('a session that nobody uses', () => {
  const stored = async (client: Client) =>
    db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'expires_at'])
      .where('token_hash', '=', hashToken(client.token))
      .executeTakeFirstOrThrow();
  /** Minutes from now until it ends. */
  const left = async (client: Client) => Math.round((Date.parse((await stored(client)).expires_at) - Date.now()) / 60_000);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  /** A session last used 11 hours ago. */
  async function unused(began = minutes(-11 * 60)) {
    const client = await another();
    const { id } = await stored(client);
    const seen = { created_at: began, last_seen_at: minutes(-11 * 60), expires_at: minutes(60) };
    await db.updateTable('sessions').set(seen).where('id', '=', id).execute();
    return client;
  }

  test('ends after 12 hours, and each use gives it 12 hours more', async () => {
    const answer = await send(server.app, {}, createSession, { body: { email: here.email, password: testPassword } });
    const token = answer.cookies.find(({ name }) => name === 'token')?.value ?? '';
    expect(await left({ ...here, token })).toBe(12 * 60);
    const mine = await unused();
    expect(await isIn(mine)).toBe(true);
    expect(await left(mine)).toBe(12 * 60);
    await db
      .updateTable('sessions')
      .set({ expires_at: minutes(-1) })
      .where('id', '=', (await stored(mine)).id)
      .execute();
    expect(await isIn(mine)).toBe(false);
    expect(await left(mine), 'no use brings it back').toBe(-1);
  });

  test('is not kept open by polling, by links from elsewhere or by refused calls', async () => {
    const mine = await unused();
    const ask = (headers: Record<string, string>, endpoint: Endpoint = getMe) =>
      send(server.app, { ...mine.headers, ...headers }, endpoint, {});
    expect((await ask({ 'x-background': 'true' })).statusCode).toBe(200);
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200);
    expect((await ask({ 'x-csrf-token': 'wrong' }, revokeOtherSessions)).statusCode).toBe(403);
    expect(await left(mine)).toBe(60);
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
    expect(await left(mine)).toBe(12 * 60);
  });

  test('lasts 14 days at most, however much it is used', async () => {
    const mine = await unused(minutes(-14 * 24 * 60 + 30));
    expect(await isIn(mine)).toBe(true);
    expect(await left(mine)).toBe(30);
  });

  test('stays open while its person acts as somebody else', async () => {
    const [own, acting] = [await unused(), await unused()];
    const { id } = await stored(own);
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', here.userId).execute();
    await db
      .updateTable('sessions')
      .set({ user_id: colleague.userId, impersonator_id: here.userId, method: 'impersonation', original_id: id })
      .where('token_hash', '=', hashToken(acting.token))
      .execute();
    expect(await isIn(acting)).toBe(true);
    expect([await left(own), await left(acting)]).toEqual([12 * 60, 12 * 60]);
  });
});

const agents = {
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  firefox: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.5; rv:150.0) Gecko/20100101 Firefox/150.0',
};

test.each([
  [agents.edge, 'Edge on Windows'],
  [agents.chrome, 'Chrome on Linux'],
  [agents.safari, 'Safari on iPhone'],
  [agents.firefox, 'Firefox on Mac'],
  ['curl/8.9', 'Another program'],
  ['', 'Another program'],
])('%s is %s', (agent, name) => {
  expect(describeDevice(agent)).toBe(name);
});
