// One contact through HTTP: made, opened, edited by several at once.
import { beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import {
  type Contact,
  createContact,
  getContact,
  quickUpdateContact,
  updateContact,
  updateContactNote,
} from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { journalOf, openContact, storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, send, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2' | 'basic' | 'pool_holder'>;
let stranger: TestCompany<'admin'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, {
    admin: {},
    manager: { under: 'admin', holds: ['Team'] },
    agent: { under: 'manager', holds: ['Web'] },
    agent2: { under: 'manager' },
    basic: {},
    pool_holder: { holds: ['House'] },
  });
  stranger = await aCompany(server, { admin: { holds: ['Theirs'] } });
});

const aContactOf = (client: Client, columns: Parameters<typeof aContact>[2] = {}) =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa', last_name: 'Alvarez', ...columns });
const at = (id: number) => ({ params: { id } });

describe('creating', () => {
  test('keeps every field, in the form it is stored in, and belongs to who made it', async () => {
    const { agent, admin } = company.people;
    const status = await aStatus(server, company.companyId, 'Fresh');
    const category = await insertId(server.operator.db, 'categories', { company_id: company.companyId, title: 'Pets' });
    const tag = await aTag(server, company.companyId, 'fresh');
    const field = await admin.call(createCustomField, { body: { name: 'Church', type: 'text' } });
    const fields = {
      kind: 'client',
      first_name: 'Rosa',
      middle_name: 'María',
      last_name: 'Alvarez',
      suffix: 'Jr',
      preferred_name: 'Rosie',
      organization: 'Alvarez & Sons',
      occupation: 'Baker',
      birth_date: '1959-04-01',
      gender: 'female',
      language: 'spanish',
      marital_status: 'married',
      tobacco_user: false,
      address: '12 Main St',
      address_2: 'Apt 3',
      city: 'Miami',
      state: 'FL',
      zip_code: '33101-1234',
      county: 'Dade',
      timezone: 'est',
      status_id: status,
      category_id: category,
      note: 'Two\nlines',
      do_not_call: true,
      do_not_text: true,
      do_not_email: true,
      do_not_mail: true,
      consent: { text: 'Yes, call me', at: '2026-01-02T03:04:05Z', ip: '192.0.2.1', source: 'form' },
      medicare_part_a: '2024-05-01',
      medicare_part_b: '2024-06-01',
      medicare_plan: 'G',
    } as const;
    const contact = await agent.call(createContact, {
      body: {
        ...fields,
        state: 'fl',
        phones: [{ number: '+1 (305) 555-0101' }, { type: 9, number: '786.555.0199' }],
        emails: [{ address: ' Rosa@Example.com ' }],
        medicare_number: '1eg4-te5-mk73',
        tags: [tag],
        custom_fields: { [field.id]: 'San José' },
      },
    });
    expect(contact).toMatchObject({
      ...fields,
      name: 'Rosa Alvarez',
      phone: '3055550101',
      phone_type: 2,
      phones: [
        { type: 2, number: '3055550101' },
        { type: 9, number: '7865550199' },
      ],
      email: 'Rosa@Example.com',
      email_state: 'unverified',
      emails: [{ address: 'Rosa@Example.com', state: 'unverified' }],
      medicare_number: '•••••••MK73',
      owner: { id: agent.userId, name: 'agent Tester' },
      pool: null,
      tags: [{ id: tag, name: 'fresh' }],
      custom_fields: { [field.id]: 'San José' },
      version: 1,
      limited: false,
      can: { update: true, assign: false, assign_to_me: false, delete: true },
    });
    expect(await openContact(agent, contact.id)).toEqual(contact);
    expect(await journalOf(server, contact.id)).toMatchObject([{ action: 'created', actor_id: agent.userId }]);
  });

  test('takes a name, a phone or an e-mail at least', async () => {
    const { agent } = company.people;
    for (const body of [{}, { note: 'Who?' }, { first_name: '  ' }]) {
      await expect(agent.call(createContact, { body })).rejects.toMatchObject({ status: 422, code: 'contacts.nameless' });
    }
    for (const body of [{ organization: 'Acme' }, { phones: [{ number: '3055550101' }] }, { emails: [{ address: 'a@b.co' }] }]) {
      expect(await agent.call(createContact, { body })).toMatchObject({ version: 1 });
    }
  });

  test('says what is wrong by field', async () => {
    const refused = company.people.agent.call(createContact, {
      body: { first_name: 'Rosa', phones: [{ number: '12' }], emails: [{ address: 'x' }], state: 'ZZ', medicare_number: '123' },
    });
    await expect(refused).rejects.toMatchObject({
      status: 422,
      problem: {
        errors: {
          'phones.0.number': ['This is not a US phone number'],
          'emails.0.address': ['This is not an e-mail address'],
          state: ['This is not a US state'],
          medicare_number: ['A Medicare number looks like 1EG4-TE5-MK73'],
        },
      },
    });
  });

  test('for others or for a pool is a leader’s, within reach', async () => {
    const { admin, manager, agent, agent2, pool_holder } = company.people;
    const make = (client: Client, holder: object) => client.call(createContact, { body: { first_name: 'Handed', ...holder } });
    const { Web = 0, Team = 0, House = 0 } = company.pools;
    expect(await make(manager, { owner_id: agent.userId })).toMatchObject({ owner: { id: agent.userId } });
    expect(await make(agent, { owner_id: agent.userId })).toMatchObject({ owner: { id: agent.userId } });
    expect(await make(manager, { pool_id: Team })).toMatchObject({ owner: null, pool: { id: Team, name: 'Team' } });
    expect(await make(agent, { pool_id: Web })).toMatchObject({ owner: null, pool: { id: Web } });
    expect(await make(admin, { pool_id: House })).toMatchObject({ pool: { id: House } });
    await expect(make(agent, { owner_id: agent2.userId })).rejects.toMatchObject({ status: 403 });
    await expect(make(manager, { owner_id: pool_holder.userId })).rejects.toMatchObject({
      problem: { errors: { owner_id: [expect.any(String)] } },
    });
    await expect(make(agent, { pool_id: House })).rejects.toMatchObject({
      problem: { errors: { pool_id: [expect.any(String)] } },
    });
  });

  test('with another company’s rows is refused by field', async () => {
    const { admin } = company.people;
    const theirs = {
      status_id: await aStatus(server, stranger.companyId, 'Theirs'),
      tags: [await aTag(server, stranger.companyId, 'theirs')],
    };
    await expect(admin.call(createContact, { body: { first_name: 'Rosa', ...theirs } })).rejects.toMatchObject({
      problem: { errors: { status_id: ['This is no longer on the list'], tags: ['One of these tags no longer exists'] } },
    });
    for (const holder of [{ owner_id: stranger.people.admin.userId }, { pool_id: stranger.pools.Theirs ?? 0 }]) {
      await expect(admin.call(createContact, { body: { first_name: 'Rosa', ...holder } })).rejects.toMatchObject({ status: 422 });
    }
  });
});

