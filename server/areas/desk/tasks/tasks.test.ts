// Tasks: who sets and sees them, when they are due, and how they follow their contact.
import { beforeAll, describe, expect, test } from 'vitest';
import { getBulkAction, undoBulkAction } from '#contract/bulk.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { mergeContacts } from '#contract/contactMerges.ts';
import { assignContactToMe, listContacts, updateContact } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import {
  cancelTask,
  completeTask,
  createTask,
  getTask,
  listContactTasks,
  listTasks,
  reopenTask,
  updateTask,
} from '#contract/tasks.ts';
import { transferContacts } from '#contract/transfers.ts';
import { openContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, send, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2' | 'agent3'>;
let admin: Client;
let manager: Client;
let agent: Client;
let agent2: Client;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, {
    admin: {},
    manager: {},
    agent: { under: 'manager', holds: ['Shared'] },
    agent2: { under: 'manager' },
    agent3: {},
  });
  ({ admin, manager, agent, agent2 } = company.people);
});

type Data = Omit<CallOf<typeof createTask>['body'], 'due_at'> & { due_at?: string };
const minute = 60_000;
const day = 24 * 60 * minute;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const aContactOf = (client: Client, last_name = 'Planned') =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa', last_name });
const set = (client: Client, id: number, data: Data = {}) =>
  client.call(createTask, { params: { id }, body: { due_at: at(-minute), ...data } });
const list = async (client: Client, query: CallOf<typeof listTasks>['query']) => client.call(listTasks, { query });
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
const openOf = async (client: Client, id: number) => (await client.call(listContactTasks, { params: { id }, query: {} })).data;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ status, code }) => ({ status, code }),
  );

