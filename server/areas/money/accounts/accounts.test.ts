// The account as users see it: plan, paid until, administrators.
import { expect, test } from 'vitest';
import { getAccountInfo } from '#contract/accounts.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';

const server = await aServer();
const { db } = server.operator;
const pay = (companyId: number, paid_until: string | null) =>
  db.updateTable('companies').set({ paid_until, plan: 'premium' }).where('company_id', '=', companyId).execute();
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test('says the plan, the last day paid for, and that nothing is missing', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  await pay(companyId, '2199-12-31');
  expect(await people.agent.call(getAccountInfo, {})).toEqual({
    'change_password?': false,
    'paid_user?': true,
    missing: null,
    chosen_plan: { plan: 'premium', name: 'Premium', price: '0.00', paid_until: '2199-12-31', type: null, state: null },
    contacts: [],
    plans: [
      { plan: 'standard', name: 'Standard', price: '5.00' },
      { plan: 'premium', name: 'Premium', price: '7.00' },
    ],
    payment_infos: { data: [], meta: { page: 1, limit: 20, total_count: 0, total_pages: 1 } },
  });
});

test('is paid for through its last day, without end where there is none, and not after', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  for (const [until, paid] of [
    [null, true],
    [day(0), true],
    [day(-1), false],
  ] as const) {
    await pay(companyId, until);
    expect(await people.agent.call(getAccountInfo, {}), String(until)).toMatchObject({
      'paid_user?': paid,
      missing: paid ? null : 'payment',
      chosen_plan: { paid_until: until },
    });
  }
});

test('names who can see to it: at most five administrators who are still there, by name, and no other company’s', async () => {
  const { people } = await aCompany(server, {
    agent: {},
    admin: {},
    admin2: {},
    admin3: {},
    sub_admin: {},
    sub_admin2: {},
    sub_admin3: {},
    bu_admin: {},
  });
  await aCompany(server, { admin: {} });
  await db.updateTable('users').set({ active: false }).where('id', '=', people.admin2.userId).execute();
  const { contacts } = await people.agent.call(getAccountInfo, {});
  expect(contacts.map(({ name }) => name)).toEqual([
    'admin Tester',
    'admin3 Tester',
    'sub_admin Tester',
    'sub_admin2 Tester',
    'sub_admin3 Tester',
  ]);
  expect(contacts[0]).toEqual({ name: 'admin Tester', email: people.admin.email });
});

test('is open while anything is missing, and says what', async () => {
  const { people } = await aCompany(server, { agent: {} });
  await db
    .updateTable('users')
    .set({ accepted_tos_at: null, must_change_password: true })
    .where('id', '=', people.agent.userId)
    .execute();
  expect(await people.agent.call(getAccountInfo, {})).toMatchObject({ missing: 'terms', 'change_password?': true });
});
