// My day: each card counts the list that it opens, for oneself and for the team; and the arrangement is the user's own.
import { beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { createEvent, listEvents } from '#contract/calendar.ts';
import { logContactActivity } from '#contract/contactActivities.ts';
import { listContacts } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { arrangeDashboard, arrangeDashboardCard, type CardLayout, getDashboard, loadDashboardCard } from '#contract/dashboard.ts';
import { listImportAttempts, validateImport } from '#contract/imports.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { createPolicy } from '#contract/policies.ts';
import { getMe } from '#contract/signIn.ts';
import { createTask, listTasks } from '#contract/tasks.ts';
import { sheet } from '#tests/support/examples.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2' | 'basic'>;
let manager: Client;
let agent: Client;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** MM/DD/YYYY, where these users are. */
const today = new Date().toLocaleDateString('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const turns65 = (offset: number) => `${Number(day(offset).slice(0, 4)) - 65}${day(offset).slice(4)}`;

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, {
    admin: {},
    manager: {},
    agent: { under: 'manager' },
    agent2: {},
    basic: {},
  });
  ({ manager, agent } = company.people);
  // One contact each that every card counts, and one that none does.
  for (const client of [manager, agent, company.people.agent2]) {
    const of = { owner_id: client.userId, first_name: 'Rosa', last_name: 'Today' };
    const id = await aContact(server, company.companyId, { ...of, birth_date: turns65(30) });
    await client.call(createTask, { params: { id }, body: { due_at: new Date(Date.now() - 60_000).toISOString() } });
    await client.call(createPolicy, {
      params: { id },
      body: { data: { product: 'Term 20', status: 'in_force', renewal_date: day(20) } },
    });
    // Its policy made a client of it: the untouched lead is another one.
    await aContact(server, company.companyId, { ...of, birth_date: turns65(200) });
    await client.call(createEvent, { body: { title: 'Review', start_date: today } });
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(5, 10);
    const touched = await aContact(server, company.companyId, { ...of, birth_date: `1972-${soon}` });
    await client.call(logContactActivity, { params: { id: touched }, body: { type: 'call' } });
    await client.call(createTask, { params: { id: touched }, body: { due_at: new Date(Date.now() + 864e6).toISOString() } });
  }
});

const load = (client: Client, type: string, scope: 'me' | 'team' = 'me') =>
  client.call(loadDashboardCard, { query: { type, scope } });

/** The count of the list that a card opens. */
async function countOf(client: Client, { to, search }: { to: string; search: Record<string, unknown> }): Promise<number | null> {
  if (to === '/contacts') {
    const body = { contacts_scope: search as ContactsScopeInput, meta_only: true };
    return (await client.call(listContacts, { body })).meta.total_count;
  }
  if (to === '/calendar') return (await client.call(listEvents, { query: { today_events: true } })).data.length;
  if (to === '/tasks') return (await client.call(listTasks, { query: search })).meta.total_count;
  return (await client.call(listImportAttempts, { query: search })).meta.total_count;
}

