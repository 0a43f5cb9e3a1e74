// Orders to calls over a carrier: which phones hear each other then, and what is recorded.
import { beforeEach, describe, expect, test } from 'vitest';
import { recordAll } from '#areas/voice/calls/calls.officeSettings.ts';
import {
  completeTransfer,
  consultColleague,
  fetchActiveCalls,
  holdCall,
  resumeCallRecording,
  startDisclaimerPrompt,
  stopCallRecording,
  takeBackCall,
  transferCall,
} from '#contract/dialer.ts';
import { inTenant } from '#kernel/context.ts';
import { setSetting } from '#kernel/settings.ts';
import { TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { aCarrierOffice, expectLegs, only } from '#tests/support/carrierCalls.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { keep } from './carrierCalls.keep.ts';
import { close } from './carrierCalls.perform.ts';

type Kept = Parameters<typeof keep>[1];
const { clock, server, sandbox, company, calls, idOf, rowOf, aContact, order, talking, received, over, jobs } =
  await aCarrierOffice();
let theirs = '';
beforeEach(async () => {
  clock.now += 60_000;
  theirs = await aContact();
});

describe('orders', () => {
  test('hold: the other side hears music, and nobody hears the other', async () => {
    const { mine, far } = await talking();
    await order(holdCall, 'agent', mine.sid, { on: true });
    expect(far.hold).toMatch(/\/voice_sounds\/hold\.wav$/);
    expectLegs(sandbox.heardBy(far));
    await order(holdCall, 'agent', mine.sid, { on: false });
    expectLegs(sandbox.heardBy(far), mine);
    await over(mine);
    await expect(order(holdCall, 'agent', mine.sid, { on: true })).rejects.toMatchObject({ code: 'calls.ended' });
  });

  test('recording: after its announcement, of both sides apart, without the pause; stored, and removed at the carrier', async () => {
    const { mine, far } = await talking();
    await order(startDisclaimerPrompt, 'agent', mine.sid);
    const before = sandbox.recordings.size;
    const on = await order(resumeCallRecording, 'agent', mine.sid);
    expect(on).toMatchObject({ recording: 'on' });
    await sandbox.settled();
    expect(far.played.filter((url) => url.includes('recorded'))).toHaveLength(2);
    const recording = [...sandbox.recordings.values()].at(-1);
    expect(sandbox.recordings.size).toBe(before + 1);
    expect(recording).toMatchObject({ call: far.sid, status: 'in-progress' });
    expect(await order(stopCallRecording, 'agent', mine.sid)).toMatchObject({ recording: 'paused' });
    expect(recording?.status).toBe('paused');
    await order(resumeCallRecording, 'agent', mine.sid);
    expect(recording?.status).toBe('in-progress');
    await order(holdCall, 'agent', mine.sid, { on: true });
    expect(recording?.status).toBe('paused');
    await order(holdCall, 'agent', mine.sid, { on: false });
    expect(recording?.status).toBe('in-progress');
    await over(mine);
    const payloads = await jobs<Kept>(carrierCallJobs.keep);
    expect(payloads).toEqual([{ recording: recording?.sid, sid: mine.sid, seconds: 7 }]);
    for (const payload of [...payloads, ...payloads]) await keep(calls.system, payload);
    expect(await rowOf(mine.sid)).toMatchObject({ call_file_id: expect.any(Number) });
    expect(recording?.isDropped).toBe(true);
  });

  test('transfer: a colleague takes over, the own side ends', async () => {
    const { far, mine, sid } = await received();
    await expect(order(transferCall, 'agent', sid, { user_id: company.people.agent3.userId })).rejects.toMatchObject({
      code: 'calls.colleague_away',
    });
    await order(transferCall, 'agent', sid, { user_id: company.people.agent2.userId });
    await sandbox.settled();
    expect(mine.status).toBe('completed');
    expect(far).toMatchObject({ status: 'in-progress', hold: expect.stringContaining('ring.wav') });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    expect(ring.told.get('from')).toBe(theirs);
    sandbox.answer(ring);
    await sandbox.settled();
    expectLegs(sandbox.heardBy(far), ring);
    expect(await rowOf(sid)).toMatchObject({ outcome: 'answered' });
    expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ state: 'active' });
    await over(ring);
    expect(far.status).toBe('completed');
  });

  test('transfer that nobody takes ends the call', async () => {
    const { far, sid } = await received();
    await order(transferCall, 'agent', sid, { user_id: company.people.agent2.userId });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.timeOut(ring);
    await sandbox.settled();
    expect(far.status).toBe('completed');
    expect(await rowOf(sid)).toMatchObject({ outcome: 'answered' });
    expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ outcome: 'missed' });
  });

  test('consult: the other side waits, then the colleague has them', async () => {
    const { far, mine, sid } = await received();
    const asked = await order(consultColleague, 'agent', sid, { user_id: company.people.agent2.userId });
    expect(asked).toMatchObject({ consulting: { user: { id: company.people.agent2.userId }, state: 'ringing' } });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.answer(ring);
    await sandbox.settled();
    expectLegs(sandbox.heardBy(mine), ring);
    expectLegs(sandbox.heardBy(far));
    expect(await order(completeTransfer, 'agent', sid)).toMatchObject({ state: 'ended' });
    await sandbox.settled();
    expectLegs(sandbox.heardBy(far), ring);
    expect(mine.status).toBe('completed');
    expect(await rowOf(sid)).toMatchObject({ outcome: 'answered' });
    await over(far);
    expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ outcome: 'answered', from_number: theirs });
  });

  test('consult, and pass the call on while the colleague’s phone still rings', async () => {
    const { far, mine, sid } = await received();
    await order(consultColleague, 'agent', sid, { user_id: company.people.agent2.userId });
    expect(await order(completeTransfer, 'agent', sid)).toMatchObject({ state: 'ended', outcome: 'answered' });
    await sandbox.settled();
    expect(mine.status).toBe('completed');
    expect(far).toMatchObject({ status: 'in-progress', hold: expect.stringContaining('ring.wav') });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.answer(ring);
    await sandbox.settled();
    expectLegs(sandbox.heardBy(far), ring);
    expect(await rowOf(sid)).toMatchObject({ outcome: 'answered' });
    await over(far);
  });

  test('consult: who hangs up meanwhile has passed the call on', async () => {
    const { far, mine, sid } = await received();
    await order(consultColleague, 'agent', sid, { user_id: company.people.agent2.userId });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.answer(ring);
    await sandbox.settled();
    await over(mine);
    expectLegs(sandbox.heardBy(far), ring);
    expect(await rowOf(sid)).toMatchObject({ state: 'ended', outcome: 'answered' });
    await over(ring);
    expect(far.status).toBe('completed');
  });

  test('consult: the call ends with either side again, once the colleague is gone', async () => {
    const { far, mine, sid } = await received();
    await order(consultColleague, 'agent', sid, { user_id: company.people.agent2.userId });
    sandbox.reject(only(sandbox.ringingAt(idOf('agent2'))));
    await sandbox.settled();
    expectLegs(sandbox.heardBy(far), mine);
    expect(mine.endsAll).toBe(true);
    await over(mine);
    expect(far.status).toBe('completed');
  });

  test('consult, and take the other side back', async () => {
    const { far, mine, sid } = await received();
    await order(consultColleague, 'agent', sid, { user_id: company.people.agent2.userId });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.answer(ring);
    await sandbox.settled();
    expect(await order(takeBackCall, 'agent', sid)).toMatchObject({ consulting: null, state: 'active' });
    await sandbox.settled();
    expectLegs(sandbox.heardBy(far), mine);
    expect(ring.status).toBe('completed');
    await over(mine);
  });

  test('every call to a number is recorded: for the colleague who takes over, too', async () => {
    await inTenant(calls.system, (tx) => setSetting(tx, recordAll, true));
    const { mine, far } = await talking();
    await sandbox.settled();
    await order(consultColleague, 'agent', mine.sid, { user_id: company.people.agent2.userId });
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.answer(ring);
    await sandbox.settled();
    await order(completeTransfer, 'agent', mine.sid);
    await sandbox.settled();
    const [first, second] = [...sandbox.recordings.values()].slice(-2);
    expect(first).toMatchObject({ call: far.sid, status: 'completed' });
    expect(second).toMatchObject({ call: far.sid, status: 'in-progress' });
    await over(ring);
    const kept = await jobs<Kept>(carrierCallJobs.keep);
    expect(kept.map(({ sid }) => sid)).toEqual([mine.sid, ring.told.get('call_id')]);
    await inTenant(calls.system, (tx) => setSetting(tx, recordAll, false));
  });

  test('a recording that the carrier refuses shows as off', async () => {
    const { mine } = await talking();
    const carrier = server.platform.voice?.carrier;
    if (!carrier) throw new Error('no carrier');
    const { record } = carrier;
    carrier.record = () => Promise.reject(new TelephonyRefused('21220'));
    await order(resumeCallRecording, 'agent', mine.sid);
    await sandbox.settled();
    carrier.record = record;
    expect(await rowOf(mine.sid)).toMatchObject({ recording: 'off' });
    await order(resumeCallRecording, 'agent', mine.sid);
    await sandbox.settled();
    expect(await rowOf(mine.sid)).toMatchObject({ recording: 'on' });
    await over(mine);
  });

  test('a colleague keeps the call where the carrier does not take that the agent leaves it', async () => {
    const { far, mine, sid } = await received();
    const carrier = server.platform.voice?.carrier;
    if (!carrier) throw new Error('no carrier');
    const { changeLeg } = carrier;
    carrier.changeLeg = (...asked) =>
      asked[2].endsAll === false ? Promise.reject(new TelephonyUnavailable('away')) : changeLeg(...asked);
    await order(transferCall, 'agent', sid, { user_id: company.people.agent2.userId });
    carrier.changeLeg = changeLeg;
    const ring = only(sandbox.ringingAt(idOf('agent2')));
    sandbox.answer(ring);
    await sandbox.settled();
    expect(mine.status).toBe('in-progress');
    for (const { conference } of await jobs<{ conference: string }>(carrierCallJobs.close)) await close(calls.system, conference);
    await sandbox.settled();
    expect(mine.status).toBe('completed');
    expectLegs(sandbox.heardBy(far), ring);
    await over(ring);
  });

  test('a leader listens, whispers and joins', async () => {
    const { manager } = company.people;
    await server.operator.db
      .insertInto('feature_overrides')
      .values({ company_id: company.companyId, user_id: 0, feature: 'call_centre', enabled: true })
      .execute();
    const { mine, far } = await talking();
    await order(holdCall, 'agent', mine.sid, { on: true });
    const early = await sandbox.connect(idOf('manager'), { To: `watch:${mine.sid}`, mode: 'listen' });
    expect(early).toMatchObject({ status: 'completed', said: [expect.stringContaining('on hold')] });
    await order(holdCall, 'agent', mine.sid, { on: false });
    const leader = await sandbox.connect(idOf('manager'), { To: `watch:${mine.sid}`, mode: 'listen' });
    await sandbox.settled();
    expect(leader.said).toEqual([]);
    expectLegs(sandbox.heardBy(leader), mine, far);
    expectLegs(sandbox.heardBy(mine), far);
    const mode = (wanted: 'listen' | 'whisper' | 'join') =>
      server.platform.voice?.order(company.companyId, leader.sid, { order: 'watch', mode: wanted });
    await mode('whisper');
    expectLegs(sandbox.heardBy(mine), far, leader);
    expectLegs(sandbox.heardBy(far), mine);
    await mode('join');
    expectLegs(sandbox.heardBy(far), mine, leader);
    await mode('listen');
    expectLegs(sandbox.heardBy(far), mine);
    sandbox.hangUp(leader);
    await sandbox.settled();
    expectLegs(sandbox.heardBy(far), mine);
    await over(mine);
    expect((await manager.call(fetchActiveCalls, {})).call_list).toEqual([]);
    const refused = await sandbox.connect(idOf('agent'), { To: `watch:${mine.sid}` });
    expect(refused.said).not.toEqual([]);
  });
});
