// A gateway with a company whose people have phones, for tests of what goes on in calls.
import { expect } from 'vitest';
import * as book from '#areas/voice/calls/calls.service.ts';
import type { CallOrder } from '#kernel/voice/voice.ts';
import { openVoice } from '#providers/voice/voice.ts';
import { type Pace, usualPace } from '../../server/voice/call.parts.ts';
import { startGateway } from '../../server/voice/gateway.ts';
import { atTheEnd } from './atTheEnd.ts';
import { callsOf, workingHour } from './calls.ts';
import { testSeal } from './database.ts';
import { aCompany, type PersonSpec } from './factories.ts';
import { aMicrophone, handsetToken, type Microphone, newCallId, openPhone, type Phone, passed, userToken } from './phones.ts';
import { aServer } from './server.ts';
import { until } from './until.ts';

export async function aGateway<Names extends string>(
  spec: Record<Names, PersonSpec>,
  given: Partial<Pace> = {},
  changed: Partial<typeof book> = {},
) {
  const server = await aServer();
  server.platform.clock = () => new Date(workingHour.getTime() + performance.now());
  const pace: Pace = { ...usualPace, ...given };
  const gateway = await startGateway(server.platform, { ...book, ...changed }, pace);
  atTheEnd(() => gateway.stop());
  const company = await aCompany(server, spec);
  const calls = callsOf(server, company.companyId);
  const url = `${gateway.address.replace('http', 'ws')}/signal`;
  const voice = openVoice(server.config, server.platform.db, testSeal);
  const { db } = server.operator;
  const opened: Phone[] = [];
  const keep = async (phone: Phone) => {
    await phone.register();
    opened.push(phone);
    return phone;
  };
  const userOf = (person: Names) => company.people[person].userId;

  return {
    server,
    gateway,
    company,
    calls,
    pace,
    voice,
    userOf,
    at: (person: Names) => `client:user:${userOf(person)}`,
    async phone(person: Names): Promise<Phone> {
      const who = { companyId: company.companyId, userId: userOf(person) };
      return keep(await openPhone({ url, headers: passed(who), token: await userToken(who) }));
    },
    handset: async (number: string): Promise<Phone> =>
      keep(await openPhone({ url, headers: passed('handset'), token: await handsetToken(number) })),
    order: async (sid: string, order: CallOrder) => voice?.order(company.companyId, sid, order),
    row: (sid: string) => db.selectFrom('calls').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow(),
    rows: () => db.selectFrom('calls').selectAll().where('company_id', '=', company.companyId).orderBy('id').execute(),
    watchers: () =>
      db.selectFrom('call_watchers').selectAll().where('company_id', '=', company.companyId).orderBy('id').execute(),
    waits: () => db.selectFrom('waiting_calls').selectAll().where('company_id', '=', company.companyId).orderBy('id').execute(),
    outcome: (sid: string, outcome: string) =>
      expect
        .poll(async () => (await db.selectFrom('calls').select('outcome').where('sid', '=', sid).executeTakeFirst())?.outcome)
        .toBe(outcome),
    /** Every call ends, and all phones close. */
    async hangUp() {
      const open = await db.selectFrom('calls').select('sid').where('state', '<>', 'ended').execute();
      for (const { sid } of open) await voice?.order(company.companyId, sid, { order: 'hang_up' }).catch(() => {});
      for (const phone of opened.splice(0)) phone.socket.close();
      await until(async () => gateway.board.count() === 0);
      // Of a recorded call the row ends when its recording is stored.
      await until(async () => !(await db.selectFrom('calls').select('id').where('state', '<>', 'ended').executeTakeFirst()), 40);
    },
  };
}

/** Calls, and has sound as soon as the gateway answers or rings. */
export async function dial(phone: Phone, params: Record<string, string>): Promise<{ mine: Microphone; tjs: string }> {
  const mine = aMicrophone();
  const tjs = newCallId();
  phone.say('invite', {
    callsid: tjs,
    sdp: await mine.media.offer(),
    twilio: { params: new URLSearchParams(params).toString() },
  });
  return { mine, tjs };
}

/** A phone that rings answers. */
export async function pickUp(phone: Phone): Promise<{ mine: Microphone; sid: string; parameters: Record<string, string> }> {
  const { callsid = '', sdp = '', parameters = {} } = (await phone.wait('invite')).payload;
  const mine = aMicrophone();
  phone.say('answer', { callsid, sdp: await mine.media.answer(sdp) });
  await until(async () => mine.media.isConnected());
  return { mine, sid: callsid, parameters };
}

/** Hears nothing of this tone for a while. */
export async function isDeafTo(microphone: Microphone, hertz: number): Promise<void> {
  const from = microphone.sounds.length;
  const began = performance.now();
  await until(async () => performance.now() - began > 700);
  expect(microphone.since(from).every((share) => share(hertz) < 0.2)).toBe(true);
}
