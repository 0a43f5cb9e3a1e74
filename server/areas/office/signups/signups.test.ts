// An onboarding application: saved as a draft, sent when it is complete, approved or returned with a mail.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { getMe } from '#contract/signIn.ts';
import { approveSignup, fetchSignup, getSignup, listSignups, returnSignup, saveSignup } from '#contract/signups.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { mailsTo, mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'sub_admin' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer({ worker: true });
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, sub_admin: {}, agent: {}, agent2: {} });
});

const whole = {
  npn: '1234567',
  phone: '(305) 555-0142',
  resident_state: 'FL',
  licences: [{ state: 'FL', kind: 'life_health' as const, number: 'W123', expires_on: '2027-01-31' }],
  states: ['FL'],
  references: [{ name: 'Ana Reyes', relation: 'Manager', phone: '(305) 555-0143', email: '' }],
};
const save = (client: Client, body: object) => client.call(saveSignup, { body });
const list = async () => (await company.people.admin.call(listSignups, { query: {} })).data;

test('a draft is kept as it is written, and only its user sees it', async () => {
  const { agent, admin } = company.people;
  expect(await agent.call(fetchSignup, {})).toMatchObject({ id: null, status: 'draft', form: { npn: '', licences: [] } });
  const saved = await save(agent, { npn: '12', licences: [{ state: null, kind: null, number: '', expires_on: null }] });
  expect(await agent.call(fetchSignup, {})).toEqual(saved);
  expect(saved).toMatchObject({ status: 'draft', can: { edit: true, decide: false } });
  expect(await list()).toEqual([]);
  await expect(admin.call(getSignup, { params: { id: saved.id ?? 0 } })).rejects.toMatchObject({ status: 404 });
});

test('a carrier that is deleted meanwhile is left out, and an unknown one is refused', async () => {
  const { agent } = company.people;
  const { db } = server.operator;
  const [stays, goes] = await Promise.all(
    ['Acme Life', 'Gone Life'].map((name) => insertId(db, 'carriers', { company_id: company.companyId, name })),
  );
  const carriers = [stays ?? 0, goes ?? 0];
  await save(agent, { ...whole, carriers });
  await db
    .deleteFrom('carriers')
    .where('id', '=', goes ?? 0)
    .execute();
  expect(await agent.call(fetchSignup, {})).toMatchObject({ form: { carriers: [stays] }, carriers: [{ name: 'Acme Life' }] });
  await expect(save(agent, { ...whole, carriers: [...carriers, 987_654] })).rejects.toMatchObject({ status: 422 });
  const sent = await save(agent, { ...whole, carriers, send: true });
  expect(sent).toMatchObject({ status: 'sent', form: { carriers: [stays] } });
});

test('an incomplete one is not sent, and says what is missing', async () => {
  const { agent } = company.people;
  await expect(save(agent, { send: true })).rejects.toMatchObject({
    code: 'invalid',
    problem: { errors: { npn: [expect.any(String)], licences: [expect.any(String)], references: [expect.any(String)] } },
  });
  const unlicensed = save(agent, { ...whole, states: ['FL', 'TX'], send: true });
  await expect(unlicensed).rejects.toMatchObject({ problem: { errors: { states: ['Add a licence for TX, or leave it out'] } } });
  expect((await agent.call(fetchSignup, {})).status).toBe('draft');
});

test('sent, it waits for administrators; approved, the user gets a mail, and it changes no more', async () => {
  const { agent, admin } = company.people;
  const carrier = await insertId(server.operator.db, 'carriers', { company_id: company.companyId, name: 'Acme Life' });
  const { id } = await save(agent, { ...whole, carriers: [carrier], send: true });
  expect(await list()).toMatchObject([
    { id, status: 'sent', npn: '1234567', states: ['FL'], user: { id: agent.userId, email: agent.email } },
  ]);
  await expect(save(agent, whole)).rejects.toMatchObject({ code: 'signups.sent' });
  const byId = { params: { id: id ?? 0 } };
  expect(await admin.call(getSignup, byId)).toMatchObject({ carriers: [{ name: 'Acme Life' }], can: { decide: true } });
  const approved = await admin.call(approveSignup, { ...byId, body: { note: 'Welcome' } });
  expect(approved).toMatchObject({ status: 'approved', note: 'Welcome', decided_by: { id: admin.userId } });
  const mail = await mailTo(server, agent.email, 'Your application is approved');
  expect(mail.text).toContain('admin Tester writes: Welcome');
  await expect(save(agent, whole)).rejects.toMatchObject({ code: 'signups.sent' });
  await expect(admin.call(approveSignup, { ...byId, body: {} })).rejects.toMatchObject({ code: 'signups.not_sent' });
  const entries = await server.operator.db
    .selectFrom('audit_log')
    .select(['action', 'of_id', 'after'])
    .where('company_id', '=', company.companyId)
    .execute();
  expect(entries).toEqual([{ action: 'signups.approved', of_id: agent.userId, after: { note: 'Welcome' } }]);
});

test('returned with a note, it is changed and sent again', async () => {
  const { agent, admin } = company.people;
  const { id } = await save(agent, { ...whole, send: true });
  const byId = { params: { id: id ?? 0 } };
  await expect(admin.call(returnSignup, { ...byId, body: { note: ' ' } })).rejects.toMatchObject({ code: 'invalid' });
  await admin.call(returnSignup, { ...byId, body: { note: 'The NPN is another one' } });
  expect((await mailTo(server, agent.email, 'Your application needs a change')).text).toContain('The NPN is another one');
  expect(await agent.call(fetchSignup, {})).toMatchObject({
    status: 'returned',
    note: 'The NPN is another one',
    can: { edit: true },
  });
  expect((await agent.call(getMe, {})).signup).toMatchObject({ id, status: 'returned', note: 'The NPN is another one' });
  expect(await save(agent, { ...whole, npn: '7654321', send: true })).toMatchObject({ id, status: 'sent' });
  expect((await agent.call(getMe, {})).signup?.status).toBe('sent');
  expect(await mailsTo(server, agent.email)).toHaveLength(1);
});

test('nobody decides over their own, and each user has one', async () => {
  const { sub_admin, agent, agent2 } = company.people;
  const { id } = await save(sub_admin, { ...whole, send: true });
  const own = sub_admin.call(approveSignup, { params: { id: id ?? 0 }, body: {} });
  await expect(own).rejects.toMatchObject({ code: 'forbidden' });
  await Promise.all([save(agent, { npn: '1' }), save(agent, { npn: '1' }), save(agent2, { npn: '2' })]);
  const rows = await server.operator.db
    .selectFrom('signups')
    .select('user_id')
    .where('company_id', '=', company.companyId)
    .orderBy('user_id')
    .execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual([sub_admin.userId, agent.userId, agent2.userId]);
});