describe('a task', () => {
  test('is set, changed, completed with the next one, opened again and cancelled, and the timeline tells it', async () => {
    const id = await aContactOf(agent);
    const task = await set(agent, id, { kind: 'text', note: 'Ask for the card' });
    expect(task).toMatchObject({
      contact: { id, name: 'Rosa Planned' },
      owner: { id: agent.userId, name: 'agent Tester' },
      kind: 'text',
      note: 'Ask for the card',
      done_at: null,
      done_by: null,
      version: 1,
      can: { update: true },
    });
    const due_at = at(day);
    const changed = await agent.call(updateTask, { params: { id: task.id }, body: { data: { due_at }, version: 1 } });
    expect(changed).toMatchObject({ kind: 'text', note: 'Ask for the card', version: 2 });
    expect(Date.parse(changed.due_at)).toBe(Date.parse(due_at));

    const next = { kind: 'meet' as const, due_at: at(7 * day) };
    const done = await agent.call(completeTask, { params: { id: task.id }, body: { version: 2, next } });
    expect(done).toMatchObject({ task: { done_by: { id: agent.userId } }, next: { kind: 'meet', done_at: null } });
    expect((await openContact(agent, id)).next_step).toMatchObject({ id: done.next?.id, kind: 'meet' });
    expect(await agent.call(reopenTask, { params: { id: task.id }, body: {} })).toMatchObject({ done_at: null, done_by: null });
    await agent.call(cancelTask, { params: { id: done.next?.id ?? 0 }, query: {} });
    expect(idsOf({ data: await openOf(agent, id) })).toEqual([task.id]);

    const { data } = await agent.call(listContactTimeline, { params: { id }, query: { kind: 'tasks' } });
    expect(data.map(({ action }) => action)).toEqual([
      'task_cancelled',
      'task_reopened',
      'task_set',
      'task_done',
      'task_changed',
      'task_set',
    ]);
  });

  test('that somebody changed in the meantime is not changed, completed, cancelled or opened again unseen', async () => {
    const task = await set(agent, await aContactOf(agent));
    await manager.call(updateTask, { params: { id: task.id }, body: { data: { note: 'Theirs' } } });
    const stale = { status: 409, code: 'tasks.stale' };
    const body = { data: { note: 'Mine' }, version: 1 };
    expect(await refusal(agent.call(updateTask, { params: { id: task.id }, body }))).toEqual(stale);
    expect(await refusal(agent.call(completeTask, { params: { id: task.id }, body: { version: 1 } }))).toEqual(stale);
    expect(await refusal(agent.call(cancelTask, { params: { id: task.id }, query: { version: 1 } }))).toEqual(stale);
    const answer = await send(server.app, agent.headers, updateTask, { params: { id: task.id }, body });
    expect(answer.json()).toMatchObject({ data: { current: { id: task.id, note: 'Theirs', version: 2 } } });
    // The list and the contact's page know the version, too.
    const { next_step } = await openContact(agent, task.contact.id);
    expect(next_step).toMatchObject({ version: 2, owner_id: agent.userId });
    expect(await agent.call(updateTask, { params: { id: task.id }, body: { ...body, version: 2 } })).toMatchObject({
      note: 'Mine',
    });
    await agent.call(completeTask, { params: { id: task.id }, body: { version: 3 } });
    const reopen = (version: number) => agent.call(reopenTask, { params: { id: task.id }, body: { version } });
    expect(await refusal(reopen(3))).toEqual(stale);
    expect(await reopen(4)).toMatchObject({ done_at: null, version: 5 });
    await agent.call(cancelTask, { params: { id: task.id }, query: { version: 5 } });
    expect(await openOf(agent, task.contact.id)).toEqual([]);
  });

  test('that is done is followed by a step of the contact’s owner, in a pool of the user, or of the user who says so', async () => {
    const id = await aContactOf(agent);
    const next = { due_at: at(day) };
    const complete = async (client: Client, task: { id: number }, body: CallOf<typeof completeTask>['body']) =>
      (await client.call(completeTask, { params: { id: task.id }, body })).next?.owner.id;
    expect(await complete(manager, await set(agent, id), { next })).toBe(agent.userId);
    expect(await complete(manager, await set(agent, id), { next: { ...next, for: 'me' } })).toBe(manager.userId);
    const own = await set(manager, id, { for: 'me' });
    expect(own).toMatchObject({ owner: { id: manager.userId }, contact: { owner: { id: agent.userId } } });
    expect(await complete(manager, own, { next })).toBe(agent.userId);
    // In a pool the step of one user does not become another's unseen.
    const shared = await aContact(server, company.companyId, { pool_id: company.pools.Shared ?? 0, owner_id: null });
    expect(await complete(admin, await set(agent, shared), { next })).toBe(admin.userId);
    // An owner who has left gets nothing to do.
    const active = (value: boolean) =>
      server.operator.db.updateTable('users').set({ active: value }).where('id', '=', agent.userId).execute();
    await active(false);
    expect(await complete(manager, await set(manager, id, { for: 'me' }), { next })).toBe(manager.userId);
    expect((await set(manager, id)).owner.id).toBe(manager.userId);
    await active(true);
  });

  test('that is opened again goes to the contact’s owner if its person no longer reaches the contact', async () => {
    const id = await aContactOf(agent);
    const reopen = async (task: { id: number }) => (await admin.call(reopenTask, { params: { id: task.id }, body: {} })).owner.id;
    const done = async (client: Client) => {
      const task = await set(client, id, { for: 'me' });
      await client.call(completeTask, { params: { id: task.id }, body: {} });
      return task;
    };
    const [agents, managers] = [await done(agent), await done(manager)];
    await manager.call(updateContact, { params: { id }, body: { owner_id: agent2.userId } });
    expect(await reopen(agents)).toBe(agent2.userId);
    expect(await reopen(managers)).toBe(manager.userId);
    const [entry] = (await admin.call(listContactTimeline, { params: { id }, query: { kind: 'tasks' } })).data;
    expect(entry).toMatchObject({ action: 'task_reopened' });
  });

  test('is read by its id, open or done, by users who reach its contact', async () => {
    const task = await set(agent, await aContactOf(agent), { note: 'By address' });
    const params = { id: task.id };
    expect(await agent.call(getTask, { params })).toEqual(task);
    expect(await manager.call(getTask, { params })).toEqual(task);
    expect(await refusal(agent2.call(getTask, { params }))).toEqual({ status: 404, code: 'not_found' });
    await agent.call(completeTask, { params, body: {} });
    expect(await agent.call(getTask, { params })).toMatchObject({ done_by: { id: agent.userId } });
  });

  test('that is done cannot be done, changed or cancelled, and an open one cannot be opened', async () => {
    const task = await set(agent, await aContactOf(agent));
    const params = { id: task.id };
    const missing = { status: 404, code: 'not_found' };
    expect(await refusal(agent.call(reopenTask, { params, body: {} }))).toEqual(missing);
    await agent.call(completeTask, { params, body: {} });
    expect(await refusal(agent.call(completeTask, { params, body: {} }))).toEqual(missing);
    expect(await refusal(agent.call(updateTask, { params, body: { data: { note: 'x' } } }))).toEqual(missing);
    expect(await refusal(agent.call(cancelTask, { params, query: {} }))).toEqual(missing);
  });

  test('does not exist for users who do not reach its contact', async () => {
    const id = await aContactOf(agent);
    const task = await set(agent, id);
    const missing = { status: 404, code: 'not_found' };
    expect(await refusal(agent2.call(listContactTasks, { params: { id }, query: {} }))).toEqual(missing);
    expect(await refusal(set(agent2, id))).toEqual(missing);
    expect(await refusal(agent2.call(completeTask, { params: { id: task.id }, body: {} }))).toEqual(missing);
  });
});

