// Texts to many: who gets one and from which number, what it costs, campaigns, and an answer that ends them.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { runBulkAction } from '#areas/crm/bulk/bulk.run.ts';
import { createCampaignTrigger, updateCampaignTrigger } from '#contract/campaigns.ts';
import { listReadyTextCampaigns, sendTestText } from '#contract/campaignTexts.ts';
import { estimateTextGroup, sendBroadcastText, sendTextGroup } from '#contract/groupTexts.ts';
import { getSend, listMessages, listSends, type Send, updateSend } from '#contract/sends.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import type { Telephony, Text } from '#kernel/telephony/telephony.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { deliverTexts, textPump } from './sends.lanes.ts';
import { textOperation } from './sends.operations.ts';
import { heedAnswer } from './sends.service.ts';

const ours = '3055550155';
let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'numberless'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, numberless: { role: 'agent' } });
  const { companyId, people } = company;
  const { db } = server.operator;
  await sql`insert into text_registrations (company_id, state) values (${companyId}, 'approved')`.execute(db);
  for (const [number, user] of [
    [ours, people.agent.userId],
    ['3055550156', people.admin.userId],
  ] as const)
    await sql`
      insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, registration, bought_at, rent_due_at)
      values (${companyId}, ${number}, ${user}, ${user}, ${`PN${number}`}, 'approved', now(), now() + interval '1 month')`.execute(
      db,
    );
});

const workAt = (at: Date, more: object = {}): WorkCtx => {
  const clock = () => at;
  const platform = { ...server.platform, clock, ...more };
  return { platform, clock, log: platform.log, actor: systemActor(company.companyId) };
};
/** Noon in New York. */
const noon = new Date('2027-03-02T17:00:00Z');

/** Runs the bulk action of a send, as its job does. */
async function prepare({ bulk_action_id, asked_by }: Send, at = noon) {
  const actor = await loadActor(server.platform, company.companyId, asked_by.id, null);
  if (!actor || !bulk_action_id) throw new Error('there is nothing to prepare');
  await runBulkAction({ ...workAt(at), actor }, bulk_action_id, [textOperation] as never, {
    signal: new AbortController().signal,
  });
}

async function deliverAt(at: Date): Promise<Text[]> {
  const taken: Text[] = [];
  const telephony = {
    async sendText(text: Text) {
      taken.push(text);
      return { result: 'accepted', id: `SM${at.getTime()}-${text.to}`, segments: 1 };
    },
    findText: async () => null,
  } as unknown as Telephony;
  const ctx = workAt(at, { telephony });
  await server.operator.db.updateTable('lanes').set({ leased_until: new Date(0), asked_until: null }).execute(); // biome-ignore format: one line
  await runPumps(server.operator.db, ctx.platform, [textPump]);
  await deliverTexts(ctx, new AbortController().signal);
  return taken;
}

let last = 0;
const aNumber = () => `305555${String(2_000 + ++last)}`;
const somebody = (first_name: string, number: string, more: object = {}) =>
  aContact(server, company.companyId, {
    owner_id: company.people.agent.userId,
    first_name,
    state: 'FL',
    phones: [{ type: 2, number }],
    ...more,
  });

test('a text goes once to each number, from ours; who does not get it and why stands on its page', async () => {
  const { agent, numberless } = company.people;
  const [rosa, ben] = [aNumber(), aNumber()];
  const ids = [
    await somebody('Rosa', rosa),
    await somebody('Ben', ben),
    await somebody('Twin', ben),
    await somebody('Silent', aNumber(), { do_not_text: true }),
  ];
  const body = { ids, message_content: 'Hello {{first_name|there}}, we moved.', purpose: 'service' as const };
  await expect(numberless.call(sendTextGroup, { body: { ...body, ids: [ids[0] ?? 0] } })).rejects.toThrow('texts.no_number');
  const send = await agent.call(sendTextGroup, { body, onceKey: 'moved-once' });
  expect(await agent.call(sendTextGroup, { body, onceKey: 'moved-once' })).toMatchObject({ id: send.id });
  expect(send).toMatchObject({
    kind: 'group',
    channel: 'text',
    status: 'preparing',
    subject: 'Hello {{first_name|there}}, we moved.',
  });
  await prepare(send);
  await prepare(send);
  const taken = await deliverAt(noon);
  expect(taken.map(({ from, to, body }) => [from, to, body]).toSorted()).toEqual([
    [ours, rosa, 'Hello Rosa, we moved.'],
    [ours, ben, 'Hello Ben, we moved.'],
  ]);
  const { counts, status } = await agent.call(getSend, { params: { id: send.id } });
  expect({ counts, status }).toMatchObject({ status: 'done', counts: { total: 4, sent: 2, blocked: 2 } });
  const { data } = await agent.call(listMessages, { params: { id: send.id }, query: { state: 'blocked' } });
  expect(data.map(({ reason }) => reason).toSorted()).toEqual(['do_not_contact', 'same_address']);
});

