// One's own sessions: what one sees of them, and ending one, all others, or this one.
import { beforeAll, expect, test } from 'vitest';
import { createSession, deleteSession, listSessions, revokeOtherSessions, revokeSession } from '#contract/sessions.ts';
import { getMe } from '#contract/users.ts';
import { aCompany, type TestCompany, testPassword } from '../../../tests/support/factories.ts';
import { aServer, type Client, send, signedIn, type TestServer } from '../../../tests/support/server.ts';
import { describeDevice } from './sessions.device.ts';

const agents = {
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  firefox: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.5; rv:150.0) Gecko/20100101 Firefox/150.0',
};

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {} });
  const { email } = await server.operator.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.people.agent.userId)
    .executeTakeFirstOrThrow();
  const login = { login: email, company_id: company.companyId, user_id: company.people.agent.userId };
  await server.operator.db.insertInto('logins').values(login).execute();
});

const again = () => signedIn(server, company.companyId, company.people.agent.userId);
const isIn = async (client: Client) => (await send(server.app, client.headers, getMe, {})).statusCode === 200;
const currentOf = async (client: Client) => (await client.call(listSessions, {})).data.find(({ current }) => current)?.id ?? 0;
const toldOf = async () =>
  (
    await server.operator.db.selectFrom('outbox').select('payload').where('name', '=', `sessions:${company.companyId}`).execute()
  ).map(({ payload }) => (payload as { revoked: number }).revoked);

test('are listed with how one came in, from where and with what, this one marked', async () => {
  const { email } = await server.operator.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.people.agent.userId)
    .executeTakeFirstOrThrow();
  const answer = await send(server.app, { 'user-agent': agents.edge }, createSession, {
    body: { email, password: testPassword, place: 'America/New_York' },
  });
  const token = answer.cookies.find(({ name }) => name === 'token')?.value ?? '';
  const listed = await send(server.app, { cookie: `token=${token}` }, listSessions, {});
  const { data } = listed.json();
  expect(data[0]).toEqual({
    id: expect.any(Number),
    current: true,
    method: 'password',
    device: 'Edge on Windows',
    address: '127.0.0.1',
    place: 'America/New_York',
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
  });
  expect(data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(listed.body).not.toContain(token.split('.')[1]);
});

test('of others are not seen and not ended', async () => {
  const [mine, theirs] = [await again(), company.people.admin];
  const id = await currentOf(theirs);
  expect((await mine.call(listSessions, {})).data.map((session) => session.id)).not.toContain(id);
  expect((await send(server.app, mine.headers, revokeSession, { params: { id } })).statusCode).toBe(404);
  expect(await isIn(theirs)).toBe(true);
});

test('are ended one by one, and what listens with them is told', async () => {
  const [mine, lost, other] = [await again(), await again(), await again()];
  const id = await currentOf(lost);
  await mine.call(revokeSession, { params: { id } });
  expect([await isIn(mine), await isIn(lost), await isIn(other)]).toEqual([true, false, true]);
  expect(await toldOf()).toContain(id);
  expect((await send(server.app, mine.headers, revokeSession, { params: { id } })).statusCode, 'twice').toBe(404);
});

test('are ended all at once but for this one', async () => {
  const [mine, one, two] = [await again(), await again(), await again()];
  const { revoked } = await mine.call(revokeOtherSessions, {});
  expect(revoked).toBeGreaterThanOrEqual(2);
  expect([await isIn(mine), await isIn(one), await isIn(two)]).toEqual([true, false, false]);
  expect((await mine.call(listSessions, {})).data).toHaveLength(1);
  expect(await isIn(company.people.admin), 'another person’s').toBe(true);
});

test('a cookie kept from before signing out opens nothing', async () => {
  const mine = await again();
  await mine.call(deleteSession, {});
  expect(await isIn(mine)).toBe(false);
  const change = await send(server.app, mine.headers, revokeOtherSessions, {});
  expect(change.statusCode).toBe(401);
});

test('a session is seen every few minutes', async () => {
  const mine = await again();
  const id = await currentOf(mine);
  const seen = () =>
    server.operator.db.selectFrom('sessions').select('last_seen_at').where('id', '=', id).executeTakeFirstOrThrow();
  const long = new Date(Date.now() - 3_600_000);
  await server.operator.db.updateTable('sessions').set({ last_seen_at: long }).where('id', '=', id).execute();
  expect(await isIn(mine)).toBe(true);
  const after = await seen();
  expect(Date.parse(after.last_seen_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(await isIn(mine)).toBe(true);
  expect(await seen(), 'not at every call').toEqual(after);
});

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
