// The gateway with phones that follow the SDK's protocol over real sockets, on a real database.
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as book from '#areas/voice/calls/calls.service.ts';
import { gatewayBearer, listGateways } from '#kernel/voice/gateways.ts';
import { CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import { openVoice } from '#providers/voice/voice.ts';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { testSeal } from '#tests/support/database.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aMicrophone, newCallId, openPhone, type Phone, passed, talk, userToken, type Whose } from '#tests/support/phones.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { type Pace, usualPace } from './call.parts.ts';
import { startGateway } from './gateway.ts';

let server: TestServer;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'agent3'>;
const pace: Pace = { ...usualPace };
beforeAll(async () => {
  server = await aServer();
  gateway = await startGateway(server.platform, book, pace);
  atTheEnd(() => gateway.stop());
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {}, agent3: {} });
});

type Person = 'admin' | 'agent' | 'agent2' | 'agent3';
const whose = (person: Person): Whose => ({ companyId: company.companyId, userId: company.people[person].userId });
const url = () => `${gateway.address.replace('http', 'ws')}/signal`;
async function phoneOf(person: Person): Promise<Phone> {
  const phone = await openPhone({ url: url(), headers: passed(whose(person)), token: await userToken(whose(person)) });
  await phone.register();
  atTheEnd(() => phone.socket.terminate());
  return phone;
}
/** Pairs whose phones are closed after a test, so that none rings in the next. */
async function phones<const People extends readonly Person[]>(people: People): Promise<Phone[]> {
  return Promise.all(people.map(phoneOf));
}
const close = async (...all: Phone[]) => {
  for (const phone of all) phone.socket.close();
  await until(async () => gateway.board.count() === 0);
};
const userOf = (person: Person) => `client:user:${company.people[person].userId}`;
const offer = () => aMicrophone().media.offer();
const answerTo = (sdp: string | undefined) => aMicrophone().media.answer(sdp ?? '');
async function dial(phone: Phone, to: string) {
  const tjs = newCallId();
  phone.say('invite', { callsid: tjs, sdp: await offer(), twilio: { params: `To=${encodeURIComponent(to)}` } });
  return tjs;
}
const rows = () =>
  server.operator.db
    .selectFrom('calls')
    .select(['sid', 'user_id', 'state', 'outcome', 'recording', 'call_file_id'])
    .where('company_id', '=', company.companyId)
    .orderBy('id')
    .execute();
const outcomes = async (...sids: string[]) => {
  const all = await rows();
  return sids.map((sid) => all.find((row) => row.sid === sid)?.outcome);
};
const ended = (sids: string[], expected: string[]) => expect.poll(() => outcomes(...sids)).toEqual(expected);

describe('registration', () => {
  test('tells the identity and how long the token lasts, and beats', async () => {
    const phone = await openPhone({ url: url(), headers: passed(whose('agent')), token: await userToken(whose('agent'), 300) });
    const token = await phone.register();
    expect(token).toMatchObject({ identity: `c${company.companyId}-u${company.people.agent.userId}` });
    expect(token?.ttl).toBeGreaterThan(290);
    await expect.poll(() => phone.beats()).toBeGreaterThan(0);
    phone.say('register', { media: { audio: false } });
    await phone.wait('offline');
    await close(phone);
  });

  test.each([
    ['forged', async () => `${(await userToken(whose('agent'))).slice(0, -3)}abc`, 31204],
    ['no token at all', async () => 'x', 31204],
    ['expired', () => userToken(whose('agent'), -10), 31205],
    ['another user’s', () => userToken(whose('agent2')), 31204],
    ['another company’s', () => userToken({ companyId: 999_999, userId: 1 }), 31204],
  ])('a token that is %s is refused with its code, and the stream ends', async (_, token, code) => {
    const phone = await openPhone({ url: url(), headers: passed(whose('agent')), token: await token() });
    expect((await phone.wait('error')).payload.error?.code).toBe(code);
    await phone.wait('close');
    await until(async () => phone.socket.readyState === WebSocket.CLOSED);
  });

  test('only our own processes come in', async () => {
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: gatewayBearer(testSeal) }]) {
      const socket = new WebSocket(url(), { headers });
      await expect(new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))).rejects.toThrow('401');
    }
  });
});

