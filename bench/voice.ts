// The phone: 40 calls at once, all recorded, through the voice process. The 80 phones are in this process and
// take the other core.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { connect } from '#kernel/db/database.ts';
import { deviceHeader, gatewayBearer, listGateways } from '#kernel/voice/gateways.ts';
import { tokenOfUser } from '#providers/voice/voice.tokens.ts';
import { createMedia, type Media } from '../server/voice/media.ts';
import { frameMs, frameSize, silent } from '../server/voice/sound.ts';
import type { Product } from './product.ts';
import { count, inMs, percentile, type Section } from './support.ts';

const calls = 40;
/** Seconds of talk that are measured. */
const seconds = 30;

interface Said {
  type: string;
  payload: { callsid?: string; sdp?: string };
}

export async function benchVoice(product: Product): Promise<Section> {
  const { platform, log } = product;
  const [gateway] = await listGateways(platform.db);
  if (!gateway) throw new Error('no gateway lives');
  const url = `${gateway.address.replace('http', 'ws')}/signal`;
  const newMedia = () => createMedia({ loopback: true, announce: [], udpPorts: null, log });
  const people = await somePeople(product, calls * 2);
  const phones = await Promise.all(people.map((person) => openPhone(product, url, person)));
  const setups: number[] = [];
  const pairs: { sid: string; mine: Media; theirs: Media }[] = [];
  for (let place = 0; place < calls; place++) {
    const [caller, called] = [phones[place * 2], phones[place * 2 + 1]];
    const to = people[place * 2 + 1]?.userId;
    if (!caller || !called) throw new Error('a phone is missing');
    const [mine, theirs] = [newMedia(), newMedia()];
    const offer = await mine.offer();
    const began = performance.now();
    caller.say('invite', { callsid: `TJS${crypto.randomUUID()}`, sdp: offer, twilio: { params: `To=client:user:${to}` } });
    const ringing = await caller.wait('ringing');
    setups.push(performance.now() - began);
    await mine.accept(ringing.sdp ?? '');
    const invited = await called.wait('invite');
    called.say('answer', { callsid: invited.callsid, sdp: await theirs.answer(invited.sdp ?? '') });
    await caller.wait('answer');
    while (!mine.isConnected() || !theirs.isConnected()) await pause(5);
    pairs.push({ sid: ringing.callsid ?? '', mine, theirs });
  }
  await pause(500); // the rows of the last answers
  for (const { sid } of pairs) await platform.voice?.order(people[0]?.companyId ?? 0, sid, { order: 'record' });
  await pause(3_000); // the announcement
  const measured = await measure(product.processes.voice, pairs, seconds);
  const direct = await measureDirect(newMedia, 5);
  for (const phone of phones) phone.socket.close();
  for (const { mine, theirs } of pairs) for (const media of [mine, theirs]) media.close();
  const added = percentile(measured.delays, 0.95) - percentile(direct, 0.5);
  const setup = percentile(setups, 0.95);
  const is = (met: boolean) => (met ? 'met' : '**missed**');
  return {
    name: 'voice',
    title: `${calls} recorded calls`,
    how:
      `${calls} calls between ${calls * 2} phones, all recorded, PCMU in frames of ${frameMs} ms both ways for ${seconds} s. The share is the processor time of the voice process; delay is from sending a frame in one ` +
      'phone to hearing it in the other, and added is its p95 less the median of two phones without a gateway. The phones are in one process, which keeps the other core full: its own delays count as well, and so does other work on the machine.',
    columns: ['What', 'Measured', 'Aim'],
    rows: [
      ['share of a core', `${(measured.share * 100).toFixed(0)} %`, `<= 60 %: ${is(measured.share <= 0.6)}`],
      [
        'frames lost',
        `${count(measured.sent - measured.heard)} of ${count(measured.sent)}`,
        `0: ${is(measured.sent === measured.heard)}`,
      ],
      ['setup to ringing, p50 / p95', `${inMs(percentile(setups, 0.5))} / ${inMs(setup)}`, `< 300 ms: ${is(setup < 300)}`],
      ['delay, p50 / p95', `${inMs(percentile(measured.delays, 0.5))} / ${inMs(percentile(measured.delays, 0.95))}`, ''],
      ['delay without a gateway, p50', inMs(percentile(direct, 0.5)), ''],
      ['delay added, p95', inMs(added), `< 20 ms: ${is(added < 20)}`],
    ],
  };
}