describe('a card', () => {
  test.each([
    ['tasks', 1, 2],
    ['untouched', 1, 2],
    ['turning_65', 1, 2],
    ['birthdays', 1, 2],
    ['renewals', 1, 2],
    ['imports', 0, 0],
  ])('%s counts the list that it opens: of oneself, and of the team', async (type, mine, ours) => {
    for (const [scope, count] of [
      ['me', mine],
      ['team', ours],
    ] as const) {
      const card = await load(manager, type, scope);
      expect(card).toMatchObject({ count, capped: false });
      if (!card.list) throw new Error('no list');
      expect(await countOf(manager, card.list), scope).toBe(count);
      expect(card.rows).toHaveLength(count);
    }
    expect(await load(agent, type, 'team')).toMatchObject({ count: mine }); // an agent has no team
  });

  test('shows who it is about, and leads there', async () => {
    const [task] = (await load(agent, 'tasks')).rows;
    expect(task).toMatchObject({ title: 'Call Rosa Today', overdue: true });
    const [lead] = (await load(agent, 'turning_65')).rows;
    expect(lead).toMatchObject({ title: 'Rosa Today', href: task?.href });
    expect(lead?.text).toMatch(/^on \d\d\/\d\d\/\d{4}$/);
    expect((await load(agent, 'renewals')).rows[0]?.text).toMatch(/^Term 20 · renews on /);
    expect((await load(agent, 'recent')).rows).toHaveLength(3);
    expect((await load(agent, 'bulk')).count).toBeNull();
  });

  test('of events shows the team’s with their owners, and opens the day of each', async () => {
    const own = await load(manager, 'today');
    expect(own).toMatchObject({ count: 1, list: { to: '/calendar' } });
    const ours = await load(manager, 'today', 'team');
    expect(ours).toMatchObject({ count: 2, list: null });
    expect(ours.rows.map(({ text, search }) => [text, search?.user])).toEqual([
      [expect.stringContaining('manager Tester'), undefined],
      [expect.stringContaining('agent Tester'), agent.userId],
    ]);
    expect((await load(company.people.admin, 'today', 'team')).count).toBe(3);
    expect((await load(agent, 'today', 'team')).count).toBe(1);
    // Events of a colleague who has left are nobody's day.
    const active = (value: boolean) =>
      server.operator.db.updateTable('users').set({ active: value }).where('id', '=', agent.userId).execute();
    await active(false);
    expect((await load(manager, 'today', 'team')).count).toBe(1);
    expect((await load(company.people.admin, 'today', 'team')).count).toBe(2);
    await active(true);
  });

  test('of imports and of bulk actions is of oneself or of the team', async () => {
    const add = (userId: number) =>
      insertId(server.operator.db, 'bulk_actions', {
        company_id: company.companyId,
        operation: 'update',
        asked_by: userId,
        selection: '{}',
        input: '{}',
        status: 'complete',
      });
    const [mine, agents] = [await add(manager.userId), await add(agent.userId)];
    const ids = async (scope: 'me' | 'team') => (await load(manager, 'bulk', scope)).rows.map(({ id }) => Number(id));
    expect(await ids('me')).toEqual([mine]);
    expect(await ids('team')).toEqual([agents, mine]);
    expect((await load(manager, 'bulk')).list?.search).toEqual({ of: 'me' });
    await agent.call(validateImport, { body: {}, files: { import_file: sheet } });
    await server.operator.db
      .updateTable('import_attempts')
      .set({ status: 'processing' })
      .where('asked_by', '=', agent.userId)
      .execute();
    expect([(await load(manager, 'imports')).count, (await load(manager, 'imports', 'team')).count]).toEqual([0, 1]);
    expect((await manager.call(listImportAttempts, { query: { tab: 'processing', of: 'me' } })).data).toEqual([]);
    await server.operator.db
      .updateTable('import_attempts')
      .set({ status: 'complete' })
      .where('asked_by', '=', agent.userId)
      .execute();
  });

  test('of the latest activity shows the contacts that somebody worked with last, and who', async () => {
    const own = await aCompany(server, {
      admin: {},
      manager: {},
      agent: { under: 'manager', holds: ['Shared'] },
      other: { role: 'agent' },
    });
    const { people } = own;
    let minutes = 90;
    const worked = async (by: Client, type: 'call' | 'meeting', outcome: 'reached' | 'held', columns: object) => {
      const id = await aContact(server, own.companyId, { first_name: 'Rosa', last_name: `${--minutes}`, ...columns });
      const at = new Date(Date.now() - minutes * 60_000).toISOString();
      await by.call(logContactActivity, { params: { id }, body: { type, outcome, at } });
      return id;
    };
    const mine = await worked(people.agent, 'call', 'reached', { owner_id: people.agent.userId });
    const pooled = await worked(people.admin, 'meeting', 'held', { pool_id: own.pools.Shared, owner_id: null });
    const managers = await worked(people.manager, 'meeting', 'held', { owner_id: people.manager.userId });
    const others = await worked(people.other, 'call', 'reached', { owner_id: people.other.userId });
    const gone = await worked(people.agent, 'call', 'reached', { owner_id: people.agent.userId });
    await server.operator.db.updateTable('contacts').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    const shown = async (client: Client, scope: 'me' | 'team') =>
      (await load(client, 'activity', scope)).rows.map(({ id }) => Number(id));
    expect(await shown(people.agent, 'me')).toEqual([pooled, mine]);
    expect(await shown(people.manager, 'me')).toEqual([managers]);
    expect(await shown(people.manager, 'team')).toEqual([managers, mine]);
    expect(await shown(people.admin, 'me')).toEqual([]);
    expect(await shown(people.admin, 'team')).toEqual([others, managers, pooled, mine]);
    const card = await load(people.agent, 'activity');
    expect(card).toMatchObject({ count: null, list: null });
    expect(card.rows.map(({ text }) => text)).toEqual(['Meeting, held · admin Tester', 'Call, reached · you']);
    expect(card.rows[1]).toMatchObject({ title: 'Rosa 89', href: `/contacts/${mine}` });
  });

  test('that does not exist, or is not for the user, is not found', async () => {
    const missing = { status: 404, code: 'not_found' };
    const refused = (client: Client, type: string) =>
      load(client, type).then(
        () => null,
        ({ status, code }) => ({ status, code }),
      );
    expect(await refused(agent, 'horoscope')).toEqual(missing);
    expect(await refused(company.people.basic, 'imports')).toEqual(missing);
  });
});

