// Recordings of calls: announced, both sides apart, without paused or held parts; and messages for users who
// do not answer.
import { beforeAll, expect, test } from 'vitest';
import * as book from '#areas/voice/calls/calls.service.ts';
import { downloadCallRecording } from '#contract/dialer.ts';
import { openVoice } from '#providers/voice/voice.ts';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { callsOf, workingHour } from '#tests/support/calls.ts';
import { testSeal } from '#tests/support/database.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import {
  aMicrophone,
  energyOf,
  handsetToken,
  newCallId,
  openPhone,
  type Phone,
  passed,
  shareOf,
  talk,
  userToken,
} from '#tests/support/phones.ts';
import { aServer, send, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { type Pace, usualPace } from './call.parts.ts';
import { startGateway } from './gateway.ts';
import { sampleRate } from './sound.ts';

const ours = '3055550120';
const theirs = '3055550142';
const pace: Pace = { ...usualPace };
let server: TestServer;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let company: TestCompany<'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  server.platform.clock = () => new Date(workingHour.getTime() + performance.now());
  gateway = await startGateway(server.platform, book, pace);
  atTheEnd(() => gateway.stop());
  company = await aCompany(server, { agent: {}, agent2: {} });
  const calls = callsOf(server, company.companyId);
  const { userId } = company.people.agent;
  await calls.number(ours, userId);
  await calls.switchOn('dialer_enabled', userId);
  await calls.callable(userId, theirs);
});

const url = () => `${gateway.address.replace('http', 'ws')}/signal`;
async function phoneOf(person: 'agent' | 'agent2', at = url()): Promise<Phone> {
  const who = { companyId: company.companyId, userId: company.people[person].userId };
  const phone = await openPhone({ url: at, headers: passed(who), token: await userToken(who) });
  await phone.register();
  return phone;
}
async function handset(number: string, at = url()): Promise<Phone> {
  const phone = await openPhone({ url: at, headers: passed('handset'), token: await handsetToken(number) });
  await phone.register();
  return phone;
}
const order = async (sid: string, name: 'record' | 'pause' | 'announce') =>
  openVoice(server.config, server.platform.db, testSeal)?.order(company.companyId, sid, { order: name });

const rowOf = (sid: string) =>
  server.operator.db
    .selectFrom('calls')
    .select(['id', 'outcome', 'recording', 'call_file_id'])
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();

/** As its user hears it: the two sides. */
async function recordingOf(sid: string) {
  const { id } = await until(async () => {
    const row = await rowOf(sid);
    return row.call_file_id === null ? null : row;
  });
  const answer = await send(server.app, company.people.agent.headers, downloadCallRecording, { params: { id } });
  expect(answer.headers['content-type']).toBe('audio/wav');
  const content = answer.rawPayload;
  expect(content.toString('latin1', 0, 4)).toBe('RIFF');
  expect(content.readUInt32LE(4)).toBe(content.length - 8);
  expect([content.readUInt16LE(20), content.readUInt16LE(22), content.readUInt32LE(24)]).toEqual([7, 2, sampleRate]);
  expect(content.readUInt32LE(54)).toBe(content.length - 58);
  const samples = content.subarray(58);
  const side = (channel: number) => Buffer.from(samples.filter((_, place) => place % 2 === channel));
  return { caller: side(0), called: side(1), seconds: samples.length / 2 / sampleRate };
}

/** Whether most tenths of a second were this tone: on a busy machine some packets come late. */
function isTone(sound: Buffer, hertz: number): boolean {
  const parts = Array.from({ length: Math.floor(sound.length / 800) }, (_, place) =>
    sound.subarray(place * 800, (place + 1) * 800),
  );
  return parts.filter((part) => shareOf(part, hertz) > 0.8).length > parts.length * 0.6;
}

const second = (sound: Buffer, from: number, length = 1) => sound.subarray(from * sampleRate, (from + length) * sampleRate);

test('a recording that cannot be written keeps no call from ending', async () => {
  const [agent, outside] = await Promise.all([phoneOf('agent'), handset(theirs)]);
  const call = await talk(agent, outside, theirs);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = '/there/is/no/such/folder';
  await order(call.sid, 'record');
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  agent.say('hangup', { callsid: call.sid });
  await outside.wait('hangup');
  await expect.poll(async () => (await rowOf(call.sid)).outcome).toBe('answered');
  expect(await rowOf(call.sid)).toMatchObject({ call_file_id: null });
  agent.socket.close();
  outside.socket.close();
});

test('a call to a handset: announced, each side in its channel, without the pause', async () => {
  const [agent, outside] = await Promise.all([phoneOf('agent'), handset(theirs)]);
  const call = await talk(agent, outside, theirs);
  expect(call.invited.parameters).toMatchObject({ From: `+1${ours}`, To: `+1${theirs}` });
  call.mine.speak(500);
  call.theirs.speak(1_500);
  await Promise.all([call.theirs.hears(500), call.mine.hears(1_500)]);
  const began = performance.now();
  await order(call.sid, 'record');
  expect(await rowOf(call.sid)).toMatchObject({ recording: 'on' });
  await until(async () => performance.now() - began > 4_700);
  await order(call.sid, 'pause');
  const taped = (performance.now() - began) / 1_000;
  expect(await rowOf(call.sid)).toMatchObject({ recording: 'paused' });
  call.mine.speak(2_500);
  await call.theirs.hears(2_500);
  call.mine.speak(1_000);
  await call.theirs.hears(1_000);
  const resumed = performance.now();
  await order(call.sid, 'record');
  await until(async () => performance.now() - resumed > 1_000);
  agent.say('hangup', { callsid: call.sid });
  await outside.wait('hangup');

  const { caller, called, seconds } = await recordingOf(call.sid);
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThan(taped + 1.8);
  for (const side of [caller, called]) expect(energyOf(second(side, 0.2))).toBeGreaterThan(300); // the announcement
  for (const hertz of [500, 1_500]) expect(shareOf(second(caller, 0.2), hertz)).toBeLessThan(0.3);
  expect(isTone(second(caller, 3.5), 500)).toBe(true);
  expect(isTone(second(called, 3.5), 1_500)).toBe(true);
  expect(isTone(caller.subarray(-sampleRate / 2), 1_000)).toBe(true);
  for (let from = 0; from + 0.25 < seconds; from += 0.25) expect(shareOf(second(caller, from, 0.25), 2_500)).toBeLessThan(0.4); // said in the pause
  await expect.poll(async () => (await rowOf(call.sid)).outcome).toBe('answered');
  agent.socket.close();
  outside.socket.close();
});