test('one of several sources is chosen, and a wrong field or a past moment is refused', async () => {
  const { agent } = company.people;
  const ids = [await somebody('Rosa', aNumber())];
  const refused = (more: object) => expect(agent.call(sendTextGroup, { body: { ids, ...more } as never })).rejects;
  await refused({}).toThrow('message_content');
  await refused({ message_content: 'Hi', campaign_trigger_id: 1 }).toThrow('message_content');
  await refused({ message_content: 'Hi {{frist_name}}' }).toThrow('message_content');
  await refused({ campaign_trigger_id: 999_999 }).toThrow('campaign_trigger_id');
  await refused({ message_content: 'Hi', send_now: false, send_at: '2020-01-01T09:00:00Z' }).toThrow('send_at');
  await expect(agent.call(sendBroadcastText, { body: { ids, message_content: 'Hi' } })).rejects.toThrow('forbidden');
});

test('by the recipients’ clocks it begins where the hour comes first, and waits for the others', async () => {
  const { agent } = company.people;
  const ids = [await somebody('East', aNumber()), await somebody('West', `213555${2_000 + ++last}`, { state: 'CA' })];
  const at = new Date(Date.now() + 30 * 86_400_000);
  at.setUTCHours(17, 0, 0, 0);
  const body = { ids, message_content: 'Good morning', purpose: 'service' as const, send_now: false, send_at: at.toISOString() };
  const send = await agent.call(sendTextGroup, { body: { ...body, by_recipient_clock: true } });
  expect(send).toMatchObject({ status: 'scheduled', send_at: at.toISOString() });
  const { rows } = await sql<{ local_at: string }>`
    select local_at from sends where company_id = ${company.companyId} and id = ${send.id}`.execute(server.operator.db);
  expect(rows[0]?.local_at).toMatch(/ 1[23]:00$/); // by the agent's clock, in New York
  await agent.call(updateSend, { params: { id: send.id }, body: { status: 'cancelled' } });
});

test('before it is sent, the segments, the cost and the time of all are told', async () => {
  const { agent } = company.people;
  const ids = [await somebody('Rosa', aNumber())];
  const body = { ids, message_content: `{{first_name}} ${'x'.repeat(150)}`, purpose: 'service' as const, people: 1_000 };
  expect(await agent.call(estimateTextGroup, { body })).toMatchObject({ segments: 1_000, numbers: 1, minutes: 5, wallet: null });
  const dear = await agent.call(estimateTextGroup, { body: { ...body, purpose: 'marketing' } });
  expect(dear).toMatchObject({ segments: 2_000, example: expect.stringMatching(/^Rosa x+\nReply STOP to opt out$/) });
});

const of = (id: number) => ({ params: { id } });

test('an approved campaign is offered, says its first text, and an answer cancels what still waits', async () => {
  const { admin, agent } = company.people;
  const form = { trigger_type: 'sms' as const, category: 'service' as const, show_on_bulk: true, global: true };
  const second = await admin.call(createCampaignTrigger, { body: { ...form, name: 'Second', body: 'Second text' } });
  const made = await admin.call(createCampaignTrigger, {
    body: { ...form, name: 'First', body: 'Hello {{first_name}}', all_sms_trigger_ids: [second.id], stop_on_reply: true },
  });
  expect(await agent.call(listReadyTextCampaigns, { query: {} })).toEqual({ data: [] });
  await admin.call(updateCampaignTrigger, { ...of(made.id), body: { compliant: true, enabled: true } });
  expect((await agent.call(listReadyTextCampaigns, { query: {} })).data).toMatchObject([
    { id: made.id, body: 'Hello {{first_name}}' },
  ]);
  const test = { campaign_trigger_id: made.id, all: true, phone: '(305) 555-0177' };
  expect(await admin.call(sendTestText, { body: test })).toEqual({ phone: '3055550177', sent: 2 });
  await deliverAt(noon); // the tests

  const number = aNumber();
  const contactId = await somebody('Rosa', number);
  const ids = [contactId];
  const send = await agent.call(sendTextGroup, { body: { ids, campaign_trigger_id: made.id } });
  expect(send).toMatchObject({ campaign: { id: made.id, name: 'First' }, purpose: 'service' });
  const night = new Date(noon.getTime() - 12 * 3_600_000);
  await prepare(send, night);
  expect(await deliverAt(night)).toEqual([]);
  const plain = await agent.call(sendTextGroup, { body: { ids, message_content: 'Not of a campaign', purpose: 'service' } });
  await prepare(plain, night);
  await inTenant(workAt(noon), (tx) => heedAnswer(tx, { line: ours, address: number, contactId, conversationId: 1, key: 'SM1' }));
  expect((await deliverAt(noon)).map(({ body }) => body)).toEqual(['Not of a campaign']);
  const { data } = await agent.call(listMessages, { ...of(send.id), query: {} });
  expect(data).toMatchObject([{ state: 'cancelled', reason: 'answered' }]);
  await inTenant(workAt(noon), (tx) => heedAnswer(tx, { line: ours, address: number, contactId, conversationId: 1, key: 'SM2' }));
  expect((await agent.call(getSend, of(plain.id))).counts.replied).toBe(1);
});

