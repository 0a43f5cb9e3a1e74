// Calls over a carrier begin and end: by browsers, by people outside, and as the carrier tells of them.
import { beforeEach, describe, expect, test } from 'vitest';
import { fetchDeviceToken } from '#contract/dialer.ts';
import { aCarrierOffice, expectLegs, only, ourNumber } from '#tests/support/carrierCalls.ts';
import { twilioAccount } from '#tests/support/twilioVoice.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { keep } from './carrierCalls.keep.ts';

type Kept = Parameters<typeof keep>[1];
const { clock, server, sandbox, company, calls, idOf, rowOf, aContact, received, over, jobs } = await aCarrierOffice();
let theirs = '';
beforeEach(async () => {
  clock.now += 60_000;
  theirs = await aContact();
});

test('the token is Twilio’s, short, and tells it our addresses', async () => {
  const { token, ttl, identity, service } = await company.people.agent.call(fetchDeviceToken, {});
  expect({ ttl, identity, service }).toEqual({ ttl: 600, identity: idOf('agent'), service: 'twilio' });
  const [head, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  expect(head).toEqual({ alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' });
  const { voice, account } = twilioAccount;
  expect(claims).toMatchObject({ iss: voice.keySid, sub: account, exp: claims.iat + 600 });
  expect(claims.grants).toEqual({
    identity,
    voice: { incoming: { allow: true }, outgoing: { application_sid: voice.app } },
  });
  expect(sandbox.application.calls).toMatch(/^http.*\/v1\/webhooks\/calls\/account\?of=call#rc=5&rp=all$/);
  expect(await server.platform.voice?.check()).toBeNull();
  const { agent, agent2 } = company.people;
  expect(await server.platform.voice?.listPhones(company.companyId)).toEqual(new Set([agent.userId, agent2.userId]));
});

describe('a browser calls', () => {
  test('a number: it rings, is answered, both hear each other, and one hangs up', async () => {
    const mine = await sandbox.connect(idOf('agent'), { To: theirs });
    expect(await rowOf(mine.sid)).toMatchObject({
      state: 'ringing',
      gateway: 'twilio',
      from_number: ourNumber,
      to_number: theirs,
    });
    const far = only(sandbox.ringingAtNumber(theirs));
    expect(far.from).toBe(`+1${ourNumber}`);
    sandbox.answer(far);
    await sandbox.settled();
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'active' });
    expectLegs(sandbox.heardBy(mine), far);
    expectLegs(sandbox.heardBy(far), mine);
    await over(far);
    expect(mine.status).toBe('completed');
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'ended', outcome: 'answered' });
    expect(sandbox.told.filter(({ status }) => status >= 400)).toEqual([]);
  });

  test.each([
    ['busy', 'reject'],
    ['no_answer', 'timeOut'],
  ] as const)('a number that is %s', async (outcome, how) => {
    const mine = await sandbox.connect(idOf('agent'), { To: theirs });
    sandbox[how](only(sandbox.ringingAtNumber(theirs)));
    await sandbox.settled();
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'ended', outcome });
    expect(mine.status).toBe('completed');
  });

  test('and gives up before anybody answers', async () => {
    const mine = await sandbox.connect(idOf('agent'), { To: theirs });
    const far = only(sandbox.ringingAtNumber(theirs));
    await over(mine);
    expect(await rowOf(mine.sid)).toMatchObject({ outcome: 'cancelled' });
    expect(far.status).toBe('canceled');
  });

  test('a number that the carrier refuses', async () => {
    const refused = '3055550001';
    await calls.callable(company.people.agent.userId, refused);
    const mine = await sandbox.connect(idOf('agent'), { To: refused });
    await sandbox.settled();
    expect(await rowOf(mine.sid)).toMatchObject({ outcome: 'failed' });
    expect(mine).toMatchObject({ status: 'completed', said: ['The call could not be made.'] });
  });

  test('without leave, and hears why', async () => {
    const mine = await sandbox.connect(idOf('agent'), { To: '12' });
    expect(mine).toMatchObject({ status: 'completed', said: ['Invlaid phone number'] });
    const stranger = await sandbox.connect('c1-u999999', { To: theirs });
    expect(stranger.said).toEqual(['You are not signed in.']);
    const test = await sandbox.connect(idOf('agent'), {});
    expect(test.said).toEqual(['This is a test of the sound of your phone.']);
  });

  test('a colleague, whose phones show who calls', async () => {
    const { agent, agent2 } = company.people;
    const mine = await sandbox.connect(idOf('agent'), { To: `user:${agent2.userId}` });
    const far = only(sandbox.ringingAt(idOf('agent2')));
    const sid = far.told.get('call_id') ?? '';
    expect(Object.fromEntries(far.told)).toMatchObject({ from: `user:${agent.userId}`, call_id: expect.stringMatching(/^CA/) });
    sandbox.answer(far);
    await sandbox.settled();
    for (const one of [mine.sid, sid]) expect(await rowOf(one)).toMatchObject({ state: 'active' });
    await over(mine);
    for (const one of [mine.sid, sid]) expect(await rowOf(one)).toMatchObject({ outcome: 'answered' });
  });

  test('a colleague without an open phone', async () => {
    const mine = await sandbox.connect(idOf('agent'), { To: `user:${company.people.agent3.userId}` });
    await sandbox.settled();
    expect(await rowOf(mine.sid)).toMatchObject({ outcome: 'no_answer' });
    expect(mine.status).toBe('completed');
  });
});