describe('a call', () => {
  test('rings, is answered and ends: both rows say so, and TJS ids give way to ours', async () => {
    const [caller, called] = await phones(['agent', 'agent2']);
    const tjs = await dial(caller as Phone, userOf('agent2'));
    const { payload } = await (called as Phone).wait('invite');
    const { CallSid = '', From, Params } = payload.parameters ?? {};
    expect(From).toBe(userOf('agent'));
    expect(Object.fromEntries(new URLSearchParams(Params))).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: expect.any(String),
    });
    const ringing = (await (caller as Phone).wait('ringing')).payload;
    expect(ringing.callsid).toMatch(/^CA[0-9a-f]{32}$/);
    expect(ringing.sdp).toContain('PCMU');
    called?.say('answer', { callsid: CallSid, sdp: await answerTo(payload.sdp) });
    const answer = (await (caller as Phone).wait('answer')).payload;
    expect(answer).toMatchObject({ callsid: ringing.callsid, reconnect: expect.stringMatching(/.{20}/) });
    await expect.poll(async () => (await rows()).filter(({ state }) => state === 'active').length).toBe(2);
    caller?.say('hangup', { callsid: ringing.callsid });
    await called?.wait('hangup', CallSid);
    await ended([ringing.callsid ?? '', CallSid], ['answered', 'answered']);
    expect(tjs).not.toBe(ringing.callsid);
    await close(caller as Phone, called as Phone);
  });

  test('to nobody is refused under the id that the phone knows', async () => {
    const [caller] = await phones(['agent']);
    for (const [to, code] of [
      [userOf('admin'), 31480],
      ['client:user:99999999', 31404],
      ['client:user:x', 31400],
      ['12', 31400],
    ] as const) {
      const tjs = await dial(caller as Phone, to);
      expect((await (caller as Phone).wait('hangup', tjs)).payload.error?.code).toBe(code);
    }
    await close(caller as Phone);
  });

  test('rings all devices of a user; the first answer wins, the others are cancelled', async () => {
    const [caller, one, two] = (await phones(['agent', 'agent2', 'agent2'])) as [Phone, Phone, Phone];
    await dial(caller, userOf('agent2'));
    const [first, second] = [(await one.wait('invite')).payload, (await two.wait('invite')).payload];
    expect(second.callsid).toBe(first.callsid);
    one.say('answer', { callsid: first.callsid, sdp: await answerTo(first.sdp) });
    await two.wait('cancel', first.callsid);
    two.say('answer', { callsid: second.callsid, sdp: await answerTo(second.sdp) }); // too late
    await two.wait('cancel', first.callsid);
    await caller.wait('answer');
    one.say('hangup', { callsid: first.callsid });
    await caller.wait('hangup');
    await close(caller, one, two);
  });

  test('a phone that opens while it rings joins in', async () => {
    const [caller, one] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    await dial(caller, userOf('agent2'));
    const { callsid } = (await one.wait('invite')).payload;
    const [late] = (await phones(['agent2'])) as [Phone];
    expect((await late.wait('invite')).payload.callsid).toBe(callsid);
    const sid = (await caller.wait('ringing')).payload.callsid ?? '';
    caller.say('hangup', { callsid: sid });
    await Promise.all([one, late].map((phone) => phone.wait('cancel', callsid)));
    await ended([sid, callsid ?? ''], ['cancelled', 'missed']);
    await close(caller, one, late);
  });

  test('is declined, and the caller hears it as a code', async () => {
    const [caller, called] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    await dial(caller, userOf('agent2'));
    const { callsid } = (await called.wait('invite')).payload;
    called.say('reject', { callsid });
    const hangup = (await caller.wait('hangup')).payload;
    expect(hangup.error?.code).toBe(31603);
    await ended([hangup.callsid ?? '', callsid ?? ''], ['declined', 'declined']);
    await close(caller, called);
  });

  test('nobody answers within the time', async () => {
    pace.ring = 300;
    const [caller, called] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    await dial(caller, userOf('agent2'));
    const { callsid } = (await called.wait('invite')).payload;
    const hangup = (await caller.wait('hangup')).payload;
    await called.wait('cancel', callsid);
    expect(hangup.error?.code).toBe(31480);
    await ended([hangup.callsid ?? '', callsid ?? ''], ['no_answer', 'missed']);
    pace.ring = 60_000;
    await close(caller, called);
  });

  test('someone who talks is busy, on all of their devices', async () => {
    const [caller, called, third, spare] = (await phones(['agent', 'agent2', 'agent3', 'agent2'])) as [
      Phone,
      Phone,
      Phone,
      Phone,
    ];
    const { calledSid } = await talk(caller, called, userOf('agent2'));
    await spare.wait('cancel');
    const tjs = await dial(third, userOf('agent2'));
    expect((await third.wait('hangup', tjs)).payload.error?.code).toBe(31486);
    expect(spare.heard.filter(({ type }) => type === 'invite')).toHaveLength(1); // the first call's
    called.say('hangup', { callsid: calledSid });
    await close(caller, called, third, spare);
  });

  test('ends when the browser stays away longer than it announced', async () => {
    const [called] = (await phones(['agent2'])) as [Phone];
    const caller = await openPhone({
      url: url(),
      headers: passed(whose('agent')),
      token: await userToken(whose('agent')),
      reconnectTimeout: 0,
    });
    await caller.register();
    const { sid, calledSid } = await talk(caller, called, userOf('agent2'));
    await caller.drop();
    await called.wait('hangup', calledSid);
    await ended([sid, calledSid], ['answered', 'answered']);
    await close(called);
  });
});

