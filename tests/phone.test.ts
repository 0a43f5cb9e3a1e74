// Phones through web processes to the voice process, as a deployment runs them.
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { consultColleague, fetchDeviceToken, transferCall } from '#contract/dialer.ts';
import { deleteSession } from '#contract/signIn.ts';
import { listGateways } from '#kernel/voice/gateways.ts';
import { watchAddress } from '#kernel/voice/voice.ts';
import { openVoice } from '#providers/voice/voice.ts';
import { callsOf } from './support/calls.ts';
import { testSeal } from './support/database.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { dial, pickUp } from './support/gateways.ts';
import { handsetToken, openPhone, type Phone, talk } from './support/phones.ts';
import { callAt, startProcess, type TestProcess } from './support/processes.ts';
import { aServer, type Client, signedIn, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'agent3'>;
let webs: TestProcess[];
let voice: TestProcess;
beforeAll(async () => {
  server = await aServer();
  const [one, two, gateway] = await Promise.all([
    startProcess(server, 'web'),
    startProcess(server, 'web'),
    startProcess(server, 'voice'),
    startProcess(server, 'worker'),
  ]);
  webs = [one, two];
  voice = gateway;
  company = await aCompany(server, { admin: {}, agent: { under: 'admin' }, agent2: { under: 'admin' }, agent3: {} });
  const calls = callsOf(server, company.companyId);
  for (const [place, { userId }] of [company.people.agent, company.people.agent2].entries()) {
    await calls.number(`305555012${place}`, userId);
    await calls.switchOn('dialer_enabled', userId);
  }
  await calls.number('3055550129', company.people.admin.userId);
  await calls.number('3055550128', company.people.agent3.userId);
  for (const { userId } of [company.people.admin, company.people.agent3]) await calls.switchOn('dialer_enabled', userId);
  await calls.feature('call_centre');
});

const signalOf = (turn: number) => `${webs[turn]?.address.replace('http', 'ws')}/signal`;
async function phoneOf(client: Client, turn: number): Promise<Phone> {
  const { token } = await callAt(webs[turn]?.address ?? '', client.headers, fetchDeviceToken, {});
  const phone = await openPhone({ url: signalOf(turn), headers: { cookie: client.headers.cookie ?? '' }, token });
  await phone.register();
  return phone;
}
const isClosed = (phone: Phone) => until(async () => phone.socket.readyState === WebSocket.CLOSED);
const userOf = ({ userId }: { userId: number }) => `client:user:${userId}`;
const rowOf = (sid: string) =>
  server.operator.db.selectFrom('calls').select(['state', 'outcome']).where('sid', '=', sid).executeTakeFirst();

test('two people talk through two web processes, and orders reach their call from either', async () => {
  const { agent, agent2 } = company.people;
  const [caller, called] = await Promise.all([phoneOf(agent, 0), phoneOf(agent2, 1)]);
  const { mine, theirs, sid, calledSid } = await talk(caller, called, userOf(agent2));
  mine.speak(500);
  theirs.speak(900);
  await Promise.all([theirs.hears(500), mine.hears(900)]);
  await until(async () => (await rowOf(sid))?.state === 'active');
  const transfer = { body: { call_id: sid, user_id: company.people.admin.userId } };
  await expect(callAt(webs[1]?.address ?? '', agent.headers, transferCall, transfer)).rejects.toMatchObject({
    code: 'calls.colleague_away',
  });
  const port = openVoice({ ...server.config, demo: false }, server.platform.db, testSeal);
  expect(await port?.check()).toBeNull();
  await port?.order(company.companyId, sid, { order: 'hang_up' });
  await Promise.all([caller.wait('hangup', sid), called.wait('hangup', calledSid)]);
  caller.socket.close();
  called.socket.close();
});

test('without a session, or from another page, no socket opens; one ends with its session', async () => {
  const { agent } = company.people;
  const elsewhere = new WebSocket(signalOf(0), {
    headers: { cookie: agent.headers.cookie ?? '', origin: 'https://evil.example' },
  });
  await expect(new Promise((resolve, reject) => elsewhere.on('open', resolve).on('error', reject))).rejects.toThrow('403');
  const stranger = new WebSocket(signalOf(0));
  stranger.on('error', () => {});
  await until(async () => stranger.readyState === WebSocket.CLOSED);

  const again = await signedIn(server, company.companyId, agent.userId);
  const phone = await phoneOf(again, 0);
  await callAt(webs[1]?.address ?? '', again.headers, deleteSession, {});
  await isClosed(phone);
});

test('no handset comes in where this is no demo', async () => {
  const socket = new WebSocket(signalOf(0).replace('/signal', '/sandbox/signal'));
  const heard: unknown[] = [];
  socket.on('error', () => {});
  socket.on('message', (data) => heard.push(String(data)));
  const said = JSON.stringify({ type: 'listen', payload: { token: await handsetToken('3055550142') } });
  socket.on('open', () => socket.send(said));
  await until(async () => socket.readyState === WebSocket.CLOSED);
  expect(heard).toEqual([]);
});

test('the gateway is killed in a call: phones hear it, every part of it ends as failed, and the next gateway takes calls', async () => {
  const { admin, agent, agent2, agent3 } = company.people;
  const phones = await Promise.all([phoneOf(agent, 0), phoneOf(agent2, 1), phoneOf(admin, 0), phoneOf(agent3, 1)]);
  const [caller, called, leader, colleague] = phones;
  const { sid, calledSid } = await talk(caller, called, userOf(agent2));
  await until(async () => (await rowOf(calledSid))?.state === 'active');
  await dial(leader, { To: watchAddress(sid), mode: 'listen' });
  await leader.wait('answer');
  const ask = { body: { call_id: calledSid, user_id: agent3.userId } };
  const asking = await callAt(webs[0]?.address ?? '', agent2.headers, consultColleague, ask);
  expect(asking.consulting).toMatchObject({ user: { id: agent3.userId } });
  const asked = await pickUp(colleague);
  await until(async () => (await rowOf(asked.sid))?.state === 'active');
  await voice.kill();
  await Promise.all(phones.map(isClosed));
  voice = await startProcess(server, 'voice');
  for (const each of [sid, calledSid, asked.sid]) await until(async () => (await rowOf(each))?.outcome === 'failed', 60);
  const watchers = await server.operator.db.selectFrom('call_watchers').select('ended_at').execute();
  expect(watchers).toMatchObject([{ ended_at: expect.any(String) }]);

  const [again, other] = await Promise.all([phoneOf(agent, 1), phoneOf(agent2, 0)]);
  const call = await talk(again, other, userOf(agent2));
  call.mine.speak(700);
  await call.theirs.hears(700);
  await voice.stop();
  await again.wait('hangup', call.sid);
  expect(await rowOf(call.sid)).toMatchObject({ outcome: 'answered' });
  await until(async () => (await listGateways(server.platform.db)).length === 0, 30);
});