describe('somebody calls a number of ours', () => {
  test('its user answers', async () => {
    const { mine, far, sid } = await received();
    expect(mine.told.get('from')).toBe(theirs);
    expect(await rowOf(sid)).toMatchObject({ state: 'active', direction: 'inbound', from_number: theirs });
    expectLegs(sandbox.heardBy(far), mine);
    await over(mine);
    expect(far.status).toBe('completed');
    expect(await rowOf(sid)).toMatchObject({ outcome: 'answered' });
  });

  test('nobody answers: what the caller says is the recording of the missed call', async () => {
    const far = await sandbox.dial(theirs, ourNumber);
    const ring = only(sandbox.ringingAt(idOf('agent')));
    const sid = ring.told.get('call_id') ?? '';
    sandbox.timeOut(ring);
    await sandbox.settled();
    expect(far.played).toEqual([expect.stringContaining('/voice_sounds/greeting.wav')]);
    sandbox.leaveMessage(far, 9);
    await sandbox.settled();
    expect(await rowOf(sid)).toMatchObject({ outcome: 'voicemail' });
    for (const payload of await jobs<Kept>(carrierCallJobs.keep)) await keep(calls.system, payload);
    expect(await rowOf(sid)).toMatchObject({ call_file_id: expect.any(Number) });
    expect([...sandbox.recordings.values()].at(-1)).toMatchObject({ isDropped: true });
  });

  test('declined, and no message: the call stays declined', async () => {
    const far = await sandbox.dial(theirs, ourNumber);
    const ring = only(sandbox.ringingAt(idOf('agent')));
    sandbox.reject(ring);
    await sandbox.settled();
    sandbox.leaveMessage(far, 0);
    await sandbox.settled();
    expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ outcome: 'declined' });
  });

  test('a phone that rings although the carrier’s answer was lost cannot take the call any more', async () => {
    sandbox.dropAnswer();
    const far = await sandbox.dial(theirs, ourNumber);
    expect(far.played).toEqual([expect.stringContaining('/voice_sounds/greeting.wav')]);
    const ring = only(sandbox.ringingAt(idOf('agent')));
    sandbox.answer(ring);
    await sandbox.settled();
    expect(ring.status).toBe('completed');
    sandbox.leaveMessage(far, 3);
    await sandbox.settled();
    expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ outcome: 'voicemail' });
  });

  test('the caller hangs up while it rings', async () => {
    const far = await sandbox.dial(theirs, ourNumber);
    const ring = only(sandbox.ringingAt(idOf('agent')));
    await over(far);
    expect(ring.status).toBe('canceled');
    expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ outcome: 'missed' });
  });

  test('the company’s number rings all open phones; of two answers the first counts', async () => {
    await calls.number('3055550125', null, company.people.manager.userId);
    const far = await sandbox.dial('3055550999', '3055550125');
    const [first, second] = [only(sandbox.ringingAt(idOf('agent'))), only(sandbox.ringingAt(idOf('agent2')))];
    sandbox.answer(first);
    sandbox.answer(second);
    await sandbox.settled();
    expect([far.status, first.status, second.status]).toEqual(['in-progress', 'in-progress', 'completed']);
    expect(await rowOf(first.told.get('call_id') ?? '')).toMatchObject({ state: 'active' });
    expect(await rowOf(second.told.get('call_id') ?? '')).toMatchObject({ outcome: 'elsewhere' });
    await over(far);
    expect(first.status).toBe('completed');
  });

  test('a number that is none of ours', async () => {
    expect((await sandbox.dial(theirs, '2125550199')).said).toEqual(['This number is not in service.']);
  });
});
