// The server enforces missing steps over the whole contract, whatever page a client skips.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channels } from '#contract/cable.ts';
import { termsOfUse } from '#contract/legal.ts';
import { acceptTerms } from '#contract/me.ts';
import { createSession, getMe } from '#contract/signIn.ts';
import { isAhead, type Step, steps } from '#contract/steps.ts';
import { mountCable } from '#kernel/cable/cable.ts';
import { streamOf } from '#kernel/context.ts';
import { isOwnOrigin } from '#kernel/http/http.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { allRoutes } from '../server/areas.ts';
import { demoCompanies } from '../server/seed/companies.ts';
import { seedCompany } from '../server/seed/seed.ts';
import { openParts } from './background/parts.ts';
import { aConsumer } from './support/actionCable.ts';
import { aCompany, testPassword, testPasswordHash } from './support/factories.ts';
import { aServer, type Client, send } from './support/server.ts';

const server = await aServer({ own: true });
const parts = await openParts(server);
await mountCable(server.app, { ...parts, authenticate, isOwnOrigin, pace: { ping: 100, recheck: 100 } });
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { db } = server.operator;
const closed = allRoutes.filter(({ endpoint }) => endpoint.permission !== 'public');
/** A body that no parser accepts: an answer other than 400 shows that nobody read it. */
const unreadable = '{';

/** The rows of a user with this missing step. */
const missing: Record<Step, (client: Client, companyId: number) => Promise<unknown>> = {
  terms: ({ userId }) => db.updateTable('users').set({ accepted_tos_at: null }).where('id', '=', userId).execute(),
  password: ({ userId }) => db.updateTable('users').set({ must_change_password: true }).where('id', '=', userId).execute(),
  two_factor: (_, company) =>
    db.updateTable('companies').set({ require_two_factor: true }).where('company_id', '=', company).execute(),
  payment: (_, company) =>
    db.updateTable('companies').set({ paid_until: '2020-01-31' }).where('company_id', '=', company).execute(),
};
const done: typeof missing = {
  terms: ({ userId }) => db.updateTable('users').set({ accepted_tos_at: new Date() }).where('id', '=', userId).execute(),
  password: ({ userId }) => db.updateTable('users').set({ must_change_password: false }).where('id', '=', userId).execute(),
  two_factor: ({ userId }) => db.updateTable('users').set({ two_factor_since: new Date() }).where('id', '=', userId).execute(),
  payment: (_, company) => db.updateTable('companies').set({ paid_until: null }).where('company_id', '=', company).execute(),
};

/** Calls it with an unreadable body and unknown ids. */
async function codeOf({ endpoint }: (typeof closed)[number], client: Client): Promise<string> {
  const url = endpoint.path.replace(/:[A-Za-z_]+/g, '1');
  const headers = { ...client.headers, 'content-type': 'application/json' };
  const answer = await server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
  return answer.statusCode < 300 ? 'done' : answer.json().code;
}

describe('while a step is missing', () => {
  const waiting = {} as Record<Step, Client>;
  beforeAll(async () => {
    for (const step of steps) {
      const { companyId, people } = await aCompany(server, { admin: {} });
      waiting[step] = people.admin;
      await missing[step](people.admin, companyId);
    }
  });

  test.each(closed)('$name is refused before its body is read, or is ahead of the step', async (route) => {
    const { ahead } = route.endpoint;
    for (const step of steps) {
      const code = await codeOf(route, waiting[step]);
      if (ahead && isAhead(ahead, step)) expect(code, step).not.toMatch(/^steps\./);
      else expect(code).toBe(`steps.${step}`);
    }
  });

  test.each(steps)('a refusal names the step %s and nothing else', async (step) => {
    const refused = await server.app.inject({ url: '/v1/custom_fields', headers: waiting[step].headers });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: `steps.${step}`, status: 403 });
    expect(refused.cookies).toEqual([]);
  });
});

test('what is ahead of all steps is who one is, the account, the terms and the way out', () => {
  const ofTerms = closed.filter(({ endpoint }) => endpoint.ahead === 'terms').map(({ name }) => name);
  expect(ofTerms.filter((name) => name !== 'getProfile').toSorted()).toEqual([
    'acceptTerms',
    'deleteSession',
    'getAccountInfo',
    'getMe',
    'returnToSession',
  ]);
});

test('they come in their order, one after the other, and then all is open', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  for (const step of steps) await missing[step](people.agent, companyId);
  for (const step of steps) {
    expect((await people.agent.call(getMe, {})).missing).toBe(step);
    await done[step](people.agent, companyId);
  }
  const me = await people.agent.call(getMe, {});
  expect(me).toMatchObject({ missing: null, 'two_fa_is_required?': true, 'has_2fa_enabled?': true });
});

test('terms accepted before they came into force are to be accepted again; accepting answers the next step', async () => {
  const { people } = await aCompany(server, { agent: {} });
  await missing.password(people.agent, 0);
  const before = new Date(Date.parse(termsOfUse.effective) - 1);
  await db.updateTable('users').set({ accepted_tos_at: before }).where('id', '=', people.agent.userId).execute();
  expect(await people.agent.call(getMe, {})).toMatchObject({ missing: 'terms', tos: true, updated_tos: false });
  expect(await people.agent.call(acceptTerms, {})).toMatchObject({ missing: 'password', tos: true, updated_tos: true });
});

