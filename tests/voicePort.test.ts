// The promises of the phone's port, over each of its adapters: our own gateway, and Twilio (its sandbox).
import { beforeAll, describe, expect, test } from 'vitest';
import * as book from '#areas/voice/calls/calls.service.ts';
import { type CallOrder, CallUnreachable, ColleagueAway, type VoiceProvider, watchAddress } from '#kernel/voice/voice.ts';
import { identityOf } from '#providers/voice/voice.tokens.ts';
import { openVoice } from '#providers/voice/voice.ts';
import { usualPace } from '../server/voice/call.parts.ts';
import { startGateway } from '../server/voice/gateway.ts';
import { atTheEnd } from './support/atTheEnd.ts';
import { callsOf, workingHour } from './support/calls.ts';
import { aCarrierServer, only } from './support/carrierCalls.ts';
import { testSeal } from './support/database.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { aMicrophone, handsetToken, newCallId, openPhone, type Phone, passed, userToken } from './support/phones.ts';
import { aServer, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

type Name = 'manager' | 'agent' | 'agent2' | 'agent3';
type Who = Name | 'contact';

/** A phone in one call. */
interface End {
  /** Of the user's call; a contact has none. */
  sid: string;
  answer(): Promise<void>;
  reject(): void;
  hangUp(): void;
  /** Resolves once its call is over. */
  over(): Promise<void>;
}

interface World {
  server: TestServer;
  voice: VoiceProvider;
  /** From now on it can be rung, and call. */
  open(who: Who, identity: { companyId: number; userId: number }): Promise<void>;
  dial(who: Who, to: string, more?: Record<string, string>): Promise<End>;
  ringing(who: Who): Promise<End>;
}

const ours = '3055550120';
const theirs = '3055550142';
const numberOf: Partial<Record<Who, string>> = { contact: theirs };

/** Its clock goes from an hour at which contacts may be called. */
function atWork({ platform }: TestServer): void {
  const began = performance.now();
  platform.clock = () => new Date(workingHour.getTime() + performance.now() - began);
}

async function gatewayWorld(): Promise<World> {
  const server = await aServer({ own: true });
  atWork(server);
  const gateway = await startGateway(server.platform, book, { ...usualPace });
  atTheEnd(() => gateway.stop());
  const url = `${gateway.address.replace('http', 'ws')}/signal`;
  const voice = openVoice(server.config, server.platform.db, testSeal);
  if (!voice) throw new Error('no phone service');
  server.platform.voice = voice;
  const phones = new Map<Who, Phone>();
  const phoneOf = (who: Who) => phones.get(who) as Phone;
  const endOf = (phone: Phone, callsid: string, sid: string, sdp = ''): End => ({
    sid,
    answer: async () => phone.say('answer', { callsid, sdp: await aMicrophone().media.answer(sdp) }),
    reject: () => phone.say('reject', { callsid }),
    hangUp: () => phone.say('hangup', { callsid }),
    over: async () => {
      await until(async () =>
        phone.heard.some(({ type, payload }) => ['hangup', 'cancel'].includes(type) && payload.callsid === callsid),
      );
    },
  });
  return {
    server,
    voice,
    async open(who, whose) {
      const number = numberOf[who];
      const token = number ? await handsetToken(number) : await userToken(whose);
      const phone = await openPhone({ url, headers: passed(number ? 'handset' : whose), token });
      await phone.register();
      phones.set(who, phone);
    },
    async dial(who, to, more = {}) {
      const phone = phoneOf(who);
      const params = new URLSearchParams({ To: to, ...more }).toString();
      const sdp = await aMicrophone().media.offer();
      phone.heard.length = 0; // of its last call
      phone.say('invite', { callsid: newCallId(), sdp, twilio: { params } });
      const said = await until(async () => phone.heard.find(({ type }) => ['ringing', 'answer'].includes(type)));
      phone.heard.splice(phone.heard.indexOf(said), 1);
      const sid = said.payload.callsid ?? '';
      return endOf(phone, sid, sid);
    },
    async ringing(who) {
      const { callsid = '', sdp } = (await phoneOf(who).wait('invite')).payload;
      return endOf(phoneOf(who), callsid, callsid, sdp);
    },
  };
}

async function twilioWorld(): Promise<World> {
  const { server, sandbox } = await aCarrierServer();
  atWork(server);
  const { voice } = server.platform;
  if (!voice) throw new Error('no phone service');
  const identities = new Map<Who, string>();
  const endOf = (call: Awaited<ReturnType<typeof sandbox.dial>>, sid: string): End => ({
    sid,
    answer: async () => {
      sandbox.answer(call);
      await sandbox.settled();
    },
    reject: () => sandbox.reject(call),
    hangUp: () => sandbox.hangUp(call),
    over: async () => {
      await until(async () => ['completed', 'canceled', 'busy', 'no-answer'].includes(call.status));
    },
  });
  return {
    server,
    voice,
    async open(who, { companyId, userId }) {
      if (numberOf[who]) return;
      await voice.issueToken({ companyId, userId, sessionId: null }, 600);
      identities.set(who, identityOf(companyId, userId));
      sandbox.open(identityOf(companyId, userId));
    },
    async dial(who, to, more = {}) {
      const number = numberOf[who];
      const call = number
        ? await sandbox.dial(number, to)
        : await sandbox.connect(identities.get(who) ?? '', { To: to, ...more });
      return endOf(call, call.sid);
    },
    async ringing(who) {
      const number = numberOf[who];
      const at = () => (number ? sandbox.ringingAtNumber(number) : sandbox.ringingAt(identities.get(who) ?? ''));
      await until(async () => at().length > 0);
      const call = only(at());
      return endOf(call, call.told.get('call_id') ?? '');
    },
  };
}

describe.each([
  ['gateway', gatewayWorld],
  ['twilio', twilioWorld],
] as const)('over the %s', (service, aWorld) => {
  let world: World;
  let company: TestCompany<Name>;
  const idOf = (who: Name) => company.people[who].userId;
  beforeAll(async () => {
    world = await aWorld();
    company = await aCompany(world.server, {
      manager: {},
      agent: { under: 'manager' },
      agent2: { under: 'manager' },
      agent3: {},
    });
    const calls = callsOf(world.server, company.companyId);
    await calls.number(ours, idOf('agent'));
    await calls.switchOn('dialer_enabled', idOf('agent'));
    await calls.callable(idOf('agent'), theirs);
    await world.server.operator.db
      .insertInto('feature_overrides')
      .values({ company_id: company.companyId, user_id: 0, feature: 'call_centre', enabled: true })
      .execute();
    for (const who of ['agent', 'agent2', 'manager', 'contact'] as const)
      await world.open(who, { companyId: company.companyId, userId: who === 'contact' ? 0 : idOf(who) });
  });

  const order = (sid: string, wanted: CallOrder) => world.voice.order(company.companyId, sid, wanted);
  const row = (sid: string) =>
    world.server.operator.db.selectFrom('calls').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow();
  const becomes = (sid: string, expected: object) => expect.poll(() => row(sid), { timeout: 10_000 }).toMatchObject(expected);
  const watch = (sid: string) =>
    world.server.operator.db.selectFrom('call_watchers').selectAll().where('sid', '=', sid).executeTakeFirst();
  /** The contact calls our number, and the agent answers. */
  async function received() {
    const far = await world.dial('contact', ours);
    const mine = await world.ringing('agent');
    await mine.answer();
    await becomes(mine.sid, { state: 'active' });
    return { mine, far };
  }
  async function over(mine: End, far: End) {
    mine.hangUp();
    await far.over();
    await becomes(mine.sid, { state: 'ended' });
  }

  test('tokens name the user, and open phones are known', async () => {
    expect(world.voice.service).toBe(service);
    const device = { companyId: company.companyId, userId: idOf('agent'), sessionId: null };
    const { token, identity, ttl = 60 } = await world.voice.issueToken(device, 60);
    expect(identity).toBe(identityOf(company.companyId, idOf('agent')));
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ grants: { identity, voice: { incoming: { allow: true } } }, exp: claims.iat + ttl });
    const open = await world.voice.listPhones(company.companyId);
    expect([...open].toSorted()).toEqual([idOf('agent'), idOf('agent2'), idOf('manager')].toSorted());
    expect(await world.voice.check()).toBeNull();
  });

  test('a call that no process knows is unreachable', async () => {
    await expect(order(`CA${'0'.repeat(32)}`, { order: 'hang_up' })).rejects.toThrow(CallUnreachable);
  });

  test('a user calls a number, is answered, and the other side hangs up', async () => {
    const mine = await world.dial('agent', theirs);
    await becomes(mine.sid, { state: 'ringing', from_number: ours, to_number: theirs });
    const far = await world.ringing('contact');
    await far.answer();
    await becomes(mine.sid, { state: 'active' });
    far.hangUp();
    await mine.over();
    await becomes(mine.sid, { state: 'ended', outcome: 'answered' });
  });

  test('who gives up before the answer has cancelled', async () => {
    const mine = await world.dial('agent', theirs);
    const far = await world.ringing('contact');
    mine.hangUp();
    await far.over();
    await becomes(mine.sid, { outcome: 'cancelled' });
  });

  test('users call each other; one who declines is told of as declined', async () => {
    const mine = await world.dial('agent', `user:${idOf('agent2')}`);
    const far = await world.ringing('agent2');
    far.reject();
    await mine.over();
    await becomes(mine.sid, { outcome: 'declined' });
    await becomes(far.sid, { outcome: 'declined' });
  });

  test('somebody outside calls; the user holds, takes back, and ends the call by order', async () => {
    const { mine, far } = await received();
    await becomes(mine.sid, { direction: 'inbound', from_number: theirs });
    await order(mine.sid, { order: 'hold', on: true });
    await order(mine.sid, { order: 'hold', on: false });
    await order(mine.sid, { order: 'announce' });
    await order(mine.sid, { order: 'hang_up' });
    await Promise.all([mine.over(), far.over()]);
    await becomes(mine.sid, { outcome: 'answered' });
    await expect(order(mine.sid, { order: 'hold', on: true })).rejects.toThrow(CallUnreachable);
  });

  test('recording begins, pauses and goes on', async () => {
    const { mine, far } = await received();
    await order(mine.sid, { order: 'record' });
    expect(await row(mine.sid)).toMatchObject({ recording: 'on' });
    await order(mine.sid, { order: 'pause' });
    expect(await row(mine.sid)).toMatchObject({ recording: 'paused' });
    await order(mine.sid, { order: 'record' });
    expect(await row(mine.sid)).toMatchObject({ recording: 'on' });
    await over(mine, far);
    expect(await row(mine.sid)).toMatchObject({ recording: 'off' });
  });

  test('a call is passed on to a colleague, but to none who is away', async () => {
    const { mine, far } = await received();
    for (const name of ['transfer', 'consult'] as const)
      await expect(order(mine.sid, { order: name, userId: idOf('agent3') })).rejects.toThrow(ColleagueAway);
    await order(mine.sid, { order: 'transfer', userId: idOf('agent2') });
    const other = await world.ringing('agent2');
    await mine.over();
    await other.answer();
    await becomes(other.sid, { state: 'active', from_number: theirs });
    await becomes(mine.sid, { outcome: 'answered' });
    await over(other, far);
  });

  test('a colleague is asked first, and has the other side then', async () => {
    const { mine, far } = await received();
    await order(mine.sid, { order: 'consult', userId: idOf('agent2') });
    const other = await world.ringing('agent2');
    await other.answer();
    await becomes(other.sid, { state: 'active', consulted_for: (await row(mine.sid)).id });
    await order(mine.sid, { order: 'complete' });
    await mine.over();
    await becomes(mine.sid, { outcome: 'answered' });
    await becomes(other.sid, { state: 'active', consulted_for: null, from_number: theirs });
    await over(other, far);
  });

  test('a colleague is asked, and the other side taken back', async () => {
    const { mine, far } = await received();
    await order(mine.sid, { order: 'consult', userId: idOf('agent2') });
    const other = await world.ringing('agent2');
    await other.answer();
    await becomes(other.sid, { state: 'active' });
    await order(mine.sid, { order: 'take_back' });
    await other.over();
    await becomes(other.sid, { state: 'ended' });
    await becomes(mine.sid, { state: 'active' });
    await over(mine, far);
  });

  test('a leader takes part in the call of one of their people, until it ends', async () => {
    const { mine, far } = await received();
    const leader = await world.dial('manager', watchAddress(mine.sid), { mode: 'listen' });
    expect(await watch(leader.sid)).toMatchObject({ user_id: idOf('manager'), mode: 'listen', ended_at: null });
    for (const mode of ['whisper', 'join'] as const) {
      await order(leader.sid, { order: 'watch', mode });
      expect(await watch(leader.sid)).toMatchObject({ mode });
    }
    await over(mine, far);
    await leader.over();
    await expect.poll(async () => (await watch(leader.sid))?.ended_at).toEqual(expect.any(String));
    await expect(order(leader.sid, { order: 'watch', mode: 'listen' })).rejects.toThrow(CallUnreachable);
  });
});
