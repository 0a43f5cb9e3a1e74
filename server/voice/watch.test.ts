// Leaders take part in calls: which phones hear each other in each way, that both sides are told first, and
// what is kept of it.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CallUnreachable, watchAddress } from '#kernel/voice/voice.ts';
import { aGateway, dial, isDeafTo } from '#tests/support/gateways.ts';
import { type Microphone, type Phone, talk } from '#tests/support/phones.ts';
import { until } from '#tests/support/until.ts';
import { ofMulaw, prompts } from './sound.ts';

const ours = '3055550121';
const theirs = '3055550143';
const [agentTone, customerTone, leaderTone] = [500, 1_500, 2_000];
let it: Awaited<ReturnType<typeof aGateway<'manager' | 'manager2' | 'agent' | 'agent2'>>>;
beforeAll(async () => {
  it = await aGateway({ manager: {}, manager2: {}, agent: { under: 'manager' }, agent2: {} });
  await it.calls.number(ours, it.userOf('agent'));
  await it.calls.feature('call_centre');
});
afterEach(() => it.hangUp());

/** A customer called, and talks with the agent. */
async function aCall() {
  const [agent, customer] = await Promise.all([it.phone('agent'), it.handset(theirs)]);
  const call = await talk(customer, agent, `+1${ours}`);
  const [mine, far, sid] = [call.theirs, call.mine, call.calledSid];
  mine.speak(agentTone);
  far.speak(customerTone);
  await far.hears(agentTone);
  await expect.poll(async () => (await it.row(sid)).state).toBe('active');
  return { agent, customer, mine, far, sid, farSid: call.sid };
}

async function watch(phone: Phone, of: string, mode: string): Promise<{ mine: Microphone; sid: string }> {
  const { mine } = await dial(phone, { To: watchAddress(of), mode });
  const { callsid = '', sdp = '' } = (await phone.wait('answer')).payload;
  await mine.media.accept(sdp);
  mine.speak(leaderTone);
  await until(async () => mine.media.isConnected());
  return { mine, sid: callsid };
}

/** Both tones at once, each of them a part of what is heard. */
const hearsBoth = (microphone: Microphone, one: number, two: number) =>
  expect
    .poll(
      () => microphone.since(Math.max(0, microphone.sounds.length - 10)).some((share) => share(one) > 0.2 && share(two) > 0.2),
      {
        timeout: 15_000,
      },
    )
    .toBe(true);

/** When the loudest word of the announcement was heard, as it was sent. */
function toldAt({ sounds }: Microphone): number | undefined {
  const sentence = prompts().recorded;
  const size = (byte: number | undefined) => Math.abs(ofMulaw(byte ?? 0xff));
  const loudest = sentence.reduce((best, byte, at) => (size(byte) > size(sentence[best]) ? at : best), 0);
  const frame = sentence.subarray(loudest - (loudest % 160), loudest - (loudest % 160) + 160);
  return sounds.find(({ payload }) => payload.equals(frame))?.at;
}