describe('a phone that comes back', () => {
  test('keeps its call and its sound when every socket drops', async () => {
    const [caller, called] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    const { mine, theirs, sid, calledSid, reconnect, invited } = await talk(caller, called, userOf('agent2'));
    await Promise.all([caller.drop(), called.drop()]);
    mine.speak(440);
    await theirs.hears(440);
    await Promise.all([caller.back(), called.back()]);
    const again = { sdp: 'v=0', twilio: {} };
    for (let time = 0; time < 2; time++) caller.say('invite', { callsid: sid, reconnect, ...again });
    called.say('invite', { callsid: calledSid, reconnect: invited.reconnect, ...again });
    await Promise.all([caller.wait('answer', sid), called.wait('answer', calledSid)]);
    theirs.speak(880);
    await mine.hears(880);
    expect(await outcomes(sid, calledSid)).toEqual([null, null]);
    called.say('hangup', { callsid: calledSid });
    await caller.wait('hangup', sid);
    await close(caller, called);
  });

  test('needs the call’s own token', async () => {
    const [caller, called, third] = (await phones(['agent', 'agent2', 'agent3'])) as [Phone, Phone, Phone];
    const { sid, reconnect, calledSid } = await talk(caller, called, userOf('agent2'));
    third.say('invite', { callsid: sid, reconnect, sdp: 'v=0', twilio: {} });
    expect((await third.wait('hangup', sid)).payload.error?.code).toBe(31404);
    const [other] = (await phones(['agent'])) as [Phone];
    other.say('invite', { callsid: sid, reconnect: 'guessed', sdp: 'v=0', twilio: {} });
    expect((await other.wait('hangup', sid)).payload.error?.code).toBe(31404);
    called.say('hangup', { callsid: calledSid });
    await caller.wait('hangup', sid);
    await close(caller, called, third, other);
  });
});

describe('what is against the protocol', () => {
  const hostile: [string, string | Buffer][] = [
    ['not JSON', '{"type":'],
    ['JSON of another kind', '[1,2,3]'],
    ['a payload of another kind', JSON.stringify({ type: 'invite', payload: { callsid: 1 } })],
    ['bytes', Buffer.from([0, 1, 2])],
    ['too large', JSON.stringify({ type: 'invite', payload: { callsid: 'TJS1', sdp: 'x'.repeat(80_000) } })],
  ];
  test.each(hostile)('%s ends that socket alone', async (_, frame) => {
    const [bad, good] = (await phones(['agent3', 'agent2'])) as [Phone, Phone];
    bad.socket.send(frame);
    await until(async () => bad.socket.readyState === WebSocket.CLOSED);
    good.say('message', { callsid: 'CA1', voiceeventsid: 'KX1' });
    await good.wait('ack');
    await close(good);
  });

  test('a description of sound that is none ends the call, and unknown frames are passed over', async () => {
    const [phone, other] = (await phones(['agent3', 'agent2'])) as [Phone, Phone];
    phone.say('reinvite', { callsid: 'CA1', sdp: 'v=0' });
    phone.say('__proto__', {});
    phone.say('invite', { callsid: 'TJSx', sdp: 'not one', twilio: { params: `To=${userOf('agent2')}` } });
    expect((await phone.wait('hangup', 'TJSx')).payload.error?.code).toBe(31000);
    const tjs = await dial(phone, userOf('agent2'));
    const { callsid } = (await other.wait('invite')).payload;
    other.say('answer', { callsid, sdp: 'not one' });
    expect((await phone.wait('hangup')).payload.error?.code).toBe(31000);
    expect(tjs).toMatch(/^TJS/);
    await close(phone, other);
  });

  test('a flood ends the socket', async () => {
    const [phone] = (await phones(['agent3'])) as [Phone];
    for (let count = 0; count < 80; count++) phone.say('message', { callsid: 'CA1', voiceeventsid: 'KX1' });
    await until(async () => phone.socket.readyState === WebSocket.CLOSED);
    await close();
  });

  test('another company’s user cannot be called', async () => {
    const other = await aCompany(server, { agent: {} });
    const theirs = { companyId: other.companyId, userId: other.people.agent.userId };
    const stranger = await openPhone({ url: url(), headers: passed(theirs), token: await userToken(theirs) });
    await stranger.register();
    const [caller] = (await phones(['agent'])) as [Phone];
    const tjs = await dial(caller, `client:user:${theirs.userId}`);
    expect((await caller.wait('hangup', tjs)).payload.error?.code).toBe(31404);
    expect(stranger.heard).toEqual([]);
    await close(caller, stranger);
  });
});

