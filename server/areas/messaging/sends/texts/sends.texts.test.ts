// Texts on the engine of sends: the gate, the money, the carrier's answers, and texts of workers that died.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookOf, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { money } from '#contract/kit/money.ts';
import { getMessage, getSend, updateSend } from '#contract/sends.ts';
import { getTextCover } from '#contract/texting.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import type { Telephony, Text, TextResult } from '#kernel/telephony/telephony.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { leaseMs } from '../engine/sends.lane.ts';
import { deliverTexts, textPump } from '../sends.lanes.ts';
import { applyTextReport, sendText, type TextAsked } from '../sends.service.ts';
import { planOfTexts } from './sends.textMoney.ts';

const ours = '3055550100';
/** Noon in New York; each test has a day of its own, as leases end by the clock. */
let noon = new Date('2027-01-11T17:00:00Z');
const hoursMs = 3_600_000;
beforeEach(() => {
  noon = new Date(noon.getTime() + 24 * hoursMs);
});
const aNight = () => new Date(noon.getTime() - 13 * hoursMs);

let server: TestServer;
let company: TestCompany<'agent' | 'manager' | 'payer' | 'planned'>;
beforeAll(async () => {
  server = await aServer();
  const agent = { role: 'agent', under: 'manager' } as const;
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, payer: agent, planned: agent });
  await sql`insert into text_registrations (company_id, state) values (${company.companyId}, 'approved')`.execute(
    server.operator.db,
  );
});

/** A carrier that takes all, unless `act` answers. */
function aCarrier(act: (text: Text) => TextResult | undefined = () => undefined) {
  const taken: (Text & { id: string })[] = [];
  const telephony = {
    async sendText(text: Text): Promise<TextResult> {
      const other = act(text);
      if (other && other.result !== 'unknown') return other;
      const id = `SM${taken.length}-${text.to}`;
      taken.push({ ...text, id });
      return other ?? { result: 'accepted', id, segments: 1 };
    },
    findText: async ({ to, body }: Text) => {
      const found = taken.find((text) => text.to === to && text.body === body);
      return found ? { id: found.id, segments: 1 } : null;
    },
  } as unknown as Telephony;
  return { telephony, taken };
}

const workAt = (at: Date, telephony: Telephony | null): WorkCtx => {
  const clock = () => at;
  const platform = { ...server.platform, clock, telephony };
  return { platform, clock, log: platform.log, actor: systemActor(company.companyId) };
};

async function deliverAt(at: Date, telephony: Telephony | null) {
  const ctx = workAt(at, telephony);
  await runPumps(server.operator.db, ctx.platform, [textPump]);
  await deliverTexts(ctx, new AbortController().signal);
}

const as = async <T>(who: Asker, at: Date, work: (tx: Tx) => Promise<T>) => {
  const actor = await loadActor(server.platform, company.companyId, company.people[who].userId, null);
  if (!actor) throw new Error('nobody');
  return inTenant({ ...workAt(at, null), actor }, work);
};

type Asker = 'agent' | 'payer' | 'planned';
let last = 0;
const aNumber = () => `305555${String(1_000 + ++last)}`;
const withPhone = (number: string, more: object = {}) =>
  aContact(server, company.companyId, {
    owner_id: company.people.agent.userId,
    first_name: 'Rosa',
    state: 'FL',
    phones: [{ type: 2, number }],
    ...more,
  });
const write = async (number: string, more: Partial<TextAsked> = {}, at = noon, who: Asker = 'agent') => {
  const contactId =
    more.contactId === undefined ? await withPhone(number, { owner_id: company.people[who].userId }) : more.contactId;
  return as(who, at, (tx) =>
    sendText(tx, {
      from: ours,
      to: number,
      body: 'Hello {{first_name|there}}, your card is here.',
      purpose: 'service',
      askedBy: company.people[who].userId,
      ...more,
      contactId,
    }),
  );
};
const messageOf = (id: number) => company.people.manager.call(getMessage, { params: { id } });

