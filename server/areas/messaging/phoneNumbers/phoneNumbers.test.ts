// Numbers of a company: which one a text leaves from.
import { beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx } from '#kernel/context.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { findNumber, numberFor, numbersFor, rememberNumber } from './phoneNumbers.service.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
});

let last = 0;
/** Of the pool where nobody has it. */
async function aNumber(user_id: number | null, state = 'active') {
  const number = `305555${String(1_000 + ++last)}`;
  const payer_id = user_id ?? company.people.admin.userId;
  const dates = { bought_at: new Date(), rent_due_at: new Date(Date.now() + 86_400_000) };
  await insertId(server.operator.db, 'phone_numbers', {
    company_id: company.companyId, number, user_id, payer_id, provider_id: `PN${number}`, state, ...dates,
  }); // biome-ignore format: a row in one line
  return number;
}
const aLead = () => aContact(server, company.companyId, { owner_id: company.people.agent.userId });
const asSystem = <T>(work: (tx: Tx) => Promise<T>) =>
  inTenant(
    { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: systemActor(company.companyId) },
    work,
  );

describe('the number of a text', () => {
  test('is the user’s own, else one of the pool, else none', async () => {
    const { agent, agent2 } = company.people;
    const contactId = await aLead();
    expect(await asSystem((tx) => numberFor(tx, { userId: agent.userId, contactId }))).toBeNull();
    const quiet = await aNumber(null, 'quarantined');
    expect(await asSystem((tx) => numberFor(tx, { userId: agent.userId, contactId }))).toBeNull();
    const pool = await aNumber(null);
    const own = await aNumber(agent.userId);
    expect(await asSystem((tx) => numberFor(tx, { userId: agent.userId, contactId: null }))).toBe(own);
    expect(await asSystem((tx) => numberFor(tx, { userId: agent2.userId, contactId: null }))).toBe(pool);
    expect(await asSystem((tx) => findNumber(tx, quiet))).toMatchObject({ number: quiet, user_id: null });
  });

  test('stays the one that last wrote with the contact', async () => {
    const { agent, agent2 } = company.people;
    const [pool, own, theirs] = [await aNumber(null), await aNumber(agent.userId), await aNumber(agent2.userId)];
    const contactId = await aLead();
    const chosen = () => asSystem((tx) => numberFor(tx, { userId: agent.userId, contactId }));
    for (const [number, expected] of [
      [pool, pool],
      [own, own],
      [theirs, expect.not.stringMatching(theirs)],
    ] as const) {
      // biome-ignore format: pairs
      await asSystem((tx) => rememberNumber(tx, { contactId, number }));
      expect(await chosen()).toEqual(expected);
    }
  });

  test('is taken in turns from the pool for many contacts', async () => {
    const { agent2 } = company.people;
    await server.operator.db.updateTable('phone_numbers').set({ state: 'quarantined' }).where('company_id', '=', company.companyId).execute(); // biome-ignore format: one line
    const pool = [await aNumber(null), await aNumber(null)];
    const contactIds = [await aLead(), await aLead(), await aLead(), await aLead()];
    const choose = () => asSystem((tx) => numbersFor(tx, { userId: agent2.userId, contactIds }));
    const first = await choose();
    expect(new Set(first.values())).toEqual(new Set(pool));
    expect(await choose()).toEqual(first);
  });
});
