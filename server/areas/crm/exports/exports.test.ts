// Contacts as a file, through HTTP.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { updateContact } from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { exportContacts } from '#contract/exports.ts';
import { loadActor } from '#kernel/actors.ts';
import type { Ctx } from '#kernel/context.ts';
import { aCompany, aContact, aStatus, aTag, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { drop } from '#tests/support/imports.ts';
import { aServer, type Client, type Sent, type TestServer } from '#tests/support/server.ts';
import { exportContacts as writeContacts } from './exports.service.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'basic'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {}, basic: {} });
});

type Body = Sent<typeof exportContacts>['body'];
const file = async (who: Client, body: Body) => String(await who.call(exportContacts, { params: { format: 'csv' }, body }));
/** The lines of a file, without its byte order mark. */
const lines = async (who: Client, body: Body) => (await file(who, body)).replace('\uFEFF', '').trimEnd().split('\r\n');
const contactOf = (owner: Client, columns: object = {}) =>
  aContact(server, company.companyId, { owner_id: owner.userId, first_name: 'Ada', last_name: 'Export', ...columns });

test('writes every field in words, and custom fields under their names', async () => {
  const { agent, admin } = company.people;
  const field = await admin.call(createCustomField, { body: { name: 'Smoker since', type: 'date' } });
  const id = await contactOf(agent, {
    birth_date: '1960-02-29',
    status_id: await aStatus(server, company.companyId, 'Warm'),
    tags: [await aTag(server, company.companyId, 'beta'), await aTag(server, company.companyId, 'alpha')],
  });
  await agent.call(updateContact, {
    params: { id },
    body: {
      phones: [
        { type: 9, number: '5552340001' },
        { type: 2, number: '5552340002' },
        { type: 9, number: '5552340003' },
      ],
      emails: [{ address: 'a@example.com' }, { address: 'b@example.com' }],
      custom_fields: { [field.id]: '1999-12-31' },
      do_not_call: true,
      note: 'Two\nlines',
      medicare_number: '1EG4-TE5-MK73',
    },
  });
  const columns = [
    'last_name',
    'birth_date',
    'status',
    'tags',
    'mobile_phone',
    'other_phone',
    'more_phones',
    'email',
    'other_email',
    'do_not_call',
    'owner',
    'note',
    `custom:${field.id}`,
  ] as const;
  const text = await file(agent, { ids: [id], columns: [...columns] });
  expect(text).toBe(
    '\uFEFFLast name,Birth date,Status,Tags,Mobile phone,Other phone,More phones,E-mail,Other e-mail,Do not call,Owner,Note,Smoker since\r\n' +
      'Export,1960-02-29,Warm,"alpha, beta",5552340002,5552340001,5552340003,a@example.com,b@example.com,Yes,agent Tester,"Two\nlines",1999-12-31\r\n',
  );
  const whole = await file(agent, { ids: [id] });
  expect(whole).toContain('Smoker since');
  expect(whole).not.toMatch(/1EG4|TE5MK73/);
});

