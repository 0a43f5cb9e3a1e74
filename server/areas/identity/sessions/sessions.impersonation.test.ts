// Acting as another user: permissions, limits, and the return.
import { beforeAll, describe, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { createContact } from '#contract/contacts.ts';
import type { LoginType } from '#contract/impersonation.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Me } from '#contract/me.ts';
import { updatePassword } from '#contract/passwords.ts';
import { notWhileActing } from '#contract/permissions.ts';
import { listLoginTypes, listSessions, loginAsUser, returnToSession } from '#contract/sessions.ts';
import { createSession, deleteSession, getMe } from '#contract/signIn.ts';
import { createToken, hashToken } from '#kernel/http/sessions.ts';
import { aBrowser } from '#tests/support/browser.ts';
import { aCompany, type TestCompany, testPassword } from '#tests/support/factories.ts';
import { aServer, type Client, send, signedIn, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'admin2' | 'sub_admin' | 'manager' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, admin2: {}, sub_admin: {}, manager: {}, agent: { under: 'manager' } });
});

const me = async (headers: Record<string, string>) => send(server.app, headers, getMe, {});
const withToken = (token: string) => ({ cookie: `token=${token}` });

async function actAs(client: Client, id: number) {
  const browser = aBrowser(server, client);
  const answer = await browser.send(loginAsUser, { params: { id }, body: {} });
  expect(answer.statusCode, answer.body).toBe(201);
  return { answer, browser, headers: browser.headers };
}

test('an administrator is the other person, and says so', async () => {
  const admin = await signedIn(server, company.companyId, company.people.admin.userId);
  const session = (await admin.call(listSessions, {})).data.find(({ current }) => current)?.id;
  const { answer, headers } = await actAs(admin, company.people.agent.userId);
  expect(answer.json()).toMatchObject({
    id: company.people.agent.userId,
    roles: ['agent'],
    impersonator: { name: 'admin Tester', session_id: session },
  });
  const made = await send(server.app, headers, createContact, { body: { first_name: 'Rosa', kind: 'lead' } });
  expect(made.json()).toMatchObject({ owner: { id: company.people.agent.userId } });
  const { data } = await company.people.agent.call(listContactTimeline, { params: { id: made.json().id }, query: {} });
  expect(data).toMatchObject([{ actor: { name: 'agent Tester' }, impersonator: { name: 'admin Tester' } }]);
});

test('an impersonator is not offered what every call refuses', async () => {
  const admin = await signedIn(server, company.companyId, company.people.admin.userId);
  expect((await me(admin.headers)).json().can).toMatchObject({ 'settings.manage': true, 'teams.manage': true });
  const { answer } = await actAs(admin, company.people.admin2.userId);
  const { can } = answer.json();
  expect(notWhileActing.filter((permission) => can[permission])).toEqual([]);
  expect(can).toMatchObject({ 'reference.manage': true, 'users.impersonate': true });
});

test('an impersonator reads and changes nothing that secures the account', async () => {
  const admin = await signedIn(server, company.companyId, company.people.admin.userId);
  const { headers } = await actAs(admin, company.people.agent.userId);
  const id = company.people.agent.userId;
  for (const [endpoint, call] of [
    [listSessions, {}],
    [updatePassword, { params: { id }, body: { password: 'a new long password' } }],
  ] as const) {
    const refused = await send(server.app, headers, endpoint, call);
    expect(refused.json()).toMatchObject({ status: 403, code: 'impersonating' });
  }
  expect((await company.people.agent.call(listSessions, {})).data.map(({ method }) => method)).not.toContain('impersonation');
});

