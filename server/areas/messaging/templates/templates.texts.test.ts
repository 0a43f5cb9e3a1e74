// Templates of texts: who sees and changes which, and what may stand in one.
import { beforeAll, expect, test } from 'vitest';
import {
  createTextTemplate,
  deleteTextTemplate,
  listReadyTextTemplates,
  listTextTemplates,
  updateTextTemplate,
} from '#contract/textTemplates.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';

let people: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>['people'];
beforeAll(async () => {
  const company = await aCompany(await aServer(), {
    admin: {},
    manager: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
  });
  people = company.people;
});

const names = async (client: Client, q = '') =>
  (await client.call(listReadyTextTemplates, { query: { q } })).data.map(({ name }) => name);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ status, problem: { code, errors } }) => ({ status, code, ...(errors && { errors }) }),
  );

test('a private one is its owner’s and their leaders’, a team’s and the company’s are offered to more', async () => {
  const { admin, manager, agent, agent2 } = people;
  await agent.call(createTextTemplate, { body: { name: 'Mine', body: 'Hello {{first_name|there}}' } });
  await manager.call(createTextTemplate, { body: { name: 'Ours', body: 'Call me', share: 'team' } });
  const office = await admin.call(createTextTemplate, { body: { name: 'Office', body: 'We are closed', share: 'company' } });
  expect(await names(agent)).toEqual(['Mine', 'Office', 'Ours']);
  expect(await names(agent2)).toEqual(['Office', 'Ours']);
  expect(await names(agent2, 'closed')).toEqual(['Office']);
  expect(await names(manager)).toEqual(['Office', 'Ours']);
  const all = await manager.call(listTextTemplates, { query: { all: true } });
  expect(all.data.map(({ name, can }) => [name, can.update])).toEqual([
    ['Mine', true],
    ['Office', false],
    ['Ours', true],
  ]);
  const of = { params: { id: office.id } };
  expect(await refusal(agent.call(updateTextTemplate, { ...of, body: { name: 'Hers' } }))).toMatchObject({ status: 403 });
  expect(await refusal(agent.call(createTextTemplate, { body: { name: 'Team', body: 'Hi', share: 'team' } }))).toMatchObject({
    code: 'forbidden',
  });
  await admin.call(updateTextTemplate, { ...of, body: { body: 'We are open', version: office.version } });
  const stale = admin.call(updateTextTemplate, { ...of, body: { body: 'Closed', version: office.version } });
  expect(await refusal(stale)).toMatchObject({ code: 'emails.stale' });
  await admin.call(deleteTextTemplate, of);
  expect(await names(agent)).toEqual(['Mine', 'Ours']);
});

test('a field that does not exist is refused when it is saved', async () => {
  const call = people.agent.call(createTextTemplate, { body: { name: 'Wrong', body: 'Hello {{frist_name}}' } });
  expect(await refusal(call)).toEqual({
    status: 422,
    code: 'invalid',
    errors: { body: ['There is no field {{frist_name}}'] },
  });
});