describe('which contacts', () => {
  test('a scope in its order, over several pages, without exceptions and colleagues', async () => {
    const { agent2, agent } = company.people;
    await manyContacts(server, company.companyId, agent2.userId, 2_500);
    const out = await contactOf(agent2, { last_name: 'Zuletzt' });
    await contactOf(agent, { last_name: 'Colleague' });
    const [heading, ...rows] = await lines(agent2, {
      all: true,
      except_ids: [out],
      contacts_scope: { order: 'DESC' },
      columns: ['last_name', 'id'],
    });
    expect(heading).toBe('Last name,Id');
    expect(rows).toHaveLength(2_500);
    const names = rows.map((row) => row.split(',')[0] ?? '');
    expect(names).toEqual(names.toSorted().reverse());
    expect(names).not.toContain('Zuletzt');
  });

  test('reads each page in its turn among the long calls', async () => {
    const { platform } = server;
    const { companyId, people } = await aCompany(server, { agent: {} });
    await manyContacts(server, companyId, people.agent.userId, 1_500);
    const actor = await loadActor(platform, companyId, people.agent.userId, null);
    if (!actor) throw new Error('no such user');
    let turns = 0;
    const inTurn: Ctx['inTurn'] = (work) => {
      turns++;
      return work();
    };
    const ctx = { platform, clock: platform.clock, log: platform.log, actor, inTurn } as unknown as Ctx;
    const download = await writeContacts(ctx, 'csv', exportContacts.body.parse({ all: true, columns: ['id'] }));
    if (!('content' in download)) throw new Error('no stream');
    const text = Buffer.concat(await download.content.toArray()).toString();
    expect([text.trimEnd().split('\r\n').length, turns]).toEqual([1_501, 2]);
  });

  test('a contact that is deleted while the file is sent is left out; chosen deleted ones are in it', async () => {
    const { platform, operator } = server;
    const { companyId, people } = await aCompany(server, { agent: {} });
    await manyContacts(server, companyId, people.agent.userId, 1_500);
    const { rows } = await sql<{
      id: number;
    }>`select id from contacts where company_id = ${companyId} order by id desc limit 2`.execute(operator.db);
    const [last = 0, before = 0] = rows.map(({ id }) => id);
    const remove = (id: number, at = new Date()) =>
      operator.db.updateTable('contacts').set({ deleted_at: at }).where('id', '=', id).execute();
    await remove(before);
    const actor = await loadActor(platform, companyId, people.agent.userId, null);
    if (!actor) throw new Error('no such user');
    // Once the ids are chosen, one of them is deleted.
    let chosen = false;
    const inTurn: Ctx['inTurn'] = async (work) => {
      if (!chosen) await remove(last, new Date(Date.now() + 1_000)); // not in the millisecond in which they are chosen
      chosen = true;
      return work();
    };
    const ctx = { platform, clock: platform.clock, log: platform.log, actor, inTurn } as unknown as Ctx;
    const ids = [last, before, before - 1];
    const download = await writeContacts(ctx, 'csv', exportContacts.body.parse({ ids, columns: ['id'] }));
    if (!('content' in download)) throw new Error('no stream');
    const text = Buffer.concat(await download.content.toArray()).toString();
    expect(text.replace('\uFEFF', '').trimEnd().split('\r\n').toSorted()).toEqual(
      [String(before - 1), String(before), 'Id'].toSorted(),
    );
  });

  test('a colleague’s contact is left out, and a file of none has its headings', async () => {
    const id = await contactOf(company.people.agent);
    expect(await lines(company.people.agent2, { ids: [id], columns: ['id'] })).toEqual(['Id']);
  });
});

test('a file can be imported again: its columns are found', async () => {
  const { agent } = company.people;
  const id = await contactOf(agent);
  const text = await file(agent, { ids: [id] });
  const draft = await drop(agent, text, 'contacts.csv');
  const found = draft.fields.flatMap(({ field, heading }) => (field ? [heading] : []));
  expect(found).toEqual(
    expect.arrayContaining(['First name', 'Last name', 'Mobile phone', 'E-mail', 'Birth date', 'Tags', 'Note', 'Do not call']),
  );
});

test('the audit log says who took how many contacts', async () => {
  const { agent, admin } = company.people;
  await file(agent, { ids: [await contactOf(agent)], columns: ['id', 'email'] });
  const { data } = await admin.call(listAuditEntries, { query: { action: 'contacts.exported', limit: 1 } });
  expect(data[0]).toMatchObject({
    actor: { id: agent.userId },
    after: { contacts: 1, format: 'csv', columns: ['Id', 'E-mail'] },
  });
});

test('refuses other formats, unknown and deleted fields, and roles without the permission', async () => {
  const { agent, basic } = company.people;
  const ids = [await contactOf(agent)];
  await expect(agent.call(exportContacts, { params: { format: 'pdf' as 'csv' }, body: { ids } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(file(agent, { ids, columns: ['medicare_number' as 'id'] })).rejects.toMatchObject({ status: 422 });
  await expect(file(agent, { ids, columns: ['custom:999999'] })).rejects.toMatchObject({ status: 422 });
  await expect(file(basic, { ids })).rejects.toMatchObject({ status: 403 });
});
