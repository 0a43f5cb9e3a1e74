// Reports of the carrier that come twice, late or never; minutes; and calls without any report.
import { beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { signatureOf } from '#providers/telephony/twilio.signature.ts';
import { aCarrierOffice, only, ourNumber, sendSigned } from '#tests/support/carrierCalls.ts';
import { type TwilioCall, twilioAccount } from '#tests/support/twilioVoice.ts';
import { attachNumbers } from './carrierCalls.attach.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { keepLate } from './carrierCalls.keep.ts';
import { endOrphan, forgetCarrierCalls, look, lookPump, orphanPump } from './carrierCalls.look.ts';
import { close } from './carrierCalls.perform.ts';
import { obeyOrder } from './carrierCalls.service.ts';

const { server, sandbox, company, calls, clock, rowOf, aContact, talking, over, jobs, idOf } = await aCarrierOffice();
let theirs = '';
beforeEach(async () => {
  clock.now += 60_000;
  theirs = await aContact();
});

type Orphan = Parameters<typeof endOrphan>[1];
const conferenceOf = ({ conference }: TwilioCall) => conference?.name ?? '';

/** After so many seconds. */
async function lookAgain(seconds: number): Promise<void> {
  clock.now += seconds * 1_000;
  await runPumps(server.operator.db, server.platform, [lookPump]);
  for (const payload of await jobs<{ conference: string }>(carrierCallJobs.look)) await look(calls.system, payload.conference);
  await sandbox.settled();
}

describe('what the carrier tells', () => {
  const say = (url: string, body: string, signature: string) => sendSigned(server, url, body, signature);

  test('is refused where it is forged, and harmless where it says nothing', async () => {
    const forged = await say('/v1/webhooks/calls/account?of=call', `CallSid=CA${'0'.repeat(32)}`, 'bm8=');
    expect(forged.json()).toMatchObject({ status: 401, code: 'webhooks.forged' });
    for (const query of ['', '?of=leg&company=x', '?of=nonsense', '?of=leg&company=1&conference=CF1&label=x']) {
      const url = `http://localhost:0/v1/webhooks/calls/account${query}`;
      const body = 'CallSid=nonsense';
      const answer = await say(
        `/v1/webhooks/calls/account${query}`,
        body,
        signatureOf(twilioAccount.token, url, new URLSearchParams(body)),
      );
      expect(answer.statusCode, query).toBe(204);
    }
  });

  test('twice, late and in the wrong order changes nothing', async () => {
    const start = sandbox.told.length;
    const { mine, far } = await talking();
    await over(mine);
    const row = await rowOf(mine.sid);
    for (const { url, form } of sandbox.told.slice(start).toReversed()) {
      const answer = await say(url, form.toString(), signatureOf(twilioAccount.token, url, form));
      expect(answer.statusCode).toBeLessThan(300);
    }
    expect(await rowOf(mine.sid)).toEqual(row);
    expect(sandbox.ringingAtNumber(theirs)).toEqual([]);
    expect(far.status).toBe('completed');
  });

  test('and was lost: a look finds that the call is over', async () => {
    const { mine } = await talking();
    sandbox.lose(true);
    sandbox.hangUp(mine);
    await sandbox.settled();
    sandbox.lose(false);
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'active' });
    await lookAgain(300);
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'ended', outcome: 'answered' });
  });

  test('and was lost: a look finds that the call was answered', async () => {
    const mine = await sandbox.connect(idOf('agent'), { To: theirs });
    sandbox.lose(true);
    sandbox.answer(only(sandbox.ringingAtNumber(theirs)));
    await sandbox.settled();
    sandbox.lose(false);
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'ringing' });
    await lookAgain(90);
    expect(await rowOf(mine.sid)).toMatchObject({ state: 'active' });
    await over(mine);
  });
});