test('a test text to the phone of a contact passes the gate as the contact; the asker’s own phone stays allowed', async () => {
  const { admin, agent } = company.people;
  const form = { trigger_type: 'sms' as const, global: true, body: 'Buy now' };
  const offer = await admin.call(createCampaignTrigger, { body: { ...form, name: 'Offer', category: 'marketing' } });
  const news = await admin.call(createCampaignTrigger, { body: { ...form, name: 'News', category: 'service' } });
  const [silent, quiet, theirs] = [aNumber(), aNumber(), aNumber()];
  await somebody('Silent', silent, { do_not_text: true });
  const contact = await somebody('Quiet', quiet);
  await somebody('Theirs', theirs, { owner_id: admin.userId });
  const test = (id: number, phone: string) => agent.call(sendTestText, { body: { campaign_trigger_id: id, phone } });
  for (const [id, phone] of [
    [news.id, silent],
    [offer.id, quiet], // without consent
    [news.id, theirs],
  ] as const)
    await expect(test(id, phone)).rejects.toThrow('may not go to this number');
  expect(await test(news.id, quiet)).toEqual({ phone: quiet, sent: 1 });
  const ofPhone = (phone: string) => server.operator.db.selectFrom('messages').select('contact_id').where('address', '=', phone).execute(); // biome-ignore format: one line
  expect(await ofPhone(quiet)).toEqual([{ contact_id: contact }]);
  expect(await ofPhone(silent)).toEqual([]);
  await server.operator.db
    .insertInto('user_webpages')
    .values({ company_id: company.companyId, user_id: agent.userId, content: { phone: quiet } as never })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ content: { phone: quiet } as never }))
    .execute();
  expect(await test(offer.id, quiet)).toEqual({ phone: quiet, sent: 1 });
});

test('a recurring campaign is sent by hand as its day of today, so nobody gets that day twice', async () => {
  const { admin, agent } = company.people;
  const made = await admin.call(createCampaignTrigger, {
    body: {
      name: 'Birthday',
      trigger_type: 'sms',
      category: 'service',
      body: 'Happy birthday',
      recurrence: 'birthday',
      global: true,
    },
  });
  await admin.call(updateCampaignTrigger, { ...of(made.id), body: { compliant: true, enabled: true } });
  const body = { ids: [await somebody('Rosa', aNumber())], recurrence_campaign_trigger_id: made.id };
  const sends = [await agent.call(sendTextGroup, { body }), await agent.call(sendTextGroup, { body })];
  for (const send of sends) await prepare(send);
  const counts = await Promise.all(sends.map(async ({ id }) => (await agent.call(getSend, of(id))).counts.total));
  expect(counts).toEqual([1, 0]);
  expect((await agent.call(listSends, { query: { campaign_trigger_id: made.id } })).data).toHaveLength(2);
});

test('where texting is sold, a user without wallet and plan texts nobody', async () => {
  const { agent } = company.people;
  await sql`insert into settings (company_id, name, value) values (${company.companyId}, 'sends.texting_is_sold', 'true')`.execute(
    server.operator.db,
  );
  const body = { ids: [await somebody('Rosa', aNumber())], message_content: 'Hi' };
  await expect(agent.call(sendTextGroup, { body })).rejects.toThrow('texts.no_plan');
});