test('links become short ones of this product where the sender wants clicks counted, and lead only where they said', async () => {
  const number = aNumber();
  const body = 'See https://plans.example/2027?a=1&b=2, or https://plans.example/?n={{first_name}}.';
  const id = await write(number, { body, trackClicks: true });
  const { telephony, taken } = aCarrier();
  await deliverAt(noon, telephony);
  const said = taken.find((text) => text.to === number)?.body ?? '';
  const [, token = ''] = /\/l\/([\w-]+), or https:\/\/plans\.example\/\?n=Rosa\.$/.exec(said) ?? [];
  expect(token.length, said).toBeLessThan(24);
  const follow = (path: string) => server.app.inject({ url: `/l/${path}`, headers: { 'user-agent': 'Mozilla/5.0 Chrome/140' } });
  expect((await follow(token)).headers.location).toBe('https://plans.example/2027?a=1&b=2');
  // Not its last letter, of which base64 ignores some bits.
  expect((await follow(`${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`)).statusCode).toBe(404);
  expect(await messageOf(id)).toMatchObject({ segments: 1 });
});

test('a text leaves once with its fields filled in, its segments and its cost', async () => {
  const number = aNumber();
  const id = await write(number);
  const { telephony, taken } = aCarrier();
  await deliverAt(noon, telephony);
  await deliverAt(noon, telephony);
  expect(taken).toEqual([
    expect.objectContaining({
      from: ours,
      to: number,
      body: 'Hello Rosa, your card is here.',
      report: expect.stringMatching(/\/v1\/webhooks\/texts\//),
      goodFor: 8 * 3_600, // Florida closes at 8 pm
    }),
  ]);
  expect(await messageOf(id)).toMatchObject({
    channel: 'text',
    state: 'sent',
    text: 'Hello Rosa, your card is here.',
    as_sent: true,
    segments: 1,
    cost: '0.0150',
  });
});

test('outside the permitted hours a text waits for the morning, and an answer does not', async () => {
  const night = aNight();
  const morning = new Date(noon.getTime() - 3 * hoursMs); // Florida has two zones: 8 am by both
  const [service, answer] = [await write(aNumber(), {}, night), await write(aNumber(), { purpose: 'reply' }, night)];
  const { telephony, taken } = aCarrier();
  await deliverAt(night, telephony);
  expect(await messageOf(service)).toMatchObject({ state: 'queued', reason: 'hours', due_at: morning.toISOString() });
  expect(await messageOf(answer)).toMatchObject({ state: 'sent' });
  await deliverAt(morning, telephony);
  expect(taken).toHaveLength(2);
});

test('a marketing text says how to opt out, and needs a consent', async () => {
  const contactId = await withPhone(aNumber());
  const id = await write(aNumber(), { contactId, purpose: 'marketing' });
  expect(await messageOf(id)).toMatchObject({
    state: 'blocked',
    reason: expect.stringMatching(/no_consent|not_licensed/),
    text: 'Hello Rosa, your card is here.\nReply STOP to opt out',
  });
});

test('a number of nobody gets an answer to STOP, whatever the hour and the list', async () => {
  const number = aNumber();
  await sql`insert into suppressions (company_id, channel, address, purpose, reason) values (${company.companyId}, 'text', ${number}, 'all', 'revoked')`.execute(
    server.operator.db,
  );
  const night = aNight();
  await write(number, { contactId: null, purpose: 'compliance', body: 'You get no more texts from us.' }, night);
  await write(number, { contactId: null, purpose: 'service', body: 'More news' }, night);
  const { telephony, taken } = aCarrier();
  await deliverAt(night, telephony);
  expect(taken.map(({ to, body }) => [to, body])).toEqual([[number, 'You get no more texts from us.']]);
});

test('a refusal is final, and what the carrier knows of the number holds for later texts', async () => {
  const [stopped, landline] = [aNumber(), aNumber()];
  const ids = [await write(stopped), await write(landline)];
  const { telephony } = aCarrier(({ to }) =>
    to === stopped
      ? { result: 'refused', code: '21610', means: 'stopped' }
      : { result: 'refused', code: '21614', means: 'landline' },
  );
  await deliverAt(noon, telephony);
  expect(await Promise.all(ids.map(messageOf))).toMatchObject([
    { state: 'failed', reason: 'refused', cost: null },
    { state: 'failed', reason: 'refused', cost: null },
  ]);
  const again = [
    await write(stopped, { contactId: await withPhone(stopped) }),
    await write(landline, { contactId: await withPhone(landline) }),
  ];
  expect(await Promise.all(again.map(messageOf))).toMatchObject([
    { state: 'blocked', reason: 'suppressed' },
    { state: 'blocked', reason: 'landline' },
  ]);
});

test('not now is tried later, and an answer that was lost is asked for: nobody gets two', async () => {
  const [busy, lost] = [aNumber(), aNumber()];
  const [first, second] = [await write(busy), await write(lost)];
  let isBusy = true;
  const { telephony, taken } = aCarrier(({ to }) =>
    to === lost ? { result: 'unknown' } : isBusy ? { result: 'later', code: '20429', tooFast: true, seconds: 60 } : undefined,
  );
  await deliverAt(noon, telephony);
  expect(await messageOf(first)).toMatchObject({ state: 'queued', reason: 'unavailable' });
  expect(await messageOf(second)).toMatchObject({ state: 'sending' });
  isBusy = false;
  await deliverAt(new Date(noon.getTime() + leaseMs + 1_000), telephony);
  expect(await messageOf(first)).toMatchObject({ state: 'sent' });
  expect(await messageOf(second)).toMatchObject({ state: 'sent' });
  expect(taken.map(({ to }) => to).toSorted()).toEqual([busy, lost].toSorted());
});

test('money is held before a text leaves, charged when the carrier took it, and given back otherwise', async () => {
  const { companyId, people } = company;
  await sql`insert into feature_overrides (company_id, user_id, feature, enabled) values (${companyId}, ${people.payer.userId}, 'wallet', true)
    on conflict do nothing`.execute(server.operator.db);
  await as('payer', noon, async (tx) => {
    const [from, to] = [await bookOf(tx, 'adjustments'), await walletOf(tx, people.payer.userId)];
    await post(tx, [{ from, to, amount: money(300), kind: 'adjustment', key: 'texts-test' }]); // two texts
  });
  const numbers = [aNumber(), aNumber(), aNumber(), aNumber()];
  const ids = [];
  for (const number of numbers) ids.push(await write(number, {}, noon, 'payer'));
  const refused = numbers[0] ?? '';
  const { telephony, taken } = aCarrier(({ to }) =>
    to === refused ? { result: 'refused', code: '21211', means: 'dead' } : undefined,
  );
  await deliverAt(noon, telephony);
  const states = (await Promise.all(ids.map(messageOf))).map(({ state, reason }) => [state, reason]);
  expect(states.toSorted()).toEqual([
    ['blocked', 'balance'],
    ['blocked', 'balance'],
    ['failed', 'refused'],
    ['sent', null],
  ]);
  expect(taken).toHaveLength(1);
  const { rows } = await sql<{ balance: number; held: number }>`
    select sum(balance)::int as balance, sum(held)::int as held from ledger_accounts where company_id = ${companyId} and user_id = ${people.payer.userId}`.execute(
    server.operator.db,
  );
  expect(rows).toEqual([{ balance: 150, held: 0 }]);
  // One is paid for, two are not: an answer to STOP or HELP leaves all the same.
  expect(await answers(3, 'payer')).toEqual(['sent', 'sent', 'sent']);
});

/** The states of so many answers to STOP. */
async function answers(count: number, who: Asker) {
  const ids = [];
  for (let each = 0; each < count; each++)
    ids.push(await write(aNumber(), { purpose: 'compliance', body: 'You get no more texts from us.' }, noon, who));
  await deliverAt(noon, aCarrier().telephony);
  return (await Promise.all(ids.map(messageOf))).map(({ state }) => state);
}

describe('a plan', () => {
  const endAll = () => sql`update subscriptions set state = 'ended' where company_id = ${company.companyId}`.execute(server.operator.db); // biome-ignore format: one line
  const licensed = async (payer: 'self' | 'manager', allocation: number, { beside = false } = {}) => {
    const { companyId: company_id, people } = company;
    const user_id = people.planned.userId;
    const { db } = server.operator;
    if (!beside) await endAll();
    const common = { company_id, product: 'texting', price: 70_000, created_at: noon };
    const plan_id = await insertId(db, 'plans', {
      ...common,
      name: `Plan ${noon} ${payer}`,
      level: 'premium',
      included: allocation,
    });
    const payer_id = payer === 'self' ? user_id : people.manager.userId;
    const bought = { ...common, payer, payer_id, card_user_id: payer_id, plan_id, quantity: 1, included: allocation };
    const period = { allocated: allocation, state: 'active', anchor: '2027-01-01', zone: 'America/New_York' };
    const subscription_id = await insertId(db, 'subscriptions', { ...bought, ...period });
    await insertId(db, 'plan_licences', { company_id, subscription_id, user_id, allocation, created_at: noon });
  };
  const fill = (amount: number) =>
    as('planned', noon, async (tx) => {
      const [from, to] = [await bookOf(tx, 'adjustments'), await walletOf(tx, tx.actor.userId)];
      await post(tx, [{ from, to, amount: money(amount), kind: 'adjustment', key: `plan ${noon}` }]);
    });
  const cover = () => company.people.planned.call(getTextCover, {});
  /** Their states, reasons and costs, in order. */
  const send = async (texts: number, act?: (text: Text) => TextResult | undefined) => {
    const ids = [];
    for (let each = 0; each < texts; each++) ids.push(await write(aNumber(), {}, noon, 'planned'));
    await deliverAt(noon, aCarrier(act).telephony);
    return (await Promise.all(ids.map(messageOf))).map(({ state, reason, cost }) => [state, reason, cost].join(' '));
  };

  test('pays before the wallet, which pays the rest of one’s own', async () => {
    await server.operator.db
      .insertInto('feature_overrides')
      .values({ company_id: company.companyId, user_id: company.people.planned.userId, feature: 'wallet', enabled: true })
      .execute();
    await licensed('self', 2);
    await fill(150);
    expect(await cover()).toMatchObject({ plan: { left: 2, beyond: 'wallet' }, wallet: { available: '0.015' } });
    expect((await send(4)).toSorted()).toEqual(['blocked balance ', 'sent  0.0000', 'sent  0.0000', 'sent  0.0150']);
    expect(await cover()).toMatchObject({ plan: { left: 0 }, wallet: { available: '0.00' } });
  });

  test('that a manager pays gives no more than the user’s part, whatever the wallet has', async () => {
    await licensed('manager', 2);
    await fill(10_000);
    expect((await send(3)).toSorted()).toEqual(['blocked allocation ', 'sent  0.0000', 'sent  0.0000']);
    expect(await cover()).toMatchObject({ plan: { left: 0, beyond: 'refused' }, wallet: { available: '1.00' } });
    expect(await answers(1, 'planned')).toEqual(['sent']);
  });

  test('beside another: a text is taken of one of them, texts to many of both', async () => {
    await licensed('self', 5);
    await licensed('manager', 4, { beside: true });
    expect(await cover()).toMatchObject({ plan: { left: 5, beyond: 'wallet' } });
    const many = (texts: { segments: number; pictures: number }) => as('planned', noon, (tx) => planOfTexts(tx, texts));
    expect(await many({ segments: 10, pictures: 0 })).toEqual({
      plan: { left: 9, beyond: 'wallet' },
      rest: { segments: 1, pictures: 0 },
    });
    // Of a plan with five, one with three parts is taken; so of the other.
    expect((await many({ segments: 0, pictures: 5 })).rest).toEqual({ segments: 0, pictures: 3 });
  });

  test('gets back what did not leave, and takes three for pictures', async () => {
    await licensed('manager', 4);
    expect(await send(1, () => ({ result: 'refused', code: '21211', means: 'dead' }))).toEqual(['failed refused ']);
    expect(await cover()).toMatchObject({ plan: { left: 4 } });
    await write(aNumber(), { media: ['/v1/sms/media/1'] }, noon, 'planned');
    await deliverAt(noon, aCarrier().telephony);
    expect(await cover()).toMatchObject({ plan: { left: 1 } });
  });

  test('gets nothing back for a text of the month before, which is refused after the new one has begun', async () => {
    await licensed('manager', 4);
    const newMonth = () =>
      sql`update plan_licences set used = 1, period = period + 1 where company_id = ${company.companyId}`.execute(
        server.operator.db,
      );
    const id = await write(aNumber(), {}, noon, 'planned');
    const { telephony } = aCarrier(() => ({ result: 'refused', code: '21211', means: 'dead' }));
    const sendText: Telephony['sendText'] = async (text) => {
      await newMonth();
      return telephony.sendText(text);
    };
    await deliverAt(noon, { ...telephony, sendText });
    expect(await messageOf(id)).toMatchObject({ state: 'failed' });
    expect(await cover()).toMatchObject({ plan: { left: 3 } });
  });
});

test('reports move a text forward only, and one that is not known yet can come again', async () => {
  const number = aNumber();
  const id = await write(number);
  const { telephony, taken } = aCarrier();
  await deliverAt(noon, telephony);
  const [{ id: providerId } = { id: '' }] = taken;
  const report = (status: 'sent' | 'delivered') =>
    as('agent', noon, (tx) => applyTextReport(tx, { id: providerId, status, code: null, means: null, at: noon }));
  expect(
    await as('agent', noon, (tx) => applyTextReport(tx, { id: 'SMnone', status: 'sent', code: null, means: null, at: noon })),
  ).toBe(false);
  expect(await report('delivered')).toBe(true);
  expect(await report('sent')).toBe(true);
  expect(await messageOf(id)).toMatchObject({ outcome: 'delivered' });

  const other = await write(aNumber());
  const carrier = aCarrier();
  await deliverAt(noon, carrier.telephony);
  const landline = carrier.taken[0];
  await as('agent', noon, (tx) =>
    applyTextReport(tx, { id: landline?.id ?? '', status: 'undelivered', code: '30006', means: 'landline', at: noon }),
  );
  expect(await messageOf(other)).toMatchObject({ outcome: 'bounced' });
  const again = await write(landline?.to ?? '', { contactId: await withPhone(landline?.to ?? '') });
  expect(await messageOf(again)).toMatchObject({ state: 'blocked', reason: 'landline' });
});

test('a number sends so many segments a minute; the others wait for theirs', async () => {
  const long = 'x'.repeat(160 * 9); // 10 segments each
  const numbers = Array.from({ length: 25 }, aNumber);
  for (const number of numbers) await write(number, { from: '3055550177', body: long });
  const { telephony, taken } = aCarrier();
  const later = new Date(noon.getTime() + 3_600_000);
  await deliverAt(later, telephony);
  expect(taken).toHaveLength(22); // 225 segments
  await deliverAt(new Date(later.getTime() + 120_000), telephony);
  expect(new Set(taken.map(({ to }) => to)).size).toBe(25);
  expect(taken).toHaveLength(25);
});

test('a cancelled text does not leave', async () => {
  const night = aNight();
  const id = await write(aNumber(), {}, night);
  const { send_id } = await messageOf(id);
  await company.people.agent.call(updateSend, { params: { id: send_id }, body: { status: 'cancelled' } });
  const { telephony, taken } = aCarrier();
  await deliverAt(noon, telephony);
  expect(taken).toEqual([]);
  expect(await company.people.agent.call(getSend, { params: { id: send_id } })).toMatchObject({
    channel: 'text',
    status: 'cancelled',
    content: null,
    body: 'Hello {{first_name|there}}, your card is here.',
  });
});