test('an end that the carrier does not take is tried again', async () => {
  const { mine, far } = await talking();
  const carrier = server.platform.voice?.carrier;
  if (!carrier) throw new Error('no carrier');
  const { endConference } = carrier;
  carrier.endConference = () => Promise.reject(new Error('away'));
  await obeyOrder(server.platform, company.companyId, mine.sid, { order: 'hang_up' });
  carrier.endConference = endConference;
  expect(await rowOf(mine.sid)).toMatchObject({ state: 'ended' });
  expect(far.status).toBe('in-progress');
  const [again] = await jobs<{ conference: string }>(carrierCallJobs.close);
  await close(calls.system, again?.conference ?? '');
  await sandbox.settled();
  expect(far.status).toBe('completed');
});

test('minutes: a call goes on while there are some, and ends where there are none', async () => {
  const { agent } = company.people;
  await calls.switchOn('dialer_enabled', agent.userId, false);
  const licence = await calls.plan(agent.userId, { payer: 'manager', allocation: 8 });
  const { mine } = await talking();
  expect(await calls.used(licence.id)).toBe(5);
  await lookAgain(300);
  expect(await rowOf(mine.sid)).toMatchObject({ state: 'active', blocks: 2 });
  expect(await calls.used(licence.id)).toBe(8);
  await lookAgain(300);
  expect(mine.status).toBe('completed');
  expect(await rowOf(mine.sid)).toMatchObject({ state: 'ended', outcome: 'answered', minutes: 10 });
  await calls.switchOn('dialer_enabled', agent.userId);
});

test('a call that never reached the carrier ends', async () => {
  const sid = `CA${'f'.repeat(32)}`;
  const { agent } = company.people;
  await calls.dial(agent.userId, theirs);
  const { sid: left } = await server.operator.db
    .updateTable('calls')
    .set({ gateway: 'twilio', sid })
    .where('gateway', '=', 'gateway one')
    .returning('sid')
    .executeTakeFirstOrThrow();
  clock.now += 400_000;
  await runPumps(server.operator.db, server.platform, [orphanPump]);
  for (const payload of await jobs<Orphan>(carrierCallJobs.end)) await endOrphan(calls.system, payload);
  expect(await rowOf(left)).toMatchObject({ state: 'ended', outcome: 'no_answer' });
});

test('a caller whose wait never reached the carrier waits no more', async () => {
  const { mine } = await talking();
  const waiting = await sandbox.dial('3055550914', ourNumber);
  await sandbox.press(waiting, null);
  const { db } = server.operator;
  await db.deleteFrom('carrier_calls').where('conference', '=', conferenceOf(waiting)).execute();
  clock.now += 400_000;
  await runPumps(db, server.platform, [orphanPump]);
  for (const payload of await jobs<Orphan>(carrierCallJobs.end)) await endOrphan(calls.system, payload);
  const waits = await db.selectFrom('waiting_calls').select('outcome').where('sid', '=', waiting.sid).execute();
  expect(waits).toEqual([{ outcome: 'failed' }]);
  await over(mine);
});

test('the end of a recording that the carrier told nobody is found later', async () => {
  const { mine, far } = await talking();
  await obeyOrder(server.platform, company.companyId, mine.sid, { order: 'record' });
  await sandbox.settled();
  sandbox.lose(true);
  sandbox.hangUp(far);
  await sandbox.settled();
  sandbox.lose(false);
  await lookAgain(300);
  expect(await jobs(carrierCallJobs.keep)).toEqual([]);
  const [late] = await jobs<Parameters<typeof keepLate>[1]>(carrierCallJobs.keepLate);
  expect(late).toMatchObject({ leg: far.sid, sid: mine.sid });
  for (const payload of late ? [late, late] : []) await keepLate(calls.system, payload);
  expect(await rowOf(mine.sid)).toMatchObject({ state: 'ended', call_file_id: expect.any(Number) });
  expect(sandbox.recordings.get(late?.recording ?? '')?.isDropped).toBe(true);
});