describe('reading', () => {
  test('takes the tag “new” off, once, unless asked not to', async () => {
    const { agent } = company.people;
    const [fresh, hot] = [await aTag(server, company.companyId, 'new'), await aTag(server, company.companyId, 'hot')];
    const id = await aContactOf(agent, { tags: [fresh, hot] });
    const names = async (keep: boolean) => (await openContact(agent, id, keep)).tags.map((tag) => tag.name);
    expect(await names(true)).toEqual(['hot', 'new']);
    expect(await names(true)).toEqual(['hot', 'new']);
    const readTwice = await Promise.all([openContact(agent, id, false), openContact(agent, id, false)]);
    for (const contact of readTwice) expect(contact.tags).toMatchObject([{ name: 'hot' }]);
    expect(await names(false)).toEqual(['hot']);
    expect(await journalOf(server, id)).toEqual([
      { action: 'opened', actor_id: agent.userId, before: { tags: [fresh, hot] }, after: { tags: [hot] } },
    ]);
  });

  test('leaves the tag “new” where another page’s link, the address bar or a mail program asked', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const fresh = { first_name: 'Rosa', owner_id: agent.userId, tags: [await aTag(server, companyId, 'New')] };
    const id = await aContact(server, companyId, fresh);
    const tagsAfter = async (from: Record<string, string>) => {
      const answer = await send(server.app, { ...agent.headers, ...from }, getContact, { ...at(id), query: {} });
      return answer.json<Contact>().tags.map(({ name }) => name);
    };
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await tagsAfter({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }), site).toEqual(['New']);
    expect(await journalOf(server, id)).toEqual([]);
    expect(await tagsAfter({ 'sec-fetch-site': 'same-origin' })).toEqual([]);
    const other = await aContact(server, companyId, fresh);
    expect((await openContact(agent, other, false)).tags, 'a client that is no browser').toEqual([]);
  });

  test('is for those in reach; to all others it does not exist', async () => {
    const { admin, manager, agent, agent2, basic, pool_holder } = company.people;
    const id = await aContactOf(agent);
    const pooled = await aContactOf(agent, { owner_id: null, pool_id: company.pools.Web ?? 0 });
    for (const client of [admin, manager, agent]) expect(await openContact(client, id)).toMatchObject({ id });
    for (const client of [agent2, basic, pool_holder, stranger.people.admin])
      await expect(openContact(client, id)).rejects.toMatchObject({ status: 404 });
    for (const client of [admin, agent]) expect(await openContact(client, pooled)).toMatchObject({ id: pooled });
    for (const client of [manager, agent2]) await expect(openContact(client, pooled)).rejects.toMatchObject({ status: 404 });
  });

  test('a deleted one is read and not edited', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent, { deleted_at: new Date() });
    expect(await openContact(agent, id)).toMatchObject({
      can: { update: false, assign: false, assign_to_me: false, delete: false },
    });
    await expect(agent.call(updateContact, { ...at(id), body: { first_name: 'X' } })).rejects.toMatchObject({ status: 403 });
  });
});