describe('orders', () => {
  const voice = () => {
    const opened = openVoice(server.config, server.platform.db, testSeal);
    if (!opened) throw new Error('no phone');
    return opened;
  };
  const order = (sid: string, what: Parameters<ReturnType<typeof voice>['order']>[2], companyId = company.companyId) =>
    voice().order(companyId, sid, what);

  test('of another company, or to a call that is none, are refused', async () => {
    const [caller, called] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    const { sid, calledSid } = await talk(caller, called, userOf('agent2'));
    await expect(order(sid, { order: 'hang_up' }, company.companyId + 1)).rejects.toThrow(CallUnreachable);
    await expect(order('CAx', { order: 'announce' })).rejects.toThrow(CallUnreachable);
    for (const [headers, body, status] of [
      [{}, '{}', 401],
      [{ authorization: gatewayBearer(testSeal) }, '{}', 400],
      [{ authorization: gatewayBearer(testSeal) }, 'x'.repeat(10_000), 400],
    ] as const)
      expect((await fetch(`${gateway.address}/control`, { method: 'POST', headers, body })).status).toBe(status);
    await order(calledSid, { order: 'hang_up' });
    await Promise.all([caller.wait('hangup', sid), called.wait('hangup', calledSid)]);
    await ended([sid, calledSid], ['answered', 'answered']);
    await close(caller, called);
  });

  test('hold: the other side hears music, and neither hears the other', async () => {
    const [caller, called] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    const { mine, theirs, sid } = await talk(caller, called, userOf('agent2'));
    mine.speak(1_000);
    theirs.speak(1_500);
    await Promise.all([theirs.hears(1_000), mine.hears(1_500)]);
    await order(sid, { order: 'hold', on: true });
    const before = theirs.sounds.length;
    await expect.poll(() => theirs.sounds.length).toBeGreaterThan(before + 20);
    await until(async () => (mine.sounds.at(-1)?.at ?? 0) < performance.now() - 200);
    await order(sid, { order: 'hold', on: false });
    await Promise.all([theirs.hears(1_000), mine.hears(1_500)]);
    caller.say('hangup', { callsid: sid });
    await called.wait('hangup');
    await close(caller, called);
  });

  test('digits arrive as tones', async () => {
    const [caller, called] = (await phones(['agent', 'agent2'])) as [Phone, Phone];
    const { theirs, sid } = await talk(caller, called, userOf('agent2'));
    caller.say('dtmf', { callsid: sid, dtmf: '1w1' });
    await expect.poll(() => theirs.heard(697, 0.4) && theirs.heard(1_209, 0.4)).toBe(true);
    caller.say('hangup', { callsid: sid });
    await called.wait('hangup');
    await close(caller, called);
  });

  test('transfer: a colleague takes over, the own side ends', async () => {
    const [caller, called, third] = (await phones(['agent', 'agent2', 'agent3'])) as [Phone, Phone, Phone];
    const { mine, sid, calledSid } = await talk(caller, called, userOf('agent2'));
    const away = company.people.admin.userId;
    await expect(order(calledSid, { order: 'transfer', userId: away })).rejects.toThrow(ColleagueAway);
    const moving = order(calledSid, { order: 'transfer', userId: company.people.agent3.userId });
    const invited = (await third.wait('invite')).payload;
    await moving;
    await called.wait('hangup', calledSid);
    await ended([calledSid], ['answered']);
    const newcomer = aMicrophone();
    third.say('answer', { callsid: invited.callsid, sdp: await newcomer.media.answer(invited.sdp ?? '') });
    mine.speak(600);
    await newcomer.hears(600);
    third.say('hangup', { callsid: invited.callsid });
    await caller.wait('hangup', sid);
    await ended([sid, calledSid, invited.callsid ?? ''], ['answered', 'answered', 'answered']);
    await close(caller, called, third);
  });
});

test('a preflight hears itself', async () => {
  const [phone] = (await phones(['agent'])) as [Phone];
  const microphone = aMicrophone();
  phone.say('invite', { callsid: newCallId(), sdp: await microphone.media.offer(), twilio: {} });
  await microphone.media.accept((await phone.wait('answer')).payload.sdp ?? '');
  microphone.speak(700);
  await microphone.hears(700);
  await phone.wait('hangup');
  await close(phone);
});

test('the registry names the gateway while it lives', async () => {
  expect(await listGateways(server.platform.db)).toEqual([{ process: gateway.process, address: gateway.address }]);
  const other = await startGateway(server.platform, book);
  expect(await listGateways(server.platform.db)).toHaveLength(2);
  await other.stop();
  expect(await listGateways(server.platform.db)).toHaveLength(1);
});