describe('the lists', () => {
  test('show what is due first to last, what comes later, and what was done', async () => {
    const own = await aCompany(server, { agent: {} });
    const client = own.people.agent;
    const contact = await aContact(server, own.companyId, { owner_id: client.userId });
    const [late, later, soon, done] = [
      await set(client, contact, { due_at: at(-minute) }),
      await set(client, contact, { due_at: at(9 * day) }),
      await set(client, contact, { due_at: at(2 * day) }),
      await set(client, contact, { due_at: at(-3 * day) }),
    ];
    const later2 = await set(client, contact, { due_at: at(-5 * day) });
    await client.call(completeTask, { params: { id: done.id }, body: {} });
    expect(idsOf(await list(client, {}))).toEqual([later2.id, late.id]);
    expect(idsOf(await list(client, { tab: 'upcoming' }))).toEqual([soon.id, later.id]);
    expect(idsOf(await list(client, { tab: 'open' }))).toEqual([later2.id, late.id, soon.id, later.id]);
    expect(idsOf(await list(client, { tab: 'done' }))).toEqual([done.id]);
    const second = await list(client, { tab: 'open', page: 2, limit: 3 });
    expect(idsOf(second)).toEqual([later.id]);
    expect(second.meta).toEqual({ page: 2, limit: 3, total_count: 4, total_pages: 2, total_capped: false });
  });

  test('are of oneself, of a user in reach, or of everyone in reach', async () => {
    const own = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
    const { people } = own;
    const owned = async (client: Client) => set(client, await aContact(server, own.companyId, { owner_id: client.userId }));
    const [mine, below, other] = [await owned(people.manager), await owned(people.agent), await owned(people.agent2)];
    expect(idsOf(await list(people.manager, { of: 'me' }))).toEqual([mine.id]);
    expect(idsOf(await list(people.manager, { of: people.agent.userId }))).toEqual([below.id]);
    expect(idsOf(await list(people.manager, { of: 'team' })).toSorted()).toEqual([mine.id, below.id].toSorted());
    expect(idsOf(await list(people.admin, { of: 'team' })).toSorted()).toEqual([mine.id, below.id, other.id].toSorted());
    expect(await refusal(list(people.manager, { of: people.agent2.userId }))).toEqual({ status: 422, code: 'invalid' });
  });

  test('of contacts: the next step is the earliest open task; it filters and orders', async () => {
    const own = await aCompany(server, { agent: {} });
    const client = own.people.agent;
    const add = () => aContact(server, own.companyId, { owner_id: client.userId });
    const [none, soon, late, later] = [await add(), await add(), await add(), await add()];
    await set(client, soon, { due_at: at(3 * day) });
    await set(client, late, { due_at: at(20 * day) });
    await set(client, late, { due_at: at(-minute), kind: 'meet' });
    await set(client, later, { due_at: at(30 * day) });
    const found = async (scope: ContactsScopeInput) =>
      (await client.call(listContacts, { body: { contacts_scope: scope } })).data;
    const by = async (operator: 'any_of' | 'none_of' | 'is_empty' | 'is_not_empty', value: string[] | null = null) =>
      (await found({ search: [{ field: 'next_step', operator, value }], order_field: 'next_step' })).map(({ id }) => id);
    expect(await by('any_of', ['overdue'])).toEqual([late]);
    expect(await by('any_of', ['week'])).toContain(soon);
    expect(await by('any_of', ['overdue', 'later'])).toEqual([late, later]);
    expect(await by('none_of', ['later'])).toEqual([soon, none]);
    expect(await by('is_empty')).toEqual([none]);
    expect(await by('is_not_empty')).toEqual([late, soon, later]);
    const rows = await found({ order_field: 'next_step' });
    expect(rows.map(({ id }) => id)).toEqual([late, soon, later, none]);
    expect(rows[0]?.next_step).toMatchObject({ kind: 'meet' });
    expect(rows[3]?.next_step).toBeNull();
    expect(await refusal(by('any_of', ['tomorrow']))).toEqual({ status: 422, code: 'invalid' });
  });
});

