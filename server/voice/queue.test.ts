// Callers who find everyone on a call wait with music, the longest first, and may leave a message.
import { afterEach, beforeAll, expect, test } from 'vitest';
import * as book from '#areas/voice/calls/calls.service.ts';
import { setSetting } from '#kernel/settings.ts';
import { aGateway, dial, pickUp } from '#tests/support/gateways.ts';
import { type Microphone, type Phone, talk } from '#tests/support/phones.ts';
import { queueMinutes } from '../areas/voice/calls/calls.officeSettings.ts';

const ours = '3055550122';
const [first, second] = ['3055550144', '3055550145'];
/** So many times a message cannot be begun. */
let refused = 0;
let it: Awaited<ReturnType<typeof aGateway<'admin' | 'agent' | 'agent2'>>>;
beforeAll(async () => {
  const leaveMessage: typeof book.leaveMessage = (...asked) =>
    refused-- > 0 ? Promise.reject(new Error('away')) : book.leaveMessage(...asked);
  it = await aGateway({ admin: {}, agent: {}, agent2: {} }, { offer: 1_000, again: 500, notice: 60_000 }, { leaveMessage });
  await it.calls.number(ours, it.userOf('agent'));
});
afterEach(() => it.hangUp());

/** The agent talks with a colleague. */
async function anEngagedAgent() {
  const [agent, colleague] = await Promise.all([it.phone('agent'), it.phone('agent2')]);
  const { sid } = await talk(agent, colleague, it.at('agent2'));
  await expect.poll(async () => (await it.row(sid)).state).toBe('active');
  return { agent, free: () => agent.say('hangup', { callsid: sid }) };
}

/** Calls, and hears music. */
async function wait(number: string): Promise<{ phone: Phone; mine: Microphone; sid: string }> {
  const phone = await it.handset(number);
  const { mine } = await dial(phone, { To: ours });
  const { callsid = '', sdp = '' } = (await phone.wait('answer')).payload;
  await mine.media.accept(sdp);
  return { phone, mine, sid: callsid };
}
const outcomes = async (count: number) => (await it.waits()).slice(-count).map(({ outcome }) => outcome);

test('the one who waited longest is answered first, the next when the phone is free again', async () => {
  const { agent, free } = await anEngagedAgent();
  const one = await wait(first);
  await wait(second);
  await expect.poll(() => one.mine.heard(330, 0.2), { timeout: 20_000 }).toBe(true); // music, after the notice
  expect(await outcomes(2)).toEqual([null, null]);
  free();
  const taken = await pickUp(agent);
  expect(taken.parameters.From).toBe(`+1${first}`);
  taken.mine.speak(500);
  await one.mine.hears(500);
  await expect.poll(() => outcomes(2)).toEqual(['answered', null]);
  agent.say('hangup', { callsid: taken.sid });
  const next = await pickUp(agent);
  expect(next.parameters.From).toBe(`+1${second}`);
  await expect.poll(() => outcomes(2)).toEqual(['answered', 'answered']);
  expect((await it.row(next.sid)).state).toBe('active');
}, 60_000);

test('no answer: the caller goes on waiting, and is offered again', async () => {
  const { agent, free } = await anEngagedAgent();
  const one = await wait(first);
  free();
  const ring = (await agent.wait('invite')).payload.callsid ?? '';
  await agent.wait('cancel', ring);
  await it.outcome(ring, 'missed');
  expect(await outcomes(1)).toEqual([null]);
  const again = await pickUp(agent);
  again.mine.speak(500);
  await one.mine.hears(500);
}, 60_000);

test('an answer without sound ends the call, and the caller waits no more', async () => {
  const { agent, free } = await anEngagedAgent();
  const one = await wait(first);
  free();
  const { callsid = '' } = (await agent.wait('invite')).payload;
  agent.say('answer', { callsid, sdp: 'not one' });
  await one.phone.wait('hangup', one.sid);
  await expect.poll(() => outcomes(1)).toEqual(['answered']);
  await expect.poll(async () => (await it.row(callsid)).state).toBe('ended');
}, 60_000);

test('a caller who hangs up is a missed call, once', async () => {
  await anEngagedAgent();
  const before = (await it.rows()).length;
  const one = await wait(first);
  one.phone.say('hangup', { callsid: one.sid });
  await expect.poll(() => outcomes(1)).toEqual(['gave_up']);
  await expect.poll(async () => (await it.rows()).slice(before)).toMatchObject([{ direction: 'inbound', outcome: 'missed' }]);
});

test('who presses 1 leaves a message for the one who is on a call', async () => {
  await anEngagedAgent();
  refused = 2;
  const one = await wait(second);
  one.phone.say('dtmf', { callsid: one.sid, dtmf: '1' });
  await expect.poll(() => outcomes(1)).toEqual(['message']);
  await expect.poll(() => one.mine.heard(1_000, 0.8), { timeout: 20_000 }).toBe(true); // the tone
  one.mine.speak(800);
  await expect.poll(() => one.mine.sounds.at(-1) !== undefined).toBe(true);
  const began = performance.now();
  await expect.poll(() => performance.now() - began > 2_500, { timeout: 5_000 }).toBe(true);
  one.phone.say('hangup', { callsid: one.sid });
  const row = async () => (await it.rows()).at(-1);
  await expect.poll(async () => (await row())?.outcome).toBe('voicemail');
  await expect.poll(async () => (await row())?.call_file_id).not.toBe(null);
  expect(await row()).toMatchObject({ user_id: it.userOf('agent'), their_number: second });
}, 60_000);

test('without a queue the caller leaves a message at once', async () => {
  await it.calls.run((tx) => setSetting(tx, queueMinutes, 0));
  await anEngagedAgent();
  const before = (await it.waits()).length;
  const one = await wait(second);
  one.phone.say('hangup', { callsid: one.sid });
  await expect.poll(async () => (await it.rows()).at(-1)).toMatchObject({ direction: 'inbound', outcome: 'missed' });
  expect(await it.waits()).toHaveLength(before);
  await it.calls.run((tx) => setSetting(tx, queueMinutes, 5));
});

test('the provider knows whose phone is open', async () => {
  expect(await it.voice?.listPhones(it.company.companyId)).toEqual(new Set());
  await Promise.all([it.phone('agent'), it.phone('agent'), it.phone('admin'), it.handset(first)]);
  expect(await it.voice?.listPhones(it.company.companyId)).toEqual(new Set([it.userOf('agent'), it.userOf('admin')]));
  expect(await it.voice?.listPhones(it.company.companyId + 1)).toEqual(new Set());
});
