// Features of a user: the user's setting counts before the company's, and that before the variant's. Every
// call of a feature asks.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { getMe } from '#contract/signIn.ts';
import { loadActor } from '#kernel/actors.ts';
import { createApp } from '#kernel/http/http.ts';
import { routes } from '#kernel/http/routes.ts';
import { atTheEnd } from './support/atTheEnd.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { aServer, send, type TestServer } from './support/server.ts';

const visitStore = endpoint({
  method: 'GET',
  path: '/v1/test/store',
  summary: 'Look at the store',
  permission: 'signed_in',
  feature: 'store',
  response: z.object({ open: z.boolean() }),
});

let server: TestServer;
let app: TestServer['app'];
let company: TestCompany<'agent' | 'agent2' | 'basic'>;
beforeAll(async () => {
  server = await aServer();
  app = await createApp(server.platform, routes({ visitStore }, { visitStore: async () => ({ open: true }) }));
  atTheEnd(() => app.close());
});
beforeEach(async () => {
  company = await aCompany(server, { agent: {}, agent2: {}, basic: {} });
});

type Variant = 'standard' | 'recruiting';
const become = (variant: Variant) =>
  server.operator.db.updateTable('companies').set({ variant }).where('company_id', '=', company.companyId).execute();
const override = (enabled: boolean, user_id = 0, feature = 'store') =>
  server.operator.db
    .insertInto('feature_overrides')
    .values({ company_id: company.companyId, user_id, feature, enabled })
    .execute();

/** Whether the store is on, as the call, the account and a job say it. */
async function seenBy(name: 'agent' | 'agent2') {
  const person = company.people[name];
  const { statusCode, body } = await send(app, person.headers, visitStore, {});
  const { features } = await person.call(getMe, {});
  const actor = await loadActor(server.platform, company.companyId, person.userId, null);
  expect([features.store, actor?.mayUse('store')], body).toEqual([statusCode === 200, statusCode === 200]);
  if (statusCode !== 200) expect(JSON.parse(body)).toMatchObject({ status: 403, code: 'feature_off' });
  return statusCode === 200;
}

test('by default it is as the variant has it', async () => {
  await become('standard');
  expect(await seenBy('agent')).toBe(true);
  await become('recruiting');
  expect(await seenBy('agent')).toBe(false);
});

test.each([
  ['recruiting', true, true],
  ['standard', false, false],
] as const)('in %s the company says %s, whatever the variant says', async (variant, company, on) => {
  await become(variant);
  await override(company);
  expect(await seenBy('agent')).toBe(on);
});

test.each([true, false])('the user says %s, whatever the company says, and for nobody else', async (own) => {
  await override(!own);
  await override(own, company.people.agent.userId);
  expect([await seenBy('agent'), await seenBy('agent2')]).toEqual([own, !own]);
});

test('other features, other companies and names that nobody knows change nothing', async () => {
  await override(false, 0, 'texting');
  await override(false, 0, 'of_yesterday');
  const theirs = await aCompany(server, { agent: {} });
  await server.operator.db
    .insertInto('feature_overrides')
    .values({ company_id: theirs.companyId, feature: 'store', enabled: false })
    .execute();
  expect(await seenBy('agent')).toBe(true);
  expect((await company.people.agent.call(getMe, {})).features).toMatchObject({ texting: false, wallet: false, reports: true });
});

test('the system has what its company has', async () => {
  await override(false, 0, 'texting');
  const system = await loadActor(server.platform, company.companyId, 0, null);
  expect([system?.mayUse('texting'), system?.mayUse('store'), system?.name]).toEqual([false, true, 'Steward']);
});
