// Recordings of calls: listed, searched, and played from any place.
import { beforeAll, expect, test } from 'vitest';
import { downloadCallFile, listCallFiles } from '#contract/files.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { storeFile } from '#kernel/files/files.ts';
import { aCompany, aContact, type Person, type TestCompany } from '#tests/support/factories.ts';
import { aServer, send, type TestServer } from '#tests/support/server.ts';
import { keepCallFile } from './files.service.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, agent2: {} });
});

async function record(person: Person, contact_id: number, call: { number: string; seconds: number; started_at: string }) {
  const { platform } = server;
  const actor = await loadActor(platform, company.companyId, person.userId, null);
  if (!actor) throw new Error('nobody there');
  const ctx: WorkCtx = { platform, clock: platform.clock, log: platform.log, actor };
  async function* content() {
    yield Buffer.from('RIFF0000WAVEfmt 0123456789');
  }
  const file = await storeFile(ctx, { name: 'call.wav', content: content() });
  return inTenant(ctx, (tx) => keepCallFile(tx, file, { ...call, contact_id, user_id: person.userId, direction: 'outbound' }));
}

test('are listed by time or length, found by number or user, and sent in parts', async () => {
  const { agent, agent2 } = company.people;
  const id = await aContact(server, company.companyId, { owner_id: agent.userId });
  const long = await record(agent, id, { number: '3055550142', seconds: 600, started_at: '2026-01-02T10:00:00Z' });
  const short = await record(agent, id, { number: '7865550101', seconds: 9, started_at: '2026-02-03T10:00:00Z' });
  const list = async (query: CallOf<typeof listCallFiles>['query']) =>
    (await agent.call(listCallFiles, { params: { id }, query })).data.map((call) => call.id);
  expect(await list({})).toEqual([short, long]);
  expect(await list({ order: 'desc', order_field: 'seconds' })).toEqual([long, short]);
  expect(await list({ q: '(786) 555' })).toEqual([short]);
  expect(await list({ q: 'AGENT' })).toEqual([short, long]);
  expect(await list({ q: 'nobody' })).toEqual([]);
  const { data } = await agent.call(listCallFiles, { params: { id }, query: { limit: 1 } });
  expect(data).toMatchObject([
    { direction: 'outbound', number: '7865550101', seconds: 9, user: { name: 'agent Tester' }, type: 'audio/wav', size: 26 },
  ]);
  const answer = await send(server.app, { ...agent.headers, range: 'bytes=16-19' }, downloadCallFile, {
    params: { id, callFileId: short },
  });
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([206, '0123', 'audio/wav']);
  await expect(agent2.call(listCallFiles, { params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
  const elsewhere = { params: { id: await aContact(server, company.companyId, { owner_id: agent.userId }), callFileId: short } };
  await expect(agent.call(downloadCallFile, elsewhere)).rejects.toMatchObject({ status: 404 });
});