test('the way back is to the session it began in, under a new token, and only there', async () => {
  const { userId } = company.people.admin;
  const [admin, other] = [await signedIn(server, company.companyId, userId), await signedIn(server, company.companyId, userId)];
  const idOf = async (client: Client) => (await client.call(listSessions, {})).data.find(({ current }) => current)?.id ?? 0;
  const [original, elsewhere] = [await idOf(admin), await idOf(other)];
  const { browser, headers } = await actAs(admin, company.people.agent.userId);
  const older = createToken(company.companyId);
  await server.operator.db
    .updateTable('sessions')
    .set({ previous_token_hash: hashToken(older), rotated_at: new Date() })
    .where('id', '=', original)
    .execute();
  expect((await me(withToken(older))).statusCode).toBe(200);
  const astray = await browser.send(returnToSession, { params: { id: elsewhere } });
  expect(astray.statusCode).toBe(404);

  const back = await browser.send(returnToSession, { params: { id: original } });
  expect(back.json()).toMatchObject({ id: userId, impersonator: null });
  expect((await me(headers)).statusCode, 'the impersonated session').toBe(401);
  expect((await me(browser.headers)).statusCode).toBe(200);
  for (const token of [admin.token, older]) expect((await me(withToken(token))).statusCode, 'one before').toBe(401);
  const own = await browser.send(returnToSession, { params: { id: original } });
  expect(own.json()).toMatchObject({ code: 'sessions.not_impersonating' });
});

test.each<[string, Endpoint, () => object, number]>([
  ['signing out', deleteSession, () => ({}), 204],
  ['signing in as somebody else', createSession, () => ({ email: company.people.manager.email, password: testPassword }), 201],
])('%s ends one’s own session too', async (_what, endpoint, body, status) => {
  const admin = await signedIn(server, company.companyId, company.people.admin.userId);
  const { headers } = await actAs(admin, company.people.agent.userId);
  expect((await send(server.app, headers, endpoint, { body: body() })).statusCode).toBe(status);
  expect([(await me(headers)).statusCode, (await me(admin.headers)).statusCode]).toEqual([401, 401]);
});

test.each([
  ['has to choose a new password', 'update users set must_change_password = true where id = $1 and $2 > 0'],
  [
    'has to set up a second factor',
    `update companies set two_factor_roles = '{sub_admin}' where company_id = (select company_id from users where id = $1 and $2 > 0)`,
  ],
  ['may act as nobody any more', `update users set role = 'manager' where id = $1 and $2 > 0`],
  ['is no administrator, as the other has become', `update users set role = 'admin' where id = $2 and $1 > 0`],
])('it ends if the acting user %s', async (_what, change) => {
  const { sub_admin, agent } = (await aCompany(server, { sub_admin: {}, agent: {} })).people;
  const { headers } = await actAs(sub_admin, agent.userId);
  expect((await me(headers)).statusCode).toBe(200);
  await server.operator.pool.query(change, [sub_admin.userId, agent.userId]);
  expect((await me(headers)).statusCode).toBe(401);
});

test('it ends with the session it began in, and when the impersonator leaves', async () => {
  const { db } = server.operator;
  const admin = await signedIn(server, company.companyId, company.people.admin.userId);
  const { headers } = await actAs(admin, company.people.agent.userId);
  const active = (is: boolean) =>
    db.updateTable('users').set({ active: is }).where('id', '=', company.people.admin.userId).execute();
  await active(false);
  expect((await me(headers)).statusCode).toBe(401);
  await active(true);
  expect((await me(headers)).statusCode).toBe(200);
  await admin.call(deleteSession, {});
  expect((await me(headers)).statusCode).toBe(401);
});

test('only an administrator may, and not as oneself or an inactive user', async () => {
  const { admin, manager, agent } = company.people;
  for (const client of [manager, agent]) {
    const refused = await send(server.app, client.headers, loginAsUser, { params: { id: agent.userId }, body: {} });
    expect(refused.json()).toMatchObject({ code: 'forbidden' });
  }
  const oneself = await send(server.app, admin.headers, loginAsUser, { params: { id: admin.userId }, body: {} });
  expect(oneself.statusCode).toBe(404);
});

test('only an administrator may act as an administrator', async () => {
  const { admin, admin2, sub_admin, agent } = company.people;
  const refused = await send(server.app, sub_admin.headers, loginAsUser, { params: { id: admin.userId }, body: {} });
  expect(refused.json()).toMatchObject({ status: 403, code: 'sessions.login_refused' });
  expect(refused.cookies).toEqual([]);
  await actAs(sub_admin, agent.userId);
  await actAs(admin, admin2.userId);
});

