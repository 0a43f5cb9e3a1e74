// Merging contacts and taking it back, through HTTP.

import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { getBulkAction, listKeptByUndo, undoBulkAction } from '#contract/bulk.ts';
import { restoreContacts } from '#contract/contactActions.ts';
import { createContactNote, listContactNotes, listContactTimeline, updateContactNoteEntry } from '#contract/contactHistory.ts';
import { mergeByRule, mergeContacts, previewMerge, previewMergeByRule, unmergeContacts } from '#contract/contactMerges.ts';
import { createContact, getContact, listContacts, updateContact } from '#contract/contacts.ts';
import { dismissDuplicates } from '#contract/duplicates.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { createPolicy, updatePolicy } from '#contract/policies.ts';
import { deleteStatus } from '#contract/reference.ts';
import { deactivateUser } from '#contract/userAdmin.ts';
import { openContact, storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'basic'>;
let admin: Client;
let agent: Client;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, agent: { holds: ['House'] }, agent2: {}, basic: {} });
  ({ admin, agent } = company.people);
});

type Row = Parameters<typeof aContact>[2];
const add = (row: Row = {}) =>
  aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'M', last_name: 'Merge', ...row });
const merge = (ids: number[], more: Omit<CallOf<typeof mergeContacts>['body'], 'ids'> = {}, client = agent) =>
  client.call(mergeContacts, { body: { ids, ...more } });
const unmerge = (id: number, client = agent) => client.call(unmergeContacts, { params: { id } });
const notesOf = async (id: number) =>
  (await agent.call(listContactNotes, { params: { id }, query: {} })).data.map(({ body }) => body).toSorted();
const note = (id: number, body: string) => agent.call(createContactNote, { params: { id }, body: { body } });

test('a merge and its undo follow the policies that move', async () => {
  const [stays, goes] = [await add(), await add()];
  const pending = { params: { id: goes }, body: { data: { product: 'Term 20', status: 'pending' as const } } };
  const { id: policyId } = await agent.call(createPolicy, pending);
  await merge([stays, goes], { survivor_id: stays });
  await agent.call(updatePolicy, { params: { id: stays, policyId }, body: { data: { status: 'in_force' } } });
  const kinds = async () => [(await openContact(agent, stays)).kind, (await openContact(agent, goes)).kind];
  expect((await openContact(agent, stays)).kind).toBe('client');
  const { data } = await agent.call(listContactTimeline, { params: { id: stays }, query: {} });
  await unmerge(data.find(({ merge: one }) => one)?.merge?.id ?? 0);
  expect(await kinds()).toEqual(['lead', 'client']);
});