describe('editing', () => {
  test('absent keeps, null clears, and only what changed is journalled', async () => {
    const { agent } = company.people;
    const status = await aStatus(server, company.companyId, 'Warm');
    const id = await aContactOf(agent, { birth_date: '1959-04-01', city: 'Miami', status_id: status, gender: 'female' });
    const edited = await agent.call(updateContact, {
      ...at(id),
      body: { birth_date: null, status_id: null, city: '', first_name: 'Rosa', last_name: 'Alvarez-Diaz' },
    });
    expect(edited).toMatchObject({
      birth_date: null,
      status_id: null,
      city: '',
      first_name: 'Rosa',
      last_name: 'Alvarez-Diaz',
      gender: 'female',
      version: 2,
    });
    expect(await journalOf(server, id)).toEqual([
      {
        action: 'updated',
        actor_id: agent.userId,
        before: { birth_date: '1959-04-01', status_id: status, city: 'Miami', last_name: 'Alvarez' },
        after: { birth_date: null, status_id: null, city: '', last_name: 'Alvarez-Diaz' },
      },
    ]);
  });

  test('to what is there already changes nothing', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent, { phone: '3055550101', email: 'rosa@example.com' });
    const before = await storedContact(server, id);
    const same = {
      first_name: 'Rosa',
      phones: [{ number: '305-555-0101' }],
      emails: [{ address: 'rosa@example.com' }],
      consent: null,
    };
    expect(await agent.call(updateContact, { ...at(id), body: same })).toMatchObject({ version: 1 });
    expect(await storedContact(server, id)).toEqual(before);
    expect(await journalOf(server, id)).toEqual([]);
  });

  test('cannot take the last name, phone and e-mail away', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent, { last_name: '', phone: '3055550101' });
    expect(await agent.call(updateContact, { ...at(id), body: { first_name: '' } })).toMatchObject({ first_name: '' });
    await expect(agent.call(updateContact, { ...at(id), body: { phones: [] } })).rejects.toMatchObject({
      code: 'contacts.nameless',
    });
  });

  test('an address that stays keeps what is known of it', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent, { emails: [{ address: 'rosa@example.com', state: 'verified' }] });
    const emails = [{ address: 'new@example.com' }, { address: 'ROSA@example.com' }];
    expect(await agent.call(updateContact, { ...at(id), body: { emails } })).toMatchObject({
      emails: [
        { address: 'new@example.com', state: 'unverified' },
        { address: 'ROSA@example.com', state: 'verified' },
      ],
    });
  });

  test('of an old version is refused with both versions, and nothing is lost', async () => {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    await manager.call(updateContact, { ...at(id), body: { version: 1, city: 'Tampa' } });
    const yours = { version: 1, city: 'Miami', note: 'Typed for an hour' };
    await expect(agent.call(updateContact, { ...at(id), body: yours })).rejects.toMatchObject({
      status: 409,
      code: 'contacts.stale',
      problem: { data: { current: { id, city: 'Tampa', version: 2 }, yours } },
    });
    expect(await storedContact(server, id)).toMatchObject({ city: 'Tampa', note: '', version: 2 });
    expect(await agent.call(updateContact, { ...at(id), body: { ...yours, version: 2 } })).toMatchObject({
      city: 'Miami',
      version: 3,
    });
  });

  test('by ten at once: one wins, nine are told', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const edits = Array.from({ length: 10 }, (_, n) =>
      agent.call(updateContact, { ...at(id), body: { version: 1, city: `City ${n}` } }),
    );
    const results = await Promise.allSettled(edits);
    const won = results.filter((result) => result.status === 'fulfilled');
    const lost = results.filter((result) => result.status === 'rejected');
    expect(won).toHaveLength(1);
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(9).fill('contacts.stale'));
    expect(await storedContact(server, id)).toMatchObject({ city: won[0]?.value.city, version: 2 });
    expect(await journalOf(server, id)).toHaveLength(1);
  });

  test('without a version the last one wins, and each is journalled', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await Promise.all([1, 2, 3].map((n) => agent.call(updateContact, { ...at(id), body: { city: `City ${n}` } })));
    expect(await storedContact(server, id)).toMatchObject({ version: 4 });
    expect(await journalOf(server, id)).toHaveLength(3);
  });

  test('from the list answers the row', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const row = await agent.call(quickUpdateContact, { ...at(id), body: { version: 1, city: 'Miami' } });
    expect(row).toMatchObject({ id, city: 'Miami', version: 2, limited: false });
    expect(row).not.toHaveProperty('note');
    await expect(agent.call(quickUpdateContact, { ...at(id), body: { version: 1, city: 'Tampa' } })).rejects.toMatchObject({
      status: 409,
    });
  });

  test('the standing note has a call of its own, with the same care', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    expect(await agent.call(updateContactNote, { ...at(id), body: { note: 'Likes tea\nNo sugar', version: 1 } })).toMatchObject({
      note: 'Likes tea\nNo sugar',
      version: 2,
    });
    await expect(agent.call(updateContactNote, { ...at(id), body: { note: 'x', version: 1 } })).rejects.toMatchObject({
      status: 409,
    });
  });
});
