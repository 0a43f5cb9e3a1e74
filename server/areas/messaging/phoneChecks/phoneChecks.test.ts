// Checks of phone numbers: asked for through HTTP, done by the worker against the demo's carrier, heeded by the gate and the list.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookOf, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { getBulkAction } from '#contract/bulk.ts';
import { getMayContact } from '#contract/compliance.ts';
import { listContacts } from '#contract/contacts.ts';
import { money } from '#contract/kit/money.ts';
import {
  checkPhone,
  checkPhonesOfGroup,
  estimatePhoneChecks,
  listContactPhones,
  listPhoneChecks,
  purchasePhoneChecks,
} from '#contract/phoneChecks.ts';
import { getWallet } from '#contract/wallet.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { type Telephony, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { aCompany, aContact, type Person, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { runChecks } from './phoneChecks.run.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

let last = 0;
/** A number that nobody else has; its last digit says what the carrier answers. */
const aNumber = (digit: number) => `305${String(5_550_000 + ++last * 10 + digit).padStart(7, '0')}`;
const withPhones = (who: Person, ...numbers: string[]) =>
  aContact(server, company.companyId, { owner_id: who.userId, first_name: 'Rosa', phones: numbers.map((number) => ({ type: 2, number })) }); // biome-ignore format: one line

const factsOf = async (who: Person, id: number) => (await who.call(listContactPhones, { params: { id } })).data;
const checked = (who: Person, id: number) =>
  until(async () => {
    const facts = await factsOf(who, id);
    return facts.every(({ state }) => state === 'done' || state === 'failed') && facts;
  });

