// A company whose calls go over a carrier: the carrier's side of them, and the phones at the ends.
import { expect } from 'vitest';
import { obeyOrder } from '#areas/voice/carrierCalls/carrierCalls.service.ts';
import { fetchDeviceToken, type holdCall } from '#contract/dialer.ts';
import { twilioVoice } from '#providers/voice/twilioVoice.ts';
import { identityOf } from '#providers/voice/voice.tokens.ts';
import { callsOf, workingHour } from './calls.ts';
import { aCompany } from './factories.ts';
import { aServer, type Client, type TestServer } from './server.ts';
import { type TwilioCall, twilioAccount, twilioSandbox } from './twilioVoice.ts';

export const ourNumber = '3055550120';
const webhook = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
export type Name = 'manager' | 'agent' | 'agent2' | 'agent3';

/** As the carrier calls us. */
export const sendSigned = (server: TestServer, url: string, body: string, signature: string) =>
  server.app.inject({
    method: 'POST',
    url: webhook(url),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    payload: body,
  });

/** A server that calls over the sandbox of the carrier. */
export async function aCarrierServer() {
  const server = await aServer();
  const { platform } = server;
  const sandbox = twilioSandbox(async (url, body, signature) => {
    const answer = await sendSigned(server, url, body, signature);
    return { status: answer.statusCode, body: answer.body };
  });
  const account = { ...twilioAccount, fetch: sandbox.fetch, config: server.config };
  platform.voice = twilioVoice(account, platform.db, (...asked) => obeyOrder(platform, ...asked));
  return { server, sandbox };
}

/** The agent has our number; everybody may call; the phones of `agent` and `agent2` are open. */
export async function aCarrierOffice() {
  const { server, sandbox } = await aCarrierServer();
  const clock = { now: workingHour.getTime() };
  server.platform.clock = () => new Date(clock.now);
  const company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' }, agent3: {} });
  const calls = callsOf(server, company.companyId);
  const { agent, agent2, agent3, manager } = company.people;
  await calls.number(ourNumber, agent.userId);
  for (const [place, { userId }] of [agent2, agent3, manager].entries()) await calls.number(`305555013${place}`, userId);
  for (const { userId } of [agent, agent2, agent3, manager]) await calls.switchOn('dialer_enabled', userId);
  const idOf = (who: Name) => identityOf(company.companyId, company.people[who].userId);
  const opened = async (who: Name) => {
    await company.people[who].call(fetchDeviceToken, {});
    sandbox.open(idOf(who));
  };
  for (const who of ['agent', 'agent2'] as const) await opened(who);
  let contact = 200;
  let theirs = '';
  let waiting: { id: number; payload: unknown }[] = [];

  const office = {
    ...{ server, sandbox, company, calls, clock, idOf, opened },
    rowOf: (sid: string) => calls.row(sid),
    /** A contact of the agent's: nobody may be called more than three times a day. */
    async aContact(number = `3055550${++contact}`): Promise<string> {
      theirs = number;
      await calls.callable(agent.userId, number);
      return number;
    },
    order: (endpoint: Parameters<Client['call']>[0], who: Name, call_id: string, more: object = {}) =>
      company.people[who].call(endpoint as typeof holdCall, { body: { call_id, ...more } as never }),
    /** The agent calls the contact, who answers. */
    async talking() {
      const mine = await sandbox.connect(idOf('agent'), { To: theirs });
      const far = only(sandbox.ringingAtNumber(theirs));
      sandbox.answer(far);
      await sandbox.settled();
      return { mine, far };
    },
    /** The contact calls the agent, who answers. */
    async received() {
      const far = await sandbox.dial(theirs, ourNumber);
      const mine = only(sandbox.ringingAt(idOf('agent')));
      sandbox.answer(mine);
      await sandbox.settled();
      return { mine, far, sid: mine.told.get('call_id') ?? '' };
    },
    async over(...legs: TwilioCall[]) {
      for (const leg of legs) sandbox.hangUp(leg);
      await sandbox.settled();
    },
    /** The payloads of this job since the last time. */
    async jobs<Payload>({ name }: { name: string }): Promise<Payload[]> {
      const { db } = server.operator;
      waiting = await db
        .selectFrom('outbox')
        .select(['id', 'payload'])
        .where('company_id', '=', company.companyId)
        .where('name', '=', name)
        .orderBy('id')
        .execute();
      for (const { id } of waiting) await db.deleteFrom('outbox').where('id', '=', id).execute();
      return waiting.map(({ payload }) => payload as Payload);
    },
  };
  return office;
}

export const only = (list: TwilioCall[]): TwilioCall => {
  expect(list).toHaveLength(1);
  return list[0] as TwilioCall;
};

export const expectLegs = (legs: TwilioCall[], ...wanted: TwilioCall[]) =>
  expect(legs.map(({ sid }) => sid).toSorted()).toEqual(wanted.map(({ sid }) => sid).toSorted());