describe('open tasks follow their contact', () => {
  const ownerOf = async (contactId: number) => (await openOf(admin, contactId)).map(({ owner }) => owner.id);

  test('to the new owner, also those that others set; done ones stay', async () => {
    const id = await aContactOf(agent);
    const done = await set(agent, id);
    await agent.call(completeTask, { params: { id: done.id }, body: {} });
    await set(agent, id);
    await set(manager, id, { for: 'me' });
    expect(await ownerOf(id)).toEqual([agent.userId, manager.userId]);
    await manager.call(updateContact, { params: { id }, body: { owner_id: agent2.userId } });
    expect(await ownerOf(id)).toEqual([agent2.userId, agent2.userId]);
    expect(idsOf(await list(admin, { tab: 'done', of: agent.userId }))).toContain(done.id);
  });

  test('through a transfer', async () => {
    const id = await aContactOf(agent);
    const task = await set(agent, id);
    await manager.call(transferContacts, { body: { ids: [id], owner_id: agent2.userId } });
    await until(async () => (await ownerOf(id))[0] === agent2.userId);
    expect(idsOf(await list(agent2, { tab: 'due' }))).toContain(task.id);
    expect(idsOf(await list(agent, { tab: 'due' }))).not.toContain(task.id);
  });

  test('not where only a tag was given and taken back', async () => {
    const id = await aContactOf(agent);
    const task = await set(manager, id, { for: 'me' });
    const tag = await aTag(server, company.companyId, 'once');
    const ended = (action: number) =>
      until(async () => (await manager.call(getBulkAction, { params: { id: action } })).status === 'complete');
    const given = await manager.call(updateTagsGroup, { body: { ids: [id], tags: [tag] } });
    await ended(given.id);
    const undone = await manager.call(undoBulkAction, { params: { id: given.id } });
    await ended(undone.id);
    expect((await openOf(admin, id)).map(({ id, owner }) => [id, owner.id])).toEqual([[task.id, manager.userId]]);
  });

  test('out of a pool to the person who takes it', async () => {
    const id = await aContact(server, company.companyId, { pool_id: company.pools.Shared ?? 0, owner_id: null });
    await set(admin, id);
    expect(await ownerOf(id)).toEqual([admin.userId]);
    await agent.call(assignContactToMe, { params: { id } });
    expect(await ownerOf(id)).toEqual([agent.userId]);
  });

  test('into a merge, to the owner of the contact that stays', async () => {
    const [stays, goes] = [await aContactOf(agent), await aContactOf(agent2)];
    const task = await set(agent2, goes);
    await manager.call(mergeContacts, { body: { ids: [stays, goes], survivor_id: stays, fields: { holder: stays } } });
    expect(await openOf(agent, stays)).toMatchObject([{ id: task.id, owner: { id: agent.userId } }]);
  });
});