describe('one number', () => {
  test('is checked, and the answer stands beside it, with its cost in the list', async () => {
    const { agent } = company.people;
    const number = aNumber(2);
    const id = await withPhones(agent, number);
    expect(await factsOf(agent, id)).toMatchObject([{ phone_number: number, line_type: null, checked_at: null, state: null }]);
    const phone_number = `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`;
    expect(await agent.call(checkPhone, { body: { contact_id: id, phone_number } })).toMatchObject({
      phone_number: number,
      cost: null,
    });
    expect(await checked(agent, id)).toEqual([
      {
        phone_number: number,
        line_type: 'mobile',
        carrier: 'Sandbox Wireless',
        checked_at: expect.any(String),
        state: 'done',
        reason: null,
      },
    ]);
    const { data, meta } = await agent.call(listPhoneChecks, { query: { q: number } });
    expect(data).toMatchObject([
      { state: 'done', line_type: 'mobile', cost: '0.008', contact: { id }, asked_by: { id: agent.userId } },
    ]);
    expect(meta.total_count).toBe(1);
  });

  test.each([
    [7, 'landline', 'landline'],
    [1, 'mobile', null],
  ] as const)('that ends in %i tells the gate for texts', async (digit, type, reason) => {
    const { agent } = company.people;
    const number = aNumber(digit);
    const id = await withPhones(agent, number);
    await agent.call(checkPhone, { body: { contact_id: id, phone_number: number } });
    expect(await checked(agent, id)).toMatchObject([{ line_type: type }]);
    const facts = await sql<{ landline: boolean; dead: boolean }>`
      select landline, dead from address_facts where address = ${number}`.execute(server.operator.db);
    expect(facts.rows).toEqual([{ landline: reason === 'landline', dead: false }]);
    const { data } = await agent.call(getMayContact, { params: { id }, query: { purpose: 'reply' } });
    if (reason) expect(data.find(({ channel }) => channel === 'text')).toMatchObject({ answer: 'no' });
  });

  test('that cannot exist is dead', async () => {
    const { agent } = company.people;
    const number = '3051550142';
    const id = await withPhones(agent, number);
    await agent.call(checkPhone, { body: { contact_id: id, phone_number: number } });
    expect(await checked(agent, id)).toMatchObject([{ line_type: 'invalid' }]);
    const { rows } = await sql`select dead from address_facts where address = ${number}`.execute(server.operator.db);
    expect(rows).toEqual([{ dead: true }]);
  });

  test('is one of the contact’s, and the contact in reach', async () => {
    const { agent, agent2 } = company.people;
    const number = aNumber(2);
    const id = await withPhones(agent, number);
    await expect(agent.call(checkPhone, { body: { contact_id: id, phone_number: aNumber(2) } })).rejects.toMatchObject({
      problem: { errors: { phone_number: ['The contact does not have this number'] } },
    });
    await expect(agent2.call(checkPhone, { body: { contact_id: id, phone_number: number } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(agent2.call(listContactPhones, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('many numbers', () => {
  test('cost what the estimate says, each once, and none that was checked lately', async () => {
    const { agent } = company.people;
    const [shared, other] = [aNumber(2), aNumber(7)];
    const ids = [await withPhones(agent, shared, other), await withPhones(agent, shared), await withPhones(agent)];
    const estimate = () => agent.call(estimatePhoneChecks, { body: { ids } });
    expect(await estimate()).toEqual({ contacts: 3, phone_numbers: 2, to_check: 2, unit_price: '0.008', cost: '0.016' });
    const run = async (endpoint: typeof purchasePhoneChecks | typeof checkPhonesOfGroup) => {
      const { id } = await agent.call(endpoint, { body: { ids } });
      return until(async () => {
        const action = await agent.call(getBulkAction, { params: { id } });
        return action.finished_at ? action : null;
      });
    };
    expect(await run(purchasePhoneChecks)).toMatchObject({ status: 'complete', can: { undo: false } });
    expect(await checked(agent, ids[0] ?? 0)).toMatchObject([{ line_type: 'mobile' }, { line_type: 'landline' }]);
    expect(await estimate()).toMatchObject({ phone_numbers: 2, to_check: 0, cost: '0.00' });
    expect(await run(checkPhonesOfGroup)).toMatchObject({ changed: 0 });
    const list = async (who: Person) => (await who.call(listPhoneChecks, { query: { q: shared } })).meta.total_count;
    expect(await list(agent)).toBe(1);
    expect(await list(company.people.manager), 'a leader sees it').toBe(1);
    expect(await list(company.people.agent2)).toBe(0);
  });

  test('are found in the list by the kind of line', async () => {
    const { agent } = company.people;
    const [mobile, landline] = [aNumber(2), aNumber(7)];
    const last_name = crypto.randomUUID();
    const [a, b, c] = [await withPhones(agent, mobile), await withPhones(agent, landline), await withPhones(agent, aNumber(3))];
    await server.operator.db.updateTable('contacts').set({ last_name }).where('id', 'in', [a, b, c]).execute();
    for (const [contact_id, phone_number] of [[a, mobile], [b, landline]] as const) // biome-ignore format: one line
      await agent.call(checkPhone, { body: { contact_id, phone_number } });
    await checked(agent, a);
    await checked(agent, b);
    const found = async (operator: 'any_of' | 'none_of' | 'is_empty' | 'is_not_empty', value: string[] | null = null) => {
      const search = [
        { field: 'last_name', operator: 'is' as const, value: last_name },
        { field: 'phone_type', operator, value },
      ];
      return (await agent.call(listContacts, { body: { contacts_scope: { search } } })).data
        .map(({ id }) => id)
        .toSorted((x, y) => x - y);
    };
    expect(await found('any_of', ['landline'])).toEqual([b]);
    expect(await found('any_of', ['landline', 'mobile'])).toEqual([a, b]);
    expect(await found('none_of', ['landline'])).toEqual([a, c]);
    expect(await found('is_empty')).toEqual([c]);
    expect(await found('is_not_empty')).toEqual([a, b]);
  });
});

describe('the wallet, where it is on', () => {
  let office: TestCompany<'agent'>;
  const as = async (): Promise<WorkCtx> => {
    const actor = await loadActor(server.platform, office.companyId, office.people.agent.userId, null);
    if (!actor) throw new Error('no such user');
    return { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor };
  };
  beforeAll(async () => {
    office = await aCompany(server, { agent: {} });
    await server.operator.db
      .insertInto('feature_overrides')
      .values({ company_id: office.companyId, user_id: 0, feature: 'wallet', enabled: true })
      .execute();
  });
  const aWaiting = async (number: string) => {
    const contact_id = await aContact(server, office.companyId, { owner_id: office.people.agent.userId, phones: [{ type: 2, number }] }); // biome-ignore format: one line
    await server.operator.db
      .insertInto('phone_verifications')
      .values({ company_id: office.companyId, number, contact_id, asked_by: office.people.agent.userId })
      .execute();
    return contact_id;
  };
  const run = async (telephony: Telephony | null = server.platform.telephony) => {
    const ctx = await as();
    const job = { signal: new AbortController().signal, attempt: 1, last: false, spent: false, movedOn: async () => {} };
    await runChecks({ ...ctx, platform: { ...ctx.platform, telephony } }, job);
  };
  const balance = async () => (await office.people.agent.call(getWallet, {})).available;

  test('an empty one pays for none', async () => {
    const id = await aWaiting(aNumber(2));
    await run();
    expect(await factsOf(office.people.agent, id)).toMatchObject([{ state: 'failed', reason: 'no_funds', line_type: null }]);
  });

  test('pays for what was answered, and gets back what was held', async () => {
    const system = { ...(await as()), actor: systemActor(office.companyId) };
    await inTenant(system, async (tx) => {
      const [from, to] = [await bookOf(tx, 'cards'), await walletOf(tx, office.people.agent.userId)];
      await post(tx, [{ from, to, amount: money(10_000), kind: 'top_up', key: 'a top-up' }]);
    });
    const [good, bad] = [await aWaiting(aNumber(2)), await aWaiting('3055550429')];
    await expect(run()).rejects.toThrow(TelephonyUnavailable);
    expect(await factsOf(office.people.agent, good)).toMatchObject([{ state: 'done', line_type: 'mobile' }]);
    expect(await factsOf(office.people.agent, bad)).toMatchObject([{ state: 'waiting' }]);
    expect(await balance()).toBe('0.992');
  });

  test('loses nothing to a worker that died', async () => {
    const silent = { ...server.platform.telephony, lookUp: () => Promise.reject(new Error('killed')) } as Telephony;
    await expect(run(silent)).rejects.toThrow('killed');
    expect(await balance(), 'held').toBe('0.984');
    await sql`update phone_verifications set claimed_at = claimed_at - interval '1 hour' where state = 'checking'`.execute(
      server.operator.db,
    );
    await expect(run()).rejects.toThrow(TelephonyUnavailable);
    expect(await balance()).toBe('0.992');
  });
});