test('a number without an open handset rings, and a handset that opens can take it', async () => {
  const agent = await phoneOf('agent');
  const microphone = aMicrophone();
  const invite = { callsid: newCallId(), sdp: await microphone.media.offer(), twilio: { params: `To=${theirs}` } };
  agent.say('invite', invite);
  const { callsid, sdp } = (await agent.wait('ringing')).payload;
  await microphone.media.accept(sdp ?? ''); // early media: it hears the ring
  await expect.poll(() => microphone.heard(440, 0.3) && microphone.heard(480, 0.3)).toBe(true);
  const outside = await handset(theirs);
  const invited = (await outside.wait('invite')).payload;
  outside.say('reject', { callsid: invited.callsid });
  expect((await agent.wait('hangup', callsid)).payload.error?.code).toBe(31603);
  await expect.poll(async () => (await rowOf(callsid ?? '')).outcome).toBe('declined');
  agent.socket.close();
  outside.socket.close();
});

test('a handset calls our number, and its user answers', async () => {
  const [agent, outside] = await Promise.all([phoneOf('agent'), handset(theirs)]);
  const call = await talk(outside, agent, `+1${ours}`);
  expect(call.invited.parameters?.From).toBe(`+1${theirs}`);
  call.mine.speak(500);
  await call.theirs.hears(500);
  outside.say('hangup', { callsid: call.sid });
  await agent.wait('hangup', call.calledSid);
  await expect.poll(async () => (await rowOf(call.calledSid)).outcome).toBe('answered');
  const none = newCallId();
  outside.say('invite', { callsid: none, sdp: await aMicrophone().media.offer(), twilio: { params: 'To=2125550199' } });
  expect((await outside.wait('hangup', none)).payload.error?.code).toBe(31404);
  agent.socket.close();
  outside.socket.close();
});

test('nobody answers: the caller leaves a message, which is the recording of the missed call', async () => {
  pace.ring = 300;
  const [agent, outside] = await Promise.all([phoneOf('agent'), handset(theirs)]);
  const microphone = aMicrophone();
  outside.say('invite', { callsid: newCallId(), sdp: await microphone.media.offer(), twilio: { params: `To=${ours}` } });
  const ring = (await agent.wait('invite')).payload.callsid ?? '';
  await agent.wait('cancel', ring);
  const answered = (await outside.wait('answer')).payload;
  await microphone.media.accept(answered.sdp ?? '');
  microphone.speak(800);
  await expect.poll(() => microphone.heard(1_000, 0.8), { timeout: 20_000 }).toBe(true); // the tone after the greeting
  const spoke = performance.now();
  await until(async () => performance.now() - spoke > 2_500);
  outside.say('hangup', { callsid: answered.callsid });
  const { caller, seconds } = await recordingOf(ring);
  expect(seconds).toBeGreaterThan(1.5);
  expect(isTone(second(caller, 0.5), 800)).toBe(true);
  expect(await rowOf(ring)).toMatchObject({ outcome: 'voicemail' });
  pace.ring = 60_000;
  agent.socket.close();
  outside.socket.close();
});

test('declined, the caller is asked for a message as well; without one the call stays declined', async () => {
  const [agent, outside] = await Promise.all([phoneOf('agent'), handset(theirs)]);
  outside.say('invite', { callsid: newCallId(), sdp: await aMicrophone().media.offer(), twilio: { params: `To=${ours}` } });
  const ring = (await agent.wait('invite')).payload.callsid ?? '';
  agent.say('reject', { callsid: ring });
  const { callsid } = (await outside.wait('answer')).payload;
  outside.say('hangup', { callsid });
  await expect.poll(async () => (await rowOf(ring)).outcome).toBe('declined');
  agent.socket.close();
  outside.socket.close();
});

test('a call to a number goes on while there are minutes, and ends where there are none', async () => {
  const asked: number[] = [];
  const moreMinutes: typeof book.moreMinutes = async (_ctx, _sid, seconds) => asked.push(seconds) < 3;
  const other = await startGateway(server.platform, { ...book, moreMinutes }, { ...pace, minutes: 200 });
  const at = `${other.address.replace('http', 'ws')}/signal`;
  const [agent, outside] = await Promise.all([phoneOf('agent', at), handset(theirs, at)]);
  const call = await talk(agent, outside, theirs);
  await Promise.all([agent.wait('hangup', call.sid), outside.wait('hangup', call.calledSid)]);
  expect(asked).toEqual([0.2, 0.4, 0.6].map((seconds) => expect.closeTo(seconds)));
  await expect.poll(async () => (await rowOf(call.sid)).outcome).toBe('answered');
  await other.stop();
});