test('a message whose end the carrier told nobody is found later', async () => {
  const caller = await sandbox.dial('3055550915', ourNumber);
  for (const ring of sandbox.ringingAt(idOf('agent'))) sandbox.timeOut(ring);
  await sandbox.settled();
  sandbox.lose(true);
  sandbox.leaveMessage(caller, 9);
  await sandbox.settled();
  sandbox.lose(false);
  await lookAgain(240);
  expect(await jobs(carrierCallJobs.keep)).toMatchObject([{ seconds: 9 }]);
  const row = await server.operator.db.selectFrom('calls').select('outcome').where('from_number', '=', '3055550915').execute();
  expect(row).toEqual([{ outcome: 'voicemail' }]);
});

test('an announcement whose end was not told is played again, and then the call is recorded', async () => {
  const { mine, far } = await talking();
  sandbox.lose(true);
  await obeyOrder(server.platform, company.companyId, mine.sid, { order: 'record' });
  await sandbox.settled();
  sandbox.lose(false);
  const before = sandbox.recordings.size;
  await lookAgain(300);
  expect(sandbox.recordings.size).toBe(before + 1);
  expect(far.played.filter((url) => url.includes('recorded'))).toHaveLength(2);
  await over(mine);
});

test('numbers bring their calls to the application; calls that ended are forgotten after a week', async () => {
  await attachNumbers(calls.system, { signal: new AbortController().signal });
  const numbers = await server.operator.db.selectFrom('phone_numbers').select(['provider_id', 'voice_app']).execute();
  expect(sandbox.attached.toSorted()).toEqual(numbers.map(({ provider_id }) => provider_id).toSorted());
  expect(new Set(numbers.map(({ voice_app }) => voice_app))).toEqual(new Set([twilioAccount.voice.app]));
  const count = () => inTenant(calls.system, (tx) => tx.db.selectFrom('carrier_calls').select('conference').execute());
  expect((await count()).length).toBeGreaterThan(2);
  clock.now += 8 * 86_400_000;
  await forgetCarrierCalls(calls.system);
  expect(await count()).toEqual([]);
});

test('the queue: a caller waits while all are on a call, is offered to who is free, and else leaves a message', async () => {
  const { mine } = await talking();
  const waiting = await sandbox.dial('3055550911', ourNumber);
  expect(waiting).toMatchObject({ status: 'in-progress', played: [expect.stringContaining('queued.wav')] });
  await sandbox.press(waiting, null);
  await lookAgain(5);
  expect(sandbox.ringingAt(idOf('agent'))).toEqual([]);
  await over(mine);
  await lookAgain(5);
  const ring = only(sandbox.ringingAt(idOf('agent')));
  sandbox.timeOut(ring);
  await sandbox.settled();
  expect(await rowOf(ring.told.get('call_id') ?? '')).toMatchObject({ outcome: 'missed' });
  await lookAgain(5);
  sandbox.answer(only(sandbox.ringingAt(idOf('agent'))));
  await sandbox.settled();
  expect(waiting.status).toBe('in-progress');
  const second = await sandbox.dial('3055550912', ourNumber);
  const fourth = await sandbox.dial('3055550916', ourNumber);
  await sandbox.press(fourth, '5');
  expect(fourth.played).toHaveLength(2);
  await sandbox.press(fourth, '1');
  expect(fourth.played.at(-1)).toContain('greeting.wav');
  sandbox.leaveMessage(fourth, 3);
  const third = await sandbox.dial('3055550913', ourNumber);
  await sandbox.press(second, null);
  await over(third);
  await lookAgain(3_600);
  expect(second.played).toContainEqual(expect.stringContaining('greeting.wav'));
  sandbox.leaveMessage(second, 5);
  await over(waiting);
  const { db } = server.operator;
  const waits = await db
    .selectFrom('waiting_calls')
    .select(['from_number', 'outcome'])
    .where('outcome', '<>', 'failed')
    .orderBy('id')
    .execute();
  expect(waits).toEqual([
    { from_number: '3055550911', outcome: 'answered' },
    { from_number: '3055550912', outcome: 'message' },
    { from_number: '3055550916', outcome: 'message' },
    { from_number: '3055550913', outcome: 'gave_up' },
  ]);
});
