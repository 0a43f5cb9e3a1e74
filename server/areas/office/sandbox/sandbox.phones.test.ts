// The demo's handsets: texts to them, answers from them through our real webhook, pictures, and reports as
// unreliable as a carrier's.
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import { fetchConversations, fetchMessages } from '#contract/conversations.ts';
import {
  downloadSandboxPicture,
  getSandboxPhone,
  listSandboxPhones,
  updateSandboxPhone,
  writeFromSandboxPhone,
} from '#contract/sandboxPhones.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, call, send, type TestServer } from '#tests/support/server.ts';
import { allTasks } from '../../../areas.ts';
import { carrierPump, carryCalls } from './sandbox.carrier.ts';

const line = '3055550120';
let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let url: string;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {} });
  url = urlOf(server.config, 'texts', (await inTenant(ctx(), (tx) => getLine(tx, 'texts'))).token);
  const { db } = server.operator;
  await db.insertInto('sandbox_numbers').values({ number: line, sid: 'PN1', sms_url: url }).execute();
  await sql`
    insert into phone_numbers (company_id, number, payer_id, provider_id, bought_at, rent_due_at)
    values (${company.companyId}, ${line}, ${company.people.admin.userId}, 'PN1', now(), now() + interval '1 month')`.execute(db);
});
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

const ctx = () => {
  const { platform } = server;
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
};

async function work() {
  for (let round = 0; round < 3; round++) {
    const rows = await server.operator.db
      .deleteFrom('outbox')
      .where('kind', '=', 'job')
      .where('company_id', '=', company.companyId)
      .returning(['name', 'payload'])
      .execute();
    for (const { name, payload } of rows)
      if (/^(webhooks|texting)\./.test(name))
        await allTasks[name]?.(ctx(), payload, { signal: new AbortController().signal, attempt: 1, last: false } as never);
  }
}

let made = 0;
const aNumber = () => `786555${String(3000 + ++made)}`;
const write = (number: string, body: string, picture = '') =>
  call(server.app, {}, writeFromSandboxPhone, { params: { number }, body: { to: line, body, picture } });
const phone = (number: string) => call(server.app, {}, getSandboxPhone, { params: { number } });
const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7' } })
  .png()
  .toBuffer();

async function thread(number: string) {
  const { agent } = company.people;
  const { data } = await agent.call(fetchConversations, { body: { q: number } });
  return data[0] ? (await agent.call(fetchMessages, { body: { conversation_id: data[0].id } })).data : [];
}
const aRecipient = async () => {
  const number = aNumber();
  await aContact(server, company.companyId, { owner_id: company.people.agent.userId, first_name: 'Rosa', phone: number });
  return number;
};

test('what is written on a handset arrives in the inbox, with its picture', async () => {
  const number = await aRecipient();
  await write(number, 'Look at my card', png.toString('base64'));
  await work();
  expect(await thread(number)).toMatchObject([
    { direction: 'in', text: 'Look at my card', files: [{ name: 'file 1.jpg', type: 'image/jpeg' }] },
  ]);
  const shown = await phone(number);
  expect(shown).toMatchObject({ excerpt: 'Look at my card', texts: [{ direction: 'out', line, body: 'Look at my card' }] });
  const [path] = shown.texts[0]?.media ?? [];
  expect(path).toMatch(/^\/v1\/sandbox\/texts\/\d+\/picture$/);
  const id = shown.texts[0]?.id ?? 0;
  expect((await send(server.app, {}, downloadSandboxPicture, { params: { id } })).rawPayload).toEqual(png);
  const listed = await call(server.app, {}, listSandboxPhones, { query: { q: number } });
  expect(listed).toMatchObject({ data: [{ number, is_off: false }], lines: [line] });
});

test('a picture that is a page is left out, and the words stay', async () => {
  const number = await aRecipient();
  await write(number, 'Mine', Buffer.from('<html><script>alert(1)</script></html>').toString('base64'));
  await work();
  expect(await thread(number)).toMatchObject([{ text: 'Mine', files: [] }]);
});

test('a phone that is off writes nothing, and a slow one arrives later', async () => {
  const number = await aRecipient();
  const set = (body: object) => call(server.app, {}, updateSandboxPhone, { params: { number }, body });
  await set({ is_off: true });
  await expect(write(number, 'Hello')).rejects.toMatchObject({ code: 'sandbox.phone_off' });
  await set({ is_off: false, is_slow: true });
  await write(number, 'Slowly');
  await work();
  expect(await thread(number)).toEqual([]);
  await sql`update sandbox_texts set call_due_at = now() - interval '1 second' where sender = ${number}`.execute(
    server.operator.db,
  );
  expect(await carrierPump.listDue(server.operator.db, new Date(), 10)).toContain(company.companyId);
  await carryCalls(ctx());
  await work();
  expect(await thread(number)).toMatchObject([{ text: 'Slowly' }]);
});

test('each text to a handset is reported to our webhook, unless reports get lost', async () => {
  const { telephony } = server.platform;
  const [number, off, silent] = [aNumber(), aNumber(), aNumber()];
  await call(server.app, {}, updateSandboxPhone, { params: { number: off }, body: { is_off: true } });
  await call(server.app, {}, updateSandboxPhone, { params: { number: silent }, body: { loses_reports: true } });
  for (const to of [number, off, silent]) await telephony?.sendText({ from: line, to, body: 'Hello', report: url });
  for (let round = 0; round < 5; round++) {
    await sql`update sandbox_texts set call_due_at = now() - interval '1 second' where call_due_at is not null`.execute(
      server.operator.db,
    );
    await carryCalls(ctx());
  }
  const rows = await server.operator.db
    .selectFrom('sandbox_texts')
    .select(['recipient', 'calls_made', 'error_code'])
    .where('recipient', 'in', [number, off, silent])
    .execute();
  const of = (wanted: string) => rows.find(({ recipient }) => recipient === wanted);
  expect(of(number)?.calls_made).toBeGreaterThanOrEqual(2);
  expect(of(off)).toMatchObject({ error_code: 30003 });
  expect(of(silent)).toMatchObject({ calls_made: 0 });
  const { rows: calls } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from hook_calls where company_id = ${company.companyId} and kind = 'texts' group by state`.execute(
    server.operator.db,
  );
  expect(calls.find(({ state }) => state === 'forged')).toBeUndefined();
  expect((await phone(number)).texts).toMatchObject([{ direction: 'in', line, body: 'Hello' }]);
});

test('a number of nobody cannot be written to', async () => {
  const number = aNumber();
  const body = { to: '2125550199', body: 'Hello' };
  await expect(call(server.app, {}, writeFromSandboxPhone, { params: { number }, body })).rejects.toMatchObject({ status: 404 });
});
