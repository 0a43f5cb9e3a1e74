// Texts that came in, and that no webhook brought: the nightly look at the carrier's list finds them.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fetchConversations } from '#contract/conversations.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { catchUp } from './texting.catchUp.ts';
import { receiveTexts } from './texting.receive.ts';

const line = '3055550120';
const [minute, hour] = [60_000, 3_600_000];
const server = await aServer();
const { db } = server.operator;
const company = await aCompany(server, { admin: {} });
const { companyId, people } = company;
const { platform } = server;
const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
const run = { signal: new AbortController().signal };
await sql`
  insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, bought_at, rent_due_at)
  values (${companyId}, ${line}, null, ${people.admin.userId}, 'PN1', now(), now() + interval '1 month')`.execute(db);
await db.insertInto('sandbox_numbers').values({ number: line, sid: 'PN1' }).execute();

let made = 0;
async function atTheCarrier(sender: string, body: string, age: number, picture: Buffer | null = null) {
  const sid = `${picture ? 'MM' : 'SM'}${String(++made).padStart(32, '0')}`;
  const created_at = new Date(Date.now() - age);
  const row = { sid, sender, recipient: line, body, segments: 1, picture, created_at };
  await db.insertInto('sandbox_texts').values(row).execute();
  return sid;
}
const excerpts = async () =>
  (await people.admin.call(fetchConversations, { body: { channel: 'text' } })).data.map(({ excerpt }) => excerpt).toSorted();
const jobs = () =>
  db
    .selectFrom('outbox')
    .select('payload')
    .where('company_id', '=', companyId)
    .where('name', '=', 'texting.fetchMedia')
    .execute();

test('what no webhook brought is taken once, with its pictures; what is known, new or old is left alone', async () => {
  const known = await atTheCarrier('7865552001', 'By webhook', hour);
  const text = { id: known, from: '7865552001', to: line, body: 'By webhook', media: [], isAnswered: false };
  await inTenant(ctx, (tx) => receiveTexts(tx, [{ ...text, at: tx.clock() }]));
  await atTheCarrier('7865552002', 'Lost', 2 * hour);
  await atTheCarrier('7865552003', 'On its way', minute);
  await atTheCarrier('7865552004', 'Of last week', 7 * 24 * hour);
  const shown = await atTheCarrier('7865552005', 'See this', hour, Buffer.from('picture'));
  await catchUp(ctx, run);
  await catchUp(ctx, run);
  expect(await excerpts()).toEqual(['By webhook', 'Lost', 'See this']);
  expect(await jobs()).toMatchObject([{ payload: { urls: [expect.stringContaining(`/Messages/${shown}/Media/ME`)] } }]);
});

test('a STOP that was lost ends texts to its sender', async () => {
  await atTheCarrier('7865552006', 'STOP', 3 * hour);
  await catchUp(ctx, run);
  const { rows } = await sql`select from suppressions where address = '7865552006' and lifted_at is null`.execute(db);
  expect(rows).toHaveLength(1);
});

test('a carrier that does not answer is asked again later, and without one nothing happens', async () => {
  const away = { ...platform.telephony, listReceived: () => Promise.reject(new TelephonyUnavailable('away')) };
  const without = (telephony: typeof platform.telephony) => ({ ...ctx, platform: { ...platform, telephony } });
  await expect(catchUp(without(away as never), run)).rejects.toThrow(TelephonyUnavailable);
  await catchUp(without(null), run);
});