test('a session from single sign-on needs neither password nor second factor of ours, and does every other step', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { agent } = people;
  const missingFor = async (method: string) => {
    await db.updateTable('sessions').set({ method }).where('user_id', '=', agent.userId).execute();
    return (await agent.call(getMe, {})).missing;
  };
  for (const step of steps) {
    await missing[step](agent, companyId);
    expect(await missingFor('password')).toBe(step);
    expect(await missingFor('sso')).toBe(step === 'password' || step === 'two_factor' ? null : step);
    await done[step](agent, companyId);
  }
});

test('acting as another user skips the second factor, and no other step', async () => {
  const { companyId, people } = await aCompany(server, { admin: {}, agent: {} });
  await db
    .updateTable('companies')
    .set({ two_factor_roles: ['agent'] })
    .where('company_id', '=', companyId)
    .execute();
  await db
    .updateTable('sessions')
    .set((eb) => ({
      method: 'impersonation',
      impersonator_id: people.admin.userId,
      original_id: eb.selectFrom('sessions as own').select('own.id').where('own.user_id', '=', people.admin.userId),
    }))
    .where('user_id', '=', people.agent.userId)
    .execute();
  expect((await people.agent.call(getMe, {})).missing).toBeNull();
  for (const step of ['terms', 'password', 'payment'] as const) {
    await missing[step](people.agent, companyId);
    expect((await people.agent.call(getMe, {})).missing).toBe(step);
    await done[step](people.agent, companyId);
  }
});

test('a new company’s administrator accepts the terms and chooses a password first, the demo’s people do not', async () => {
  const [template] = demoCompanies;
  if (!template) throw new Error('there is no demo company');
  for (const [firstSteps, first] of [
    [true, 'terms'],
    [false, null],
  ] as const) {
    const users = template.users.map((user) => ({ ...user, username: `${firstSteps}.${user.username}` }));
    await db.deleteFrom('logins').execute();
    const { companyId } = await seedCompany(db, { ...template, users }, { passwordHash: testPasswordHash, firstSteps });
    const answer = await send(server.app, {}, createSession, {
      body: { email: users[0]?.email ?? '', password: testPassword },
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ company: { id: companyId }, missing: first });
    const people = await db.selectFrom('users').select('must_change_password').where('company_id', '=', companyId).execute();
    expect(new Set(people.map(({ must_change_password }) => must_change_password))).toEqual(new Set([firstSteps]));
  }
});

describe('/cable', () => {
  const host = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const open: { disconnect(): void }[] = [];
  afterAll(() => {
    for (const consumer of open) consumer.disconnect();
  });

  function aBrowser(client: Client) {
    const consumer = aConsumer(host, client.headers.cookie ?? '');
    open.push(consumer);
    const heard: string[] = [];
    for (const channel of channels.filter((name) => name !== 'CallCenterChannel')) {
      consumer.subscriptions.create(channel, {
        connected: () => void heard.push(`${channel} connected`),
        rejected: () => void heard.push(`${channel} rejected`),
        received: () => void heard.push(`${channel} heard`),
      });
    }
    return heard;
  }
  const tell = (companyId: number) =>
    parts.fanout.publish([
      { stream: streamOf(companyId, 'UpdatesChannel'), message: { event: 'contact.changed', id: 7 }, to: 'company' },
    ]);
  const each = (what: string) => ['ContactsImportChannel', 'SmsChannel', 'UpdatesChannel'].map((channel) => `${channel} ${what}`);

  test.each(steps)('gives nothing while %s is missing, and everything once it is done', async (step) => {
    const { companyId, people } = await aCompany(server, { admin: {} });
    await missing[step](people.admin, companyId);
    const heard = aBrowser(people.admin);
    await expect.poll(() => heard.toSorted()).toEqual(each('rejected'));
    await tell(companyId);
    await done[step](people.admin, companyId);
    const after = aBrowser(people.admin);
    const joined = () => after.filter((what) => what.endsWith('connected')).toSorted();
    await expect.poll(joined).toEqual(each('connected'));
    const before = after.length;
    await tell(companyId);
    await expect.poll(() => after.slice(before)).toContain('UpdatesChannel heard');
    expect(heard, 'of what was told before that').toHaveLength(3);
  });

  test('sends nothing more to a user with a new missing step', async () => {
    const { companyId, people } = await aCompany(server, { admin: {} });
    const heard = aBrowser(people.admin);
    await expect.poll(() => heard).toHaveLength(3);
    await missing.password(people.admin, companyId);
    await expect.poll(() => heard.slice(3).toSorted()).toEqual(each('rejected'));
    const other = await aCompany(server, { admin: {} });
    const told = aBrowser(other.people.admin);
    await expect.poll(() => told).toHaveLength(3);
    await tell(companyId);
    await tell(other.companyId);
    await expect.poll(() => told.at(-1)).toBe('UpdatesChannel heard');
    expect(heard).toHaveLength(6);
  });
});