describe('a leader', () => {
  test('listens: both sides are told before, and hear nothing of them', async () => {
    const { mine, far, sid } = await aCall();
    const leader = await watch(await it.phone('manager'), sid, 'listen');
    await hearsBoth(leader.mine, agentTone, customerTone);
    // The leader's first sound comes after both have heard the loudest word of it.
    const first = leader.mine.sounds.find(({ payload }) => payload.some((byte) => byte !== 0xff))?.at ?? 0;
    for (const side of [mine, far]) expect(first).toBeGreaterThan(toldAt(side) ?? Number.POSITIVE_INFINITY);
    await Promise.all([isDeafTo(mine, leaderTone), isDeafTo(far, leaderTone)]);
    expect(await it.watchers()).toMatchObject([
      { sid: leader.sid, user_id: it.userOf('manager'), mode: 'listen', ended_at: null },
    ]);
  });

  test('whispers to the agent alone, joins for both, and listens again', async () => {
    const { mine, far, sid } = await aCall();
    const leader = await watch(await it.phone('manager'), sid, 'whisper');
    await hearsBoth(mine, customerTone, leaderTone);
    await isDeafTo(far, leaderTone);
    await it.order(leader.sid, { order: 'watch', mode: 'join' });
    await hearsBoth(far, agentTone, leaderTone);
    await hearsBoth(mine, customerTone, leaderTone);
    await it.order(leader.sid, { order: 'watch', mode: 'listen' });
    await Promise.all([far.hears(agentTone), mine.hears(customerTone)]);
    await Promise.all([isDeafTo(mine, leaderTone), isDeafTo(far, leaderTone)]);
    expect((await it.watchers()).at(-1)).toMatchObject({ mode: 'listen' });
    await expect(it.order(sid, { order: 'watch', mode: 'join' })).rejects.toThrow(CallUnreachable); // the agent's own side
  });

  test('stays while the customer is on hold, and hears the agent alone', async () => {
    const { mine, far, sid } = await aCall();
    const leader = await watch(await it.phone('manager'), sid, 'whisper');
    await hearsBoth(mine, customerTone, leaderTone);
    await it.order(sid, { order: 'hold', on: true });
    await mine.hears(leaderTone);
    await leader.mine.hears(agentTone);
    await isDeafTo(far, leaderTone);
    await it.order(sid, { order: 'hold', on: false });
    await hearsBoth(leader.mine, agentTone, customerTone);
  });

  test('goes when the call ends, and the call goes on when they go', async () => {
    const { agent, far, sid } = await aCall();
    const phone = await it.phone('manager');
    const first = await watch(phone, sid, 'join');
    await hearsBoth(far, agentTone, leaderTone);
    phone.say('hangup', { callsid: first.sid });
    await far.hears(agentTone);
    await expect.poll(async () => (await it.watchers()).at(-1)?.ended_at).not.toBe(null);
    const second = await watch(phone, sid, 'listen');
    agent.say('hangup', { callsid: sid });
    await phone.wait('hangup', second.sid);
    await expect.poll(async () => (await it.watchers()).every(({ ended_at }) => ended_at !== null)).toBe(true);
    expect((await it.rows()).some(({ user_id }) => user_id === it.userOf('manager'))).toBe(false);
  });

  test('is on a call meanwhile: nobody rings them, and they watch no other', async () => {
    const { sid } = await aCall();
    const phone = await it.phone('manager');
    const leader = await watch(phone, sid, 'listen');
    const caller = await it.phone('agent2');
    const { tjs } = await dial(caller, { To: it.at('manager') });
    expect((await caller.wait('hangup', tjs)).payload.error?.code).toBe(31486);
    const other = await it.phone('manager');
    const again = await dial(other, { To: watchAddress(sid), mode: 'join' });
    expect((await other.wait('hangup', again.tjs)).payload.error?.code).toBe(31486);
    expect((await it.watchers()).filter(({ ended_at }) => ended_at === null)).toMatchObject([{ sid: leader.sid }]);
  });
});

describe('not watched is', () => {
  test.each([
    ['a call that is none', 'manager', () => 'CA00', 31404],
    ['one of people out of reach', 'manager2', (sid: string) => sid, 31404],
    ['one by people who lead nobody', 'agent2', (sid: string) => sid, 31002],
    ['the own call', 'agent', (sid: string) => sid, 31002],
  ] as const)('%s', async (_, person, of, code) => {
    const { sid } = await aCall();
    const phone = await it.phone(person);
    const { tjs } = await dial(phone, { To: watchAddress(of(sid)), mode: 'listen' });
    expect((await phone.wait('hangup', tjs)).payload.error?.code).toBe(code);
    expect((await it.watchers()).filter(({ ended_at }) => ended_at === null)).toEqual([]);
  });

  test('anything, where the call centre is off', async () => {
    const { sid } = await aCall();
    await it.calls.feature('call_centre', false);
    const phone = await it.phone('manager');
    const { tjs } = await dial(phone, { To: watchAddress(sid), mode: 'listen' });
    expect((await phone.wait('hangup', tjs)).payload.error?.code).toBe(31002);
    await it.calls.feature('call_centre');
  });
});

test('the audit log says whose call it was, and how', async () => {
  const { sid } = await aCall();
  const leader = await watch(await it.phone('manager'), sid, 'listen');
  await it.order(leader.sid, { order: 'watch', mode: 'join' });
  const entries = await it.server.operator.db
    .selectFrom('audit_log')
    .select(['actor_id', 'of_type', 'of_id', 'after'])
    .where('action', '=', 'calls.watched')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const of = { actor_id: it.userOf('manager'), of_type: 'user', of_id: it.userOf('agent') };
  expect(entries).toMatchObject([
    { ...of, after: { mode: 'join' } },
    { ...of, after: { mode: 'listen' } },
  ]);
});
