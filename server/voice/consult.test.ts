// A side asks a colleague before it passes the call on: which phones hear each other, what the rows say, and
// who pays.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordAll } from '#areas/voice/calls/calls.officeSettings.ts';
import { isOnCall } from '#areas/voice/calls/calls.queries.ts';
import { fetchActiveCalls } from '#contract/dialer.ts';
import { setSetting } from '#kernel/settings.ts';
import { CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import { aGateway, dial, isDeafTo, pickUp } from '#tests/support/gateways.ts';
import { type Phone, talk } from '#tests/support/phones.ts';
import { send } from '#tests/support/server.ts';

const ours = '3055550120';
const theirs = '3055550142';
let it: Awaited<ReturnType<typeof aGateway<'agent' | 'agent2' | 'agent3'>>>;
let licence = 0;
let licence2 = 0;
beforeAll(async () => {
  it = await aGateway({ agent: {}, agent2: {}, agent3: {} });
  const [agent, agent2] = [it.userOf('agent'), it.userOf('agent2')];
  await it.calls.number(ours, agent);
  await it.calls.callable(agent, theirs);
  licence = (await it.calls.plan(agent, { payer: 'manager', allocation: 500 })).id;
  licence2 = (await it.calls.plan(agent2, { payer: 'manager', allocation: 500 })).id;
});
afterEach(async () => {
  it.pace.ring = 60_000;
  await it.hangUp();
});

/** The agent talks with a customer who called; their colleague's phone is open. `pays`: the agent called. */
async function aCall({ pays = false } = {}) {
  const [agent, colleague, customer] = await Promise.all([it.phone('agent'), it.phone('agent2'), it.handset(theirs)]);
  const call = pays ? await talk(agent, customer, theirs) : await talk(customer, agent, `+1${ours}`);
  const [mine, far] = pays ? [call.mine, call.theirs] : [call.theirs, call.mine];
  const [sid, farSid] = pays ? [call.sid, call.calledSid] : [call.calledSid, call.sid];
  mine.speak(500);
  far.speak(1_500);
  await far.hears(500);
  await expect.poll(async () => (await it.row(sid)).state).toBe('active');
  const ask = () => it.order(sid, { order: 'consult', userId: it.userOf('agent2') });
  return { mine, far, sid, farSid, agent, colleague, customer, ask };
}
const consulting = async () => {
  const { call_list } = (await send(it.server.app, it.company.people.agent.headers, fetchActiveCalls, {})).json();
  return call_list[0]?.consulting;
};

describe('while the colleague is asked', () => {
  test('the customer hears music, the two hear each other, and the call names the colleague', async () => {
    const { mine, far, sid, colleague, ask } = await aCall();
    await ask();
    await expect.poll(() => mine.heard(440, 0.3) && mine.heard(480, 0.3)).toBe(true); // it rings
    const id = it.userOf('agent2');
    await expect.poll(consulting).toEqual({ user: { id, name: 'agent2 Tester' }, state: 'ringing' });
    const asked = await pickUp(colleague);
    expect(asked.parameters.From).toBe(it.at('agent'));
    expect(new URLSearchParams(asked.parameters.Params).get('name')).toBe('agent Tester, about Rosa Alvarez');
    asked.mine.speak(2_000);
    await mine.hears(2_000);
    await asked.mine.hears(500);
    await isDeafTo(far, 500);
    expect(far.heard(330, 0.2)).toBe(true); // music
    await isDeafTo(asked.mine, 1_500);
    await expect.poll(consulting).toMatchObject({ state: 'active' });
    expect(await it.row(asked.sid)).toMatchObject({ contact_id: null, colleague_id: it.userOf('agent'), paid_by: null });
    for (const order of [{ order: 'hold', on: true }, { order: 'record' }, { order: 'transfer', userId: id }] as const)
      await expect(it.order(sid, order)).rejects.toThrow(CallUnreachable);
  });

  test('taken back, the colleague’s side ends and nothing of it stands at the contact', async () => {
    const { mine, far, sid, colleague, ask } = await aCall();
    await ask();
    const asked = await pickUp(colleague);
    await it.order(sid, { order: 'take_back' });
    await colleague.wait('hangup', asked.sid);
    await far.hears(500);
    await mine.hears(1_500);
    await it.outcome(asked.sid, 'answered');
    expect(await it.row(sid)).toMatchObject({ state: 'active' });
    expect(await consulting()).toBe(null);
    await expect(it.order(sid, { order: 'take_back' })).rejects.toThrow(CallUnreachable);
  });

  test.each([
    ['declines', async (colleague: Phone, sid: string) => colleague.say('reject', { callsid: sid }), 'declined'],
    ['does not answer', async () => {}, 'missed'],
  ] as const)('a colleague who %s leaves them with the customer', async (_, act, outcome) => {
    const { far, colleague, ask } = await aCall();
    it.pace.ring = 500;
    await ask();
    const { callsid = '' } = (await colleague.wait('invite')).payload;
    await act(colleague, callsid);
    await it.outcome(callsid, outcome);
    await far.hears(500);
  });

  test('a colleague who hangs up leaves them with the customer', async () => {
    const { far, colleague, ask } = await aCall();
    await ask();
    const asked = await pickUp(colleague);
    colleague.say('hangup', { callsid: asked.sid });
    await far.hears(500);
  });

  test('the recording pauses and goes on', async () => {
    const { sid, colleague, ask, far } = await aCall();
    await it.order(sid, { order: 'record' });
    await ask();
    expect(await it.row(sid)).toMatchObject({ recording: 'paused' });
    colleague.say('reject', { callsid: (await colleague.wait('invite')).payload.callsid });
    await expect.poll(async () => (await it.row(sid)).recording).toBe('on');
    await far.hears(500);
  });

  test('one who is away or on a call cannot be asked, and the customer stays', async () => {
    const { far, sid } = await aCall();
    await expect(it.order(sid, { order: 'consult', userId: it.userOf('agent3') })).rejects.toThrow(ColleagueAway);
    await far.hears(500);
    await expect(it.order(sid, { order: 'complete' })).rejects.toThrow(CallUnreachable);
  });
});

describe('passing it on', () => {
  test('the customer talks with the colleague, who pays from then on', async () => {
    const { far, sid, agent, colleague, ask } = await aCall({ pays: true });
    await ask();
    const asked = await pickUp(colleague);
    asked.mine.speak(2_000);
    await it.order(sid, { order: 'complete' });
    await agent.wait('hangup', sid);
    await far.hears(2_000);
    await asked.mine.hears(1_500);
    await it.outcome(sid, 'answered');
    const row = await it.row(asked.sid);
    expect(row).toMatchObject({
      state: 'active',
      their_number: theirs,
      paid_by: 'licence',
      consulted_for: null,
      colleague_id: null,
    });
    expect(row.contact_id).not.toBe(null);
    colleague.say('hangup', { callsid: asked.sid });
    await it.outcome(asked.sid, 'answered');
    // Of both, the minute that each began.
    expect([await it.calls.used(licence), await it.calls.used(licence2)]).toEqual([1, 1]);
  });

  test('while the phone still rings: it is answered by the colleague alone', async () => {
    const { far, mine, sid, agent, colleague, ask } = await aCall({ pays: true });
    await ask();
    await it.order(sid, { order: 'complete' });
    await agent.wait('hangup', sid);
    await expect.poll(() => far.heard(440, 0.3)).toBe(true); // it rings
    await it.outcome(sid, 'answered');
    expect(await it.calls.run((tx) => isOnCall(tx, it.userOf('agent')))).toBe(false); // they may call again
    const asked = await pickUp(colleague);
    asked.mine.speak(2_000);
    await far.hears(2_000);
    mine.speak(null);
    await expect.poll(async () => (await it.row(asked.sid)).paid_by).toBe('licence');
  });

  test('where every call is recorded, with a recording for the colleague', async () => {
    await it.calls.run((tx) => setSetting(tx, recordAll, true));
    const { sid, colleague, ask } = await aCall({ pays: true });
    await expect.poll(async () => (await it.row(sid)).recording).toBe('on');
    await ask();
    const asked = await pickUp(colleague);
    await it.order(sid, { order: 'complete' });
    await expect.poll(async () => (await it.row(asked.sid)).recording, { timeout: 10_000 }).toBe('on');
    await it.calls.run((tx) => setSetting(tx, recordAll, false));
  });

  test('by hanging up, with a colleague who answered', async () => {
    const { far, sid, agent, colleague, ask } = await aCall();
    await ask();
    const asked = await pickUp(colleague);
    asked.mine.speak(2_000);
    agent.say('hangup', { callsid: sid });
    await far.hears(2_000);
    await it.outcome(sid, 'answered');
  });

  test('a customer who hangs up meanwhile ends it for both', async () => {
    const { customer, sid, farSid, agent, colleague, ask } = await aCall();
    await ask();
    const asked = await pickUp(colleague);
    customer.say('hangup', { callsid: farSid });
    await Promise.all([agent.wait('hangup', sid), colleague.wait('hangup', asked.sid)]);
    await it.outcome(sid, 'answered');
    await it.outcome(asked.sid, 'answered');
  });
});

test('a colleague whose phone rings cannot be asked', async () => {
  const { ask } = await aCall();
  await dial(await it.phone('agent3'), { To: it.at('agent2') });
  await expect.poll(async () => (await it.rows()).filter(({ state }) => state === 'ringing').length).toBe(2);
  await expect(ask()).rejects.toThrow(ColleagueAway);
});