/** Frames that carry their number, both ways. */
async function measure(pid: number, pairs: { mine: Media; theirs: Media }[], length: number) {
  const delays: number[] = [];
  const sentAt = new Map<number, number>();
  let [sent, heard] = [0, 0];
  const listen = (media: Media) =>
    media.onSound(({ payload }) => {
      const number = payload.length === frameSize ? payload.readUInt32LE(0) : 0;
      const at = sentAt.get(number);
      if (at === undefined) return;
      sentAt.delete(number);
      heard++;
      delays.push(performance.now() - at);
    });
  const all = pairs.flatMap(({ mine, theirs }) => [mine, theirs]);
  for (const media of all) listen(media);
  const source = {};
  const before = processorSeconds(pid);
  const began = performance.now();
  for (let turn = 0; turn < (length * 1_000) / frameMs; turn++) {
    for (const [place, media] of all.entries()) {
      if (place % 8 === 0 && place > 0) await pause(0); // spread over the frame, as phones are
      const frame = Buffer.alloc(frameSize, silent);
      frame.writeUInt32LE(++sent, 0);
      sentAt.set(sent, performance.now());
      media.play(frame, source);
    }
    const wait = began + (turn + 1) * frameMs - performance.now();
    if (wait > 0) await pause(wait);
  }
  const share = (processorSeconds(pid) - before) / ((performance.now() - began) / 1_000);
  await pause(1_000); // what is on its way
  return { share, sent, heard, delays };
}

async function measureDirect(newMedia: () => Media, length: number): Promise<number[]> {
  const [mine, theirs] = [newMedia(), newMedia()];
  await mine.accept(await theirs.answer(await mine.offer()));
  while (!mine.isConnected() || !theirs.isConnected()) await pause(5);
  const { delays } = await measure(process.pid, [{ mine, theirs }], length);
  mine.close();
  theirs.close();
  return delays;
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const perSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (Number(fields[11]) + Number(fields[12])) / perSecond;
}

/** In the demo's first company. */
async function somePeople({ urlOf, log }: Product, wanted: number) {
  const { db, close } = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  const [first] = await db.selectFrom('users').selectAll().where('role', '=', 'agent').orderBy('id').limit(1).execute();
  if (!first) throw new Error('the demo has no agent');
  const { company_id, business_unit_id, password_hash, accepted_tos_at } = first;
  const highest = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: wanted }, (_, place) => {
    const email = `phone${place}@bench.test`;
    const number = highest.number + 1 + place;
    const name = { first_name: 'Phone', last_name: String(place), email, username: email };
    return { company_id, business_unit_id, password_hash, accepted_tos_at, role: 'agent', number, ...name };
  });
  const made = await db.insertInto('users').values(rows).returning(['company_id', 'id']).execute();
  await close();
  return made.map(({ company_id, id }) => ({ companyId: company_id, userId: id }));
}

async function openPhone({ platform: { seal } }: Product, url: string, who: { companyId: number; userId: number }) {
  const device = JSON.stringify({ companyId: who.companyId, userId: who.userId, sessionId: 0 });
  const socket = new WebSocket(url, { headers: { authorization: gatewayBearer(seal), [deviceHeader]: device } });
  const waiting = new Map<string, (payload: Said['payload']) => void>();
  const early = new Map<string, Said['payload']>();
  socket.on('message', (data) => {
    const text = String(data);
    if (text.trim() === '') return socket.send('\n');
    const { type, payload } = JSON.parse(text) as Said;
    const take = waiting.get(type);
    waiting.delete(type);
    if (take) take(payload);
    else early.set(type, payload);
  });
  const say = (type: string, payload: object) => socket.send(JSON.stringify({ type, payload, version: '1.6' }));
  const wait = (type: string) =>
    new Promise<Said['payload']>((resolve) => {
      const there = early.get(type);
      early.delete(type);
      if (there) resolve(there);
      else waiting.set(type, resolve);
    });
  await once(socket, 'open');
  say('listen', { token: await tokenOfUser(seal, { ...who, sessionId: null }, 3_600), reconnectTimeout: 5 });
  await wait('connected');
  say('register', { media: { audio: true } });
  await wait('ready');
  return { socket, say, wait };
}