describe('the arrangement', () => {
  const namesOf = ({ cards }: { cards: { name: string }[] }) => cards.map(({ name }) => name);

  test('is the user’s own; cards that it does not name come last', async () => {
    const first = await agent.call(getDashboard, {});
    expect(namesOf(first)).toEqual([
      'today',
      'tasks',
      'untouched',
      'turning_65',
      'birthdays',
      'renewals',
      'replies',
      'imports',
      'sends',
      'bulk',
      'activity',
      'recent',
    ]);
    expect(first.has_team).toBe(false);
    expect((await manager.call(getDashboard, {})).has_team).toBe(true);
    const cards: CardLayout[] = [
      { name: 'recent', size: 'wide', hidden: false },
      { name: 'gone', size: 'wide', hidden: false },
      { name: 'bulk', size: 'small', hidden: true },
    ];
    const arranged = await agent.call(arrangeDashboard, { body: { cards } });
    expect(namesOf(arranged)).toEqual([
      'recent',
      'bulk',
      'today',
      'tasks',
      'untouched',
      'turning_65',
      'birthdays',
      'renewals',
      'replies',
      'imports',
      'sends',
      'activity',
    ]);
    expect(await agent.call(getDashboard, {})).toEqual(arranged);
    expect(arranged.cards[1]).toMatchObject({ name: 'bulk', hidden: true });
    expect((await agent.call(getMe, {})).dashboard_info.cards).toEqual([cards[0], cards[2]]);
    expect(namesOf(await manager.call(getDashboard, {}))[0]).toBe('today');
  });

  test('is changed card by card: what another screen has arranged meanwhile stays', async () => {
    const client = company.people.agent2;
    const change = (name: string, body: CallOf<typeof arrangeDashboardCard>['body']) =>
      client.call(arrangeDashboardCard, { params: { name }, body });
    await change('tasks', { hidden: true });
    await change('renewals', { position: 0, size: 'wide' });
    const both = await Promise.all([change('bulk', { position: 1 }), change('imports', { hidden: true })]);
    expect(both).toHaveLength(2);
    const { cards } = await client.call(getDashboard, {});
    expect(namesOf({ cards })).toEqual([
      'renewals',
      'bulk',
      'today',
      'tasks',
      'untouched',
      'turning_65',
      'birthdays',
      'replies',
      'imports',
      'sends',
      'activity',
      'recent',
    ]);
    expect(cards.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['tasks', 'imports']);
    expect(cards.filter(({ size }) => size === 'wide').map(({ name }) => name)).toEqual(['renewals']);
    await expect(change('horoscope', { hidden: true })).rejects.toMatchObject({ status: 404 });
    await expect(change('tasks', { position: -1 })).rejects.toMatchObject({ status: 422 });
  });

  test('keeps what the user chose for a card that they may not see for a while', async () => {
    const { basic } = company.people;
    const cards: CardLayout[] = [{ name: 'imports', size: 'wide', hidden: true }];
    await basic.call(arrangeDashboard, { body: { cards } });
    await expect(
      basic.call(arrangeDashboardCard, { params: { name: 'imports' }, body: { hidden: false } }),
    ).rejects.toMatchObject({ status: 404 });
    await basic.call(arrangeDashboardCard, { params: { name: 'tasks' }, body: { position: 0 } });
    expect((await basic.call(getMe, {})).dashboard_info.cards.at(-1)).toEqual(cards[0]);
  });

  test('shows only cards that the user may see, and links that they may follow', async () => {
    const { cards } = await company.people.basic.call(getDashboard, {});
    expect(namesOf({ cards })).not.toContain('imports');
    expect(cards.find(({ name }) => name === 'recent')?.empty.link).toBeNull();
  });
});
