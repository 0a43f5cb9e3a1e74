// A company's own contact fields: managed by admins, their values typed, kept on contacts and journalled.
import { beforeAll, describe, expect, test } from 'vitest';
import { createContact, getContact, updateContact } from '#contract/contacts.ts';
import {
  type CustomFieldCreate,
  type CustomFieldValue,
  createCustomField,
  deleteCustomField,
  listAdminCustomFields,
  listCustomFields,
  updateCustomField,
} from '#contract/customFields.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
const anOffice = () => aCompany(server, { admin: {}, agent: {} });
type Office = TestCompany<'admin' | 'agent'>;

const add = ({ people }: Office, name: string, type: CustomFieldCreate['type'], choices: string[] = []) =>
  people.admin.call(createCustomField, { body: { name, type, choices } });

describe('fields', () => {
  test('come in the order they were added in, or were given, and everybody sees them', async () => {
    const office = await anOffice();
    const church = await add(office, 'Church', 'text');
    const best = await add(office, ' Best time ', 'choice', ['Day', 'Night', 'Day']);
    expect(best).toEqual({ id: best.id, name: 'Best time', type: 'choice', choices: ['Day', 'Night'], position: 1 });
    const list = async () => (await office.people.agent.call(listCustomFields, {})).data.map((field) => field.name);
    expect(await list()).toEqual(['Church', 'Best time']);
    await office.people.admin.call(updateCustomField, { params: { id: church.id }, body: { position: 5, name: 'Parish' } });
    expect(await list()).toEqual(['Best time', 'Parish']);
  });

  test('of choices have some, which can be changed; other kinds have none', async () => {
    const office = await anOffice();
    await expect(add(office, 'Best', 'choice')).rejects.toMatchObject({
      problem: { errors: { choices: ['Enter at least one choice'] } },
    });
    const [best, text] = [await add(office, 'Best', 'choice', ['Day']), await add(office, 'Text', 'text', ['Day'])];
    expect(text.choices).toEqual([]);
    const change = (id: number) =>
      office.people.admin.call(updateCustomField, { params: { id }, body: { choices: ['Night', 'Noon', 'Noon'] } });
    expect(await change(best.id)).toMatchObject({ choices: ['Night', 'Noon'] });
    expect(await change(text.id)).toMatchObject({ choices: [] });
  });

  test('removed, take their values with them', async () => {
    const office = await anOffice();
    const { admin, agent } = office.people;
    const field = await add(office, 'Church', 'text');
    const { id } = await agent.call(createContact, { body: { first_name: 'Rosa', custom_fields: { [field.id]: 'San José' } } });
    const at = { params: { id: field.id } };
    expect((await admin.call(listAdminCustomFields, { query: { counts: true } })).data).toMatchObject([
      { id: field.id, used: 1 },
    ]);
    const refused = { code: 'lookups.in_use', problem: { data: { count: 1 } } };
    await expect(admin.call(deleteCustomField, { ...at, query: {} })).rejects.toMatchObject(refused);
    await admin.call(deleteCustomField, { ...at, query: { with_values: true } });
    expect(await agent.call(getContact, { params: { id }, query: {} })).toMatchObject({ custom_fields: {} });
    for (const query of [{}, { with_values: true }])
      await expect(admin.call(deleteCustomField, { ...at, query })).rejects.toMatchObject({ status: 404 });
  });
});

describe('values', () => {
  let office: Office;
  let fields: Record<CustomFieldCreate['type'], number>;
  beforeAll(async () => {
    office = await anOffice();
    const idOf = async (type: CustomFieldCreate['type']) =>
      (await add(office, type, type, type === 'choice' ? ['Day', 'Night'] : [])).id;
    fields = {
      text: await idOf('text'),
      number: await idOf('number'),
      date: await idOf('date'),
      boolean: await idOf('boolean'),
      choice: await idOf('choice'),
    };
  });
  const create = (custom_fields: Record<string, CustomFieldValue>) =>
    office.people.agent.call(createContact, { body: { first_name: 'Rosa', custom_fields } });
  const update = (id: number, custom_fields: Record<string, CustomFieldValue>) =>
    office.people.agent.call(updateContact, { params: { id }, body: { custom_fields } });

  test('of every type come back as they were given, false and zero too', async () => {
    const { text, number, date, boolean, choice } = fields;
    const given = { [text]: 'San José', [number]: 0, [date]: '2026-05-01', [boolean]: false, [choice]: 'Day' };
    const contact = await create(given);
    expect(contact.custom_fields).toEqual(given);
    expect((await update(contact.id, { [number]: -12.75 })).custom_fields).toEqual({ ...given, [number]: -12.75 });
  });

  test('left out stay, null and nothing clear, and the journal says what changed', async () => {
    const { text, number, choice } = fields;
    const contact = await create({ [text]: 'San José', [number]: 5, [choice]: 'Day' });
    const edited = await update(contact.id, { [text]: null, [choice]: '', [number]: 5 });
    expect(edited).toMatchObject({ custom_fields: { [number]: 5 }, version: 2 });
    expect(await update(contact.id, { [text]: null })).toMatchObject({ version: 2 });
    const changes = await server.operator.db
      .selectFrom('contact_changes')
      .select(['before', 'after'])
      .where('contact_id', '=', contact.id)
      .where('action', '=', 'updated')
      .execute();
    expect(changes).toEqual([
      {
        before: { [`custom:${text}`]: 'San José', [`custom:${choice}`]: 'Day' },
        after: { [`custom:${text}`]: null, [`custom:${choice}`]: null },
      },
    ]);
  });

  test.each<[CustomFieldCreate['type'], CustomFieldValue]>([
    ['text', 5],
    ['text', true],
    ['number', '5'],
    ['number', true],
    ['date', '05/01/2026'],
    ['date', '2026-02-30'],
    ['date', '2026-13-01'],
    ['boolean', 'yes'],
    ['boolean', 1],
    ['choice', 'Dawn'],
  ])('of type %s refuse %j, by field', async (type, value) => {
    const refused = { status: 422, problem: { errors: { [`custom_fields.${fields[type]}`]: [expect.any(String)] } } };
    await expect(create({ [fields[type]]: value })).rejects.toMatchObject(refused);
  });

  test('of a field that is not the company’s own are refused', async () => {
    const other = await add(await anOffice(), 'Elsewhere', 'text');
    await expect(create({ [other.id]: 'x' })).rejects.toMatchObject({
      problem: { errors: { [`custom_fields.${other.id}`]: ['This field does not exist'] } },
    });
  });
});
