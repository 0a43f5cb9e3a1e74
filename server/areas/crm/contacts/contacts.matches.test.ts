// Matches that are shown while a new contact is typed: in full within reach, beyond it as a card and never by
// e-mail.
import { beforeAll, describe, expect, test } from 'vitest';
import { findContactMatches } from '#contract/contactMatches.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
let other: TestCompany<'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, {
    admin: {},
    manager: { holds: ['House'] },
    agent: { under: 'manager' },
    agent2: { holds: ['Web'] },
  });
  other = await aCompany(server, { agent: {} });
});

const aContactOf = ({ userId }: Client, columns: Parameters<typeof aContact>[2]) =>
  aContact(server, company.companyId, { owner_id: userId, first_name: 'Rosa', last_name: 'Alvarez', ...columns });
const find = async (client: Client, body: { phone?: string; email?: string }) =>
  (await client.call(findContactMatches, { body })).data;

describe('within reach', () => {
  test('a phone finds its contacts, first or second, in any format', async () => {
    const { agent } = company.people;
    const first = await aContactOf(agent, { phone: '3055550111' });
    const second = await aContactOf(agent, {
      phones: [
        { type: 2, number: '3055550999' },
        { type: 9, number: '3055550111' },
      ],
    });
    expect((await find(agent, { phone: '+1 (305) 555-0111' })).map(({ id }) => id)).toEqual([first, second]);
  });

  test('an e-mail finds its contacts, first or second, in any case', async () => {
    const { agent, manager } = company.people;
    const id = await aContactOf(agent, {
      emails: [
        { address: 'one@example.com', state: 'unverified' },
        { address: 'Rosa.Match@example.com', state: 'unverified' },
      ],
    });
    for (const client of [agent, manager])
      expect(await find(client, { email: ' rosa.match@EXAMPLE.com ' })).toMatchObject([
        { id, limited: false, email: 'one@example.com' },
      ]);
  });

  test('both together name a person once', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent, { phone: '3055550112', email: 'both@example.com' });
    expect((await find(agent, { phone: '3055550112', email: 'both@example.com' })).map((row) => row.id)).toEqual([id]);
  });

  test('what is deleted, unfinished or another company’s is no match', async () => {
    const { agent } = company.people;
    await aContactOf(agent, { phone: '3055550113', deleted_at: new Date() });
    await aContact(server, other.companyId, { owner_id: other.people.agent.userId, phone: '3055550113' });
    await aContactOf(agent, {});
    for (const body of [{ phone: '3055550113' }, { phone: '305555' }, { email: 'both' }, { phone: '', email: '' }, {}])
      expect(await find(agent, body)).toEqual([]);
  });

  test('five at most', async () => {
    const { agent } = company.people;
    for (let count = 0; count < 7; count++) await aContactOf(agent, { phone: '3055550114' });
    expect(await find(agent, { phone: '3055550114' })).toHaveLength(5);
  });
});

describe('beyond reach', () => {
  test('a number on the card finds the card: name, number, owner and status, nothing else', async () => {
    const { agent, agent2 } = company.people;
    const id = await aContactOf(agent, { phone: '3055550115', email: 'hidden@example.com', city: 'Miami' });
    expect(await find(agent2, { phone: '3055550115' })).toMatchObject([
      { id, limited: true, name: 'Rosa Alvarez', phone: '3055550115', owner: { id: agent.userId }, email: '', city: '' },
    ]);
    expect(await find(company.people.admin, { phone: '3055550115' })).toMatchObject([{ id, limited: false, city: 'Miami' }]);
  });

  test('an e-mail, and a number that is not on the card, find nothing', async () => {
    const { agent, agent2 } = company.people;
    await aContactOf(agent, {
      email: 'secret@example.com',
      phones: [
        { type: 2, number: '3055550116' },
        { type: 9, number: '3055550117' },
      ],
    });
    expect(await find(agent2, { email: 'secret@example.com' })).toEqual([]);
    expect(await find(agent2, { phone: '3055550117' })).toEqual([]);
  });

  test('what a pool holds is told to those who hold it alone', async () => {
    const { manager, agent, agent2 } = company.people;
    const id = await aContactOf(manager, { owner_id: null, pool_id: company.pools.House ?? 0, phone: '3055550120' });
    for (const client of [agent, agent2]) expect(await find(client, { phone: '3055550120' })).toEqual([]);
    expect(await find(manager, { phone: '3055550120' })).toMatchObject([{ id, limited: false }]);
  });

  test('one’s own comes first', async () => {
    const { agent, agent2 } = company.people;
    await aContactOf(agent, { phone: '3055550118' });
    const own = await aContactOf(agent2, { phone: '3055550118' });
    expect((await find(agent2, { phone: '3055550118' })).map(({ id, limited }) => [id === own, limited])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

test('a script that tries numbers is stopped', async () => {
  const { manager } = company.people;
  const ask = () =>
    find(manager, { phone: '3055550119' }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
  const answers: number[] = [];
  for (let count = 0; count < 130 && !answers.includes(429); count++) answers.push(await ask());
  expect(answers).toContain(429);
});