test('a call that is late for the way back keeps its hands off the cookie, which is the own session’s by now', async () => {
  const { db } = server.operator;
  const admin = await signedIn(server, company.companyId, company.people.admin.userId);
  const id = (await admin.call(listSessions, {})).data.find(({ current }) => current)?.id ?? 0;
  const { browser, headers } = await actAs(admin, company.people.agent.userId);
  await browser.call(returnToSession, { params: { id } });
  const late = await me(headers);
  expect([late.json<{ code: string }>().code, late.cookies]).toEqual(['sessions.overtaken', []]);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await db.updateTable('sessions').set({ revoked_at: aMinuteAgo }).where('original_id', '=', id).execute();
  const later = await me(headers);
  expect([later.json<{ code: string }>().code, later.cookies.map(({ value }) => value)]).toEqual(['unauthenticated', ['', '']]);
});

describe('a stack', () => {
  const office = () =>
    aCompany(server, { admin: {}, sub_admin: {}, bu_admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });

  test('leads from an administrator through a manager to an agent, and back step by step', async () => {
    const { people } = await office();
    const { admin, manager, agent } = people;
    const { browser } = await actAs(admin, manager.userId);
    const second = await browser.send(loginAsUser, { params: { id: agent.userId }, body: {} });
    expect(second.statusCode, second.body).toBe(201);
    const stack = [
      { name: 'admin Tester', login_type: null },
      { name: 'manager Tester', login_type: 'logged_as_manager' },
    ];
    expect(second.json()).toMatchObject({ id: agent.userId, login_stack: stack, may_act_further: false });
    const made = await browser.call(createContact, { body: { first_name: 'Rosa', kind: 'lead' } });
    const { data } = await agent.call(listContactTimeline, { params: { id: made.id }, query: {} });
    expect(data).toMatchObject([{ actor: { name: 'agent Tester' }, impersonator: { name: 'admin Tester' } }]);

    const [own, asManager] = second.json<Me>().login_stack.map(({ session_id }) => session_id);
    const back = await browser.call(returnToSession, { params: { id: asManager ?? 0 } });
    expect(back).toMatchObject({ id: manager.userId, login_stack: stack.slice(0, 1), may_act_further: true });
    expect(await browser.call(returnToSession, { params: { id: own ?? 0 } })).toMatchObject({
      id: admin.userId,
      login_stack: [],
    });
  });

  test('is left in one step too, and no session between stays open', async () => {
    const { people } = await office();
    const { browser, headers: between } = await actAs(people.admin, people.manager.userId);
    const top = await browser.call(loginAsUser, { params: { id: people.agent.userId }, body: {} });
    const leaf = browser.headers;
    await browser.call(returnToSession, { params: { id: top.login_stack[0]?.session_id ?? 0 } });
    for (const headers of [between, leaf]) expect((await me(headers)).statusCode).toBe(401);
  });

  test('goes down only: within the reach of the current user and the rights of the first, and to nobody twice', async () => {
    const { people } = await office();
    const { admin, sub_admin, bu_admin, manager, agent, agent2 } = people;
    const { browser } = await actAs(sub_admin, manager.userId);
    const refusal = async (id: number) =>
      (await browser.send(loginAsUser, { params: { id }, body: {} })).json<{ code: string }>().code;
    for (const above of [admin, bu_admin, agent2]) expect(await refusal(above.userId)).toBe('sessions.login_refused');
    for (const oneself of [sub_admin, manager]) expect(await refusal(oneself.userId)).toBe('not_found');
    await browser.call(loginAsUser, { params: { id: agent.userId }, body: {} });
    expect(await refusal(agent2.userId)).toBe('sessions.login_refused');
  });

  test('ends wholly when the session of its first person ends, or somebody in it leaves', async () => {
    const { companyId, people } = await office();
    const admin = await signedIn(server, companyId, people.admin.userId);
    const { browser } = await actAs(admin, people.manager.userId);
    await browser.call(loginAsUser, { params: { id: people.agent.userId }, body: {} });
    const active = (is: boolean) =>
      server.operator.db.updateTable('users').set({ active: is }).where('id', '=', people.manager.userId).execute();
    await active(false);
    expect((await me(browser.headers)).statusCode).toBe(401);
    await active(true);
    expect((await me(browser.headers)).statusCode).toBe(200);
    await admin.call(deleteSession, {});
    expect((await me(browser.headers)).statusCode).toBe(401);
  });

  test('proves its first person once: some time after the password no step asks for it again', async () => {
    const { people } = await office();
    const { browser } = await actAs(people.admin, people.manager.userId);
    await server.operator.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', people.manager.userId)
      .execute();
    expect((await browser.send(loginAsUser, { params: { id: people.agent.userId }, body: {} })).statusCode).toBe(201);
  });
});