test('the preview reads; merging waits for its locks, and a deadlock is a conflict to try again', async () => {
  const ids = [await add(), await add()];
  const other = new pg.Client({ connectionString: server.url });
  await other.connect();
  await other.query(`set deadlock_timeout = '1min'`); // so that the call finds it first
  await other.query('begin');
  await other.query('select from contacts where id = $1 for update', [ids[1]]);
  expect((await agent.call(previewMerge, { body: { ids } })).survivor_id).toBe(ids[0]);
  const merging = merge(ids).catch((refused: unknown) => refused);
  const waiting = `select from pg_stat_activity where usename = 'steward_app' and datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await other.query(waiting)).rowCount);
  await other.query('select from contacts where id = $1 for update', [ids[0]]);
  expect(await merging).toMatchObject({
    status: 409,
    code: 'conflict',
    problem: { detail: expect.stringContaining('Try again') },
  });
  await other.query('rollback');
  await other.end();
});

test('two merges of contacts that are linked crosswise wait for one another, and their undos do', async () => {
  const [[a1, a2, a3], [b1, b2, b3]] = [
    [await add(), await add(), await add()],
    [await add(), await add(), await add()],
  ];
  const [x, y] = [await add(), await add()];
  const links: [number, number][] = [[a2, b2], [b3, a3], [a3, x], [b2, y]]; // biome-ignore format: one line
  const ids: number[] = [];
  for (const [contact_id, other_contact_id] of links) {
    const link = { company_id: company.companyId, contact_id, other_contact_id, relation: 'spouse' };
    ids.push((await server.operator.db.insertInto('contact_links').values(link).returning('id').executeTakeFirstOrThrow()).id);
  }
  const [gate, look] = [new pg.Client({ connectionString: server.url }), new pg.Client({ connectionString: server.url })];
  await Promise.all([gate.connect(), look.connect()]);
  // Not through the gate: a transaction sees the activity as it was at its first look.
  const waiting = `select from pg_stat_activity where usename = 'steward_app' and datname = current_database() and wait_event_type = 'Lock'`;
  /** Both stand at the last two links before they go on: without an order each holds what the other needs. */
  const atOnce = async <T>(calls: (() => Promise<T>)[]) => {
    await gate.query('begin');
    await gate.query('select from contact_links where id = any($1) for update', [ids.slice(2)]);
    const answers = calls.map((call) => call());
    await until(async () => (await look.query(waiting)).rowCount === calls.length);
    await gate.query('rollback');
    return Promise.all(answers);
  };
  const merged = await atOnce([
    () => merge([a1, a2, a3], { survivor_id: a1 }),
    () => merge([b1, b2, b3], { survivor_id: b1 }, admin),
  ]);
  const pairs = async () =>
    (await server.operator.db.selectFrom('contact_links').selectAll().where('id', 'in', ids).orderBy('id').execute()).map(
      ({ contact_id, other_contact_id }) => [contact_id, other_contact_id],
    );
  expect(await pairs()).toEqual([[a1, b1], [b1, a1], [a1, x], [b1, y]]); // biome-ignore format: one line
  const [first = 0, second = 0] = merged.map(({ merge_id }) => merge_id);
  await atOnce([() => unmerge(first), () => unmerge(second, admin)]);
  expect(await pairs()).toEqual(links);
  await Promise.all([gate.end(), look.end()]);
});

describe('merging', () => {
  test('combines phones, e-mails, tags, standing notes and wishes, and moves notes', async () => {
    const [tag, other] = [
      await aTag(server, company.companyId, crypto.randomUUID()),
      await aTag(server, company.companyId, crypto.randomUUID()),
    ];
    const one = await add({ phone: '3055550101', email: 'one@example.com', tags: [tag], note: 'Likes tea', city: 'Miami' });
    const two = await add({
      phone: '3055550102',
      emails: [{ address: 'ONE@example.com', state: 'verified' }],
      tags: [other],
      note: 'Calls back',
      do_not_call: true,
      occupation: 'Nurse',
    });
    await note(one, 'Of one');
    await note(two, 'Of two');
    const { contact } = await merge([one, two]);
    expect(contact).toMatchObject({
      id: one,
      city: 'Miami',
      occupation: 'Nurse',
      phones: [{ number: '3055550101' }, { number: '3055550102' }],
      emails: [{ address: 'ONE@example.com', state: 'verified' }],
      note: 'Likes tea\nCalls back',
      do_not_call: true,
    });
    expect(contact.tags.map(({ id }) => id).toSorted()).toEqual([tag, other].toSorted());
    expect(await notesOf(one)).toEqual(['Of one', 'Of two']);
  });

  test('takes each field from the contact that was chosen for it', async () => {
    const [one, two] = [
      await add({ first_name: 'Robert', city: 'Miami', state: 'FL' }),
      await add({ first_name: 'Bob', address: '1 Oak St', city: 'Reno', state: 'NV' }),
    ];
    const preview = await agent.call(previewMerge, { body: { ids: [one, two] } });
    expect(preview.survivor_id).toBe(one);
    expect(preview.fields).toContainEqual({ field: 'address', from: two, differs: true });
    expect(preview.fields).toContainEqual({ field: 'last_name', from: one, differs: false });
    const { contact } = await merge([one, two], { survivor_id: two, fields: { first_name: one, address: one } });
    expect(contact).toMatchObject({ id: two, first_name: 'Robert', address: '', city: 'Miami', state: 'FL' });
  });

  test('gives an address back whole, or not at all', async () => {
    const [one, two] = [
      await add({ address: '1 Oak St', city: 'Miami', state: 'FL', zip_code: '33101' }),
      await add({ address: '2 Elm St', city: 'Reno', state: 'NV', zip_code: '89501' }),
    ];
    const { merge_id } = await merge([one, two], { survivor_id: one, fields: { address: two } });
    await agent.call(updateContact, { params: { id: one }, body: { city: 'Sparks' } });
    await unmerge(merge_id);
    expect(await storedContact(server, one)).toMatchObject({
      address: '2 Elm St',
      city: 'Sparks',
      state: 'NV',
      zip_code: '89501',
    });
  });

  test('moves a sealed Medicare number as it is, and gives back the one that it replaced', async () => {
    const create = async (medicare_number: string) =>
      (await agent.call(createContact, { body: { last_name: 'Sealed', medicare_number } })).id;
    const [one, two] = [await create('1EG4-TE5-MK73'), await create('1EG4-TE5-MK72')];
    const numberOf = async (id: number) => (await openContact(agent, id)).medicare_number;
    const { merge_id, contact } = await merge([one, two], { fields: { medicare_number: two } });
    expect(contact.medicare_number).toMatch(/MK72$/);
    await unmerge(merge_id);
    expect([await numberOf(one), await numberOf(two)]).toEqual([expect.stringMatching(/MK73$/), expect.stringMatching(/MK72$/)]);
  });

  test('leaves an id that opens the one that stayed, also through two merges and for others who reach that one', async () => {
    const [one, two, three] = [await add(), await add(), await add({ kind: 'client' })];
    await merge([one, two]);
    await merge([one, three]);
    expect((await openContact(agent, two)).id).toBe(three);
    expect((await openContact(admin, one)).id).toBe(three);
    await expect(openContact(company.people.agent2, two)).rejects.toMatchObject({ status: 404 });
    const deleted = await agent.call(listContacts, { body: { contacts_scope: { contact_group: 'deleted' } } });
    expect(deleted.data.map(({ id }) => id)).not.toContain(two);
  });

  test('is no deletion that “restore” could take back', async () => {
    const [one, two] = [await add(), await add()];
    await merge([one, two]);
    const { id } = await agent.call(restoreContacts, { body: { ids: [two] } });
    await until(async () => (await agent.call(getBulkAction, { params: { id } })).finished_at);
    expect(await storedContact(server, two)).toMatchObject({ merged_into: one, deleted_at: expect.any(String) });
  });

  test('tells the history of both on the one that stayed, with who merged what', async () => {
    const [one, two] = [await add({ first_name: 'Ann' }), await add({ first_name: 'Anne' })];
    await agent.call(updateContact, { params: { id: two }, body: { city: 'Ocala' } });
    const { merge_id } = await merge([one, two]);
    const told = async () => (await agent.call(listContactTimeline, { params: { id: one }, query: {} })).data;
    const entries = await told();
    expect(entries.map(({ action }) => action)).toEqual(['merged', 'updated']);
    expect(entries[0]?.merge).toEqual({ id: merge_id, contacts: [{ id: two, name: 'Anne Merge' }], can_undo: true });
    await unmerge(merge_id);
    expect((await told()).map(({ action, merge: of }) => [action, of?.can_undo])).toEqual([
      ['unmerged', undefined],
      ['merged', false],
    ]);
  });

  test('is refused out of reach, for deleted contacts, for one alone and without permission', async () => {
    const [mine, theirs, gone] = [
      await add(),
      await add({ owner_id: company.people.agent2.userId }),
      await add({ deleted_at: new Date() }),
    ];
    await expect(merge([mine, theirs])).rejects.toMatchObject({ status: 404 });
    await expect(merge([mine, gone])).rejects.toMatchObject({ code: 'conflict' });
    await expect(merge([mine])).rejects.toMatchObject({ status: 422 });
    await expect(merge([mine, mine])).rejects.toMatchObject({ status: 422 });
    await expect(merge([mine, theirs], { survivor_id: gone })).rejects.toMatchObject({ status: 422 });
    await expect(merge([mine, theirs], { fields: { search: mine } })).rejects.toMatchObject({ status: 422 });
    await expect(merge([mine, theirs], {}, company.people.basic)).rejects.toMatchObject({ status: 403 });
    expect((await merge([mine, theirs], {}, admin)).contact.id).toBe(mine);
  });
});

describe('taking a merge back', () => {
  test('keeps what somebody changed since, and lists it', async () => {
    const [one, two] = [await add({ city: 'Miami' }), await add({ occupation: 'Nurse', preferred_name: 'Em' })];
    await note(two, 'Of two');
    const { merge_id } = await merge([one, two]);
    await admin.call(updateContact, { params: { id: one }, body: { occupation: 'Pilot', city: 'Tampa' } });
    const [moved] = (await agent.call(listContactNotes, { params: { id: one }, query: {} })).data;
    await agent.call(updateContactNoteEntry, { params: { id: one, noteId: moved?.id ?? 0 }, body: { body: 'Of two, edited' } });
    await note(one, 'Since');
    expect(await unmerge(merge_id)).toEqual({
      survivor_id: one,
      restored: [{ id: two, name: 'M Merge' }],
      kept: [{ field: 'occupation', changed_by: { id: admin.userId, name: 'admin Tester' }, changed_at: expect.any(String) }],
    });
    expect(await openContact(agent, one)).toMatchObject({ occupation: 'Pilot', city: 'Tampa', preferred_name: '' });
    expect(await openContact(agent, two)).toMatchObject({
      id: two,
      occupation: 'Nurse',
      preferred_name: 'Em',
      can: { update: true },
    });
    expect([await notesOf(one), await notesOf(two)]).toEqual([['Since'], ['Of two, edited']]);
  });

  test('works once, for those who reach the contact, and the last merge first', async () => {
    const [one, two, three] = [await add(), await add(), await add({ kind: 'client' })];
    const first = await merge([one, two]);
    const second = await merge([one, three]);
    await expect(unmerge(first.merge_id, company.people.agent2)).rejects.toMatchObject({ status: 404 });
    await expect(unmerge(first.merge_id)).rejects.toMatchObject({ code: 'merges.merged_again' });
    await unmerge(second.merge_id);
    await unmerge(first.merge_id);
    await expect(unmerge(first.merge_id)).rejects.toMatchObject({ code: 'merges.nothing_to_undo' });
    await server.operator.db
      .updateTable('contact_merges')
      .set({ undone_at: null, created_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('id', '=', first.merge_id)
      .execute();
    await expect(unmerge(first.merge_id)).rejects.toMatchObject({ code: 'merges.nothing_to_undo' });
  });

  test('gives a contact whose owner has left since to the owner of the one that stayed', async () => {
    const office = await aCompany(server, { admin: {}, agent: {} });
    const { admin: chief, agent: leaver } = office.people;
    const of = ({ userId }: Client) => aContact(server, office.companyId, { owner_id: userId, last_name: 'Orphan' });
    const [stays, away] = [await of(chief), await of(leaver)];
    const { merge_id } = await merge([stays, away], { survivor_id: stays, fields: { holder: stays } }, chief);
    await chief.call(deactivateUser, { params: { id: leaver.userId }, query: {} });
    await unmerge(merge_id, chief);
    expect(await storedContact(server, away)).toMatchObject({ owner_id: chief.userId, merged_into: null, deleted_at: null });
  });

  test('leaves a status whose former one was deleted since', async () => {
    const [former, now] = [
      await aStatus(server, company.companyId, crypto.randomUUID()),
      await aStatus(server, company.companyId, crypto.randomUUID()),
    ];
    const [one, two] = [await add({ status_id: former }), await add({ status_id: now })];
    const { merge_id } = await merge([one, two], { fields: { status_id: two } });
    await admin.call(deleteStatus, { params: { id: former }, query: {} });
    expect((await unmerge(merge_id)).kept.map(({ field }) => field)).toEqual(['status_id']);
    expect((await storedContact(server, one)).status_id).toBe(now);
  });
});

/** All that belongs to these contacts, but for versions and their history. */
async function everythingOf(ids: number[]) {
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(server.operator.db)).rows;
  return {
    contacts: await rows(
      sql`select to_jsonb(c) - 'version' - 'updated_at' as is from contacts c where id = any(${ids}::bigint[]) order by id`,
    ),
    values: await rows(
      sql`select * from contact_field_values where contact_id = any(${ids}::bigint[]) order by contact_id, field_id`,
    ),
    notes: await rows(sql`select * from contact_notes where contact_id = any(${ids}::bigint[]) order by id`),
  };
}

test('merging and taking it back changes nothing, whatever the contacts hold and whatever was chosen', async () => {
  const { db } = server.operator;
  const newField = (type: string) =>
    db
      .insertInto('custom_fields')
      .values({ company_id: company.companyId, name: crypto.randomUUID(), type })
      .returning('id')
      .executeTakeFirstOrThrow();
  const fields = [(await newField('text')).id, (await newField('text')).id];
  const tags = [
    await aTag(server, company.companyId, crypto.randomUUID()),
    await aTag(server, company.companyId, crypto.randomUUID()),
  ];
  const statuses = [
    await aStatus(server, company.companyId, crypto.randomUUID()),
    await aStatus(server, company.companyId, crypto.randomUUID()),
  ];
  const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
  const aRow = fc.record({
    first_name: oneOf('', 'Ann', 'ANN', 'Anne'),
    last_name: oneOf('Lee', 'LEE'),
    kind: oneOf('lead' as const, 'client' as const),
    birth_date: oneOf(null, '1950-01-02', '1960-02-03'),
    address: oneOf('', '1 Oak St', '1 Oak St Apt 2'),
    city: oneOf('', 'Reno'),
    note: oneOf('', 'Tea', 'Coffee ', 'Tea\nMilk'),
    tobacco_user: oneOf(null, true, false),
    do_not_text: fc.boolean(),
    status_id: oneOf(null, ...statuses),
    tags: fc.subarray(tags),
    pooled: fc.boolean(),
    phones: fc.uniqueArray(oneOf('3055550101', '3055550102', '3055550103')),
    emails: fc.uniqueArray(oneOf('a@example.com', 'A@example.com', 'b@example.com')),
    verified: fc.boolean(),
    medicare: oneOf('', '1EG4-TE5-MK72', '1EG4-TE5-MK73'),
    custom: fc.uniqueArray(fc.record({ field: oneOf(...fields), text: oneOf('x', 'y') }), { selector: ({ field }) => field }),
    notes: fc.integer({ min: 0, max: 2 }),
  });
  const aChoice = fc.record({
    field: oneOf('first_name', 'address', 'phones', 'holder', 'medicare_number', 'status_id', `custom:${fields[0]}`),
    from: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRow, { minLength: 2, maxLength: 4 }),
      fc.nat(9),
      fc.array(aChoice),
      async (rows, survivor, choices) => {
        const ids: number[] = [];
        for (const { pooled, phones, emails, verified, medicare, custom, notes, ...row } of rows) {
          const id = await add({
            ...row,
            ...(pooled && { owner_id: null, pool_id: company.pools.House ?? 0 }),
            phones: phones.map((number) => ({ type: 2, number })),
            emails: emails.map((address) => ({ address, state: verified ? 'verified' : 'unverified' })),
          });
          ids.push(id);
          if (medicare) await agent.call(updateContact, { params: { id }, body: { medicare_number: medicare } });
          for (const { field, text } of custom)
            await db
              .insertInto('contact_field_values')
              .values({ company_id: company.companyId, contact_id: id, field_id: field, text_value: text })
              .execute();
          for (let nth = 0; nth < notes; nth++) await note(id, `Note ${nth}`);
        }
        const pick = (at: number) => ids[at % ids.length] ?? 0;
        const before = await everythingOf(ids);
        const { merge_id } = await merge(ids, {
          survivor_id: pick(survivor),
          fields: Object.fromEntries(choices.map(({ field, from }) => [field, pick(from)])),
        });
        for (const id of ids) expect((await openContact(agent, id)).id).toBe(pick(survivor));
        const { kept, restored } = await unmerge(merge_id);
        expect({ kept, restored: restored.length }).toEqual({ kept: [], restored: ids.length - 1 });
        expect(await everythingOf(ids)).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

describe('merging by rule', () => {
  const finished = (client: Client, id: number) =>
    until(async () => {
      const action = await client.call(getBulkAction, { params: { id } });
      return action.finished_at ? action : null;
    });

  test('merges every group that nothing speaks against, as its preview said, and is undone as one action', async () => {
    const crowd = await aCompany(server, { agent: {} });
    const owner = crowd.people.agent;
    const row = (columns: Row) => aContact(server, crowd.companyId, { owner_id: owner.userId, ...columns });
    const ids: number[] = [];
    for (const [nth, last_name] of ['Abel', 'Bond', 'Carr'].entries())
      for (let copies = 0; copies < 3; copies++) ids.push(await row({ first_name: 'A', last_name, phone: `305555010${nth}` }));
    const spouses = [
      await row({ first_name: 'X', last_name: 'Pair', email: 'pair@example.com' }),
      await row({ first_name: 'Y', last_name: 'Pair', email: 'pair@example.com' }),
    ];
    const apart = [
      await row({ first_name: 'S', last_name: 'Junior', email: 's@example.com', birth_date: '1950-01-01' }),
      await row({ first_name: 'S', last_name: 'Junior', email: 's@example.com', birth_date: '1980-01-01' }),
    ];
    const everyone = [...ids, ...spouses, ...apart];
    const before = await everythingOf(everyone);
    const body = { same_name: true };
    expect(await owner.call(previewMergeByRule, { body })).toEqual({ groups: 3, contacts: 6, left: 1 });
    const started = await owner.call(mergeByRule, { body });
    const action = await finished(owner, started.id);
    expect(action).toMatchObject({ operation: 'merge', status: 'complete', total: 3, changed: 3, kept: 0, can: { undo: true } });
    const alive = await owner.call(listContacts, { body: {} });
    expect(alive.data).toHaveLength(3 + spouses.length + apart.length);
    expect(await owner.call(getContact, { params: { id: ids[1] ?? 0 }, query: {} })).toMatchObject({ id: ids[0] });

    await owner.call(updateContact, { params: { id: ids[0] ?? 0 }, body: { city: 'Since' } });
    const undo = await owner.call(undoBulkAction, { params: { id: action.id } });
    expect(await finished(owner, undo.id)).toMatchObject({ status: 'complete', total: 3, changed: 3, kept: 0 });
    await owner.call(updateContact, { params: { id: ids[0] ?? 0 }, body: { city: '' } });
    expect(await everythingOf(everyone)).toEqual(before);
  });

  test('of groups that share a contact merges the first, as its preview said', async () => {
    const crowd = await aCompany(server, { agent: {} });
    const owner = crowd.people.agent;
    const row = (columns: Row) => aContact(server, crowd.companyId, { owner_id: owner.userId, last_name: 'Chain', ...columns });
    const ids = [
      await row({ phone: '3055550101' }),
      await row({ phone: '3055550101', email: 'two@example.com' }),
      await row({ email: 'two@example.com' }),
    ];
    expect(await owner.call(previewMergeByRule, { body: {} })).toEqual({ groups: 1, contacts: 1, left: 1 });
    const action = await finished(owner, (await owner.call(mergeByRule, { body: {} })).id);
    expect(action).toMatchObject({ total: 1, changed: 1 });
    const merged = await Promise.all(ids.map(async (id) => (await storedContact(server, id)).merged_into));
    expect(merged).toEqual([null, ids[0], null]);
  });

  test('leaves a group of which a person told two contacts apart', async () => {
    const crowd = await aCompany(server, { agent: {} });
    const owner = crowd.people.agent;
    const row = () => aContact(server, crowd.companyId, { owner_id: owner.userId, last_name: 'Twin', phone: '3055550109' });
    const twins = [await row(), await row()];
    await owner.call(dismissDuplicates, { body: { ids: twins } });
    await row();
    expect(await owner.call(previewMergeByRule, { body: {} })).toEqual({ groups: 0, contacts: 0, left: 1 });
    expect(await finished(owner, (await owner.call(mergeByRule, { body: {} })).id)).toMatchObject({ total: 0, changed: 0 });
  });

  test('its undo lists fields that somebody changed since', async () => {
    const crowd = await aCompany(server, { agent: {} });
    const owner = crowd.people.agent;
    const row = (columns: Row) =>
      aContact(server, crowd.companyId, { owner_id: owner.userId, last_name: 'Lee', phone: '3055550101', ...columns });
    const ids = [await row({}), await row({ occupation: 'Nurse' })];
    const action = await finished(owner, (await owner.call(mergeByRule, { body: {} })).id);
    await owner.call(updateContact, { params: { id: ids[0] ?? 0 }, body: { occupation: 'Pilot' } });
    const undo = await owner.call(undoBulkAction, { params: { id: action.id } });
    expect(await finished(owner, undo.id)).toMatchObject({ total: 1, changed: 1, kept: 1 });
    const { data } = await owner.call(listKeptByUndo, { params: { id: undo.id }, query: {} });
    expect(data).toMatchObject([{ contact: { id: ids[0] }, fields: ['occupation'] }]);
  });
});