test('a business unit’s administrator acts within the unit, below their own role', async () => {
  const { companyId, people } = await aCompany(server, { admin: {}, bu_admin: {}, manager: {}, agent: {} });
  const { bu_admin, manager, agent, admin } = people;
  expect((await actAs(bu_admin, manager.userId)).answer.json()).toMatchObject({ id: manager.userId });
  const unit = { company_id: companyId, name: 'Elsewhere', number: 2 };
  const { id } = await server.operator.db.insertInto('business_units').values(unit).returning('id').executeTakeFirstOrThrow();
  await server.operator.db.updateTable('users').set({ business_unit_id: id }).where('id', '=', agent.userId).execute();
  for (const other of [admin, agent]) {
    const refused = await send(server.app, bu_admin.headers, loginAsUser, { params: { id: other.userId }, body: {} });
    expect(refused.json()).toMatchObject({ code: 'sessions.login_refused' });
  }
});

test('the ways of acting are listed for the first person of the stack, and the chosen one is told', async () => {
  const { people } = await aCompany(server, { admin: {}, bu_admin: {}, manager: {}, agent: { under: 'manager' } });
  const { admin, bu_admin, manager, agent } = people;
  const ways = async (client: Pick<Client, 'call'>, id: number) => (await client.call(listLoginTypes, { params: { id } })).data;
  expect(await ways(admin, manager.userId)).toEqual(['logged_as_manager', 'impersonating']);
  expect(await ways(admin, agent.userId)).toEqual(['impersonating']);
  await server.operator.db.updateTable('users').set({ relationship_manager: true }).where('id', '=', agent.userId).execute();
  expect(await ways(bu_admin, agent.userId)).toEqual(['impersonating_as_rm', 'impersonating']);
  await expect(ways(bu_admin, admin.userId)).rejects.toMatchObject({ code: 'sessions.login_refused' });
  await expect(ways(manager, agent.userId)).rejects.toMatchObject({ status: 403 });

  const browser = aBrowser(server, admin);
  const first = await browser.call(loginAsUser, { params: { id: manager.userId }, body: { login_type: 'impersonating' } });
  expect(first.impersonator).toMatchObject({ name: 'admin Tester', login_type: 'impersonating' });
  expect(await ways(browser, agent.userId)).toEqual(['impersonating_as_rm', 'impersonating']);
  const second = await browser.call(loginAsUser, { params: { id: agent.userId }, body: {} });
  expect(second).toMatchObject({
    impersonator: { name: 'manager Tester', login_type: 'impersonating_as_rm' },
    login_stack: [{ login_type: null }, { login_type: 'impersonating' }],
  });
});

test('a kind of login is refused where it does not fit the user', async () => {
  const { admin, agent, manager } = company.people;
  const attempt = (id: number, login_type: LoginType) =>
    send(server.app, admin.headers, loginAsUser, { params: { id }, body: { login_type } });
  for (const login_type of ['logged_as_admin', 'logged_as_bu_admin', 'logged_as_manager', 'impersonating_as_rm'] as const)
    expect((await attempt(agent.userId, login_type)).json(), login_type).toMatchObject({ code: 'sessions.login_refused' });
  await server.operator.db.updateTable('users').set({ relationship_manager: true }).where('id', '=', manager.userId).execute();
  for (const login_type of ['impersonating_as_rm', 'logged_as_manager', 'impersonating'] as const)
    expect((await attempt(manager.userId, login_type)).statusCode, login_type).toBe(201);
});
