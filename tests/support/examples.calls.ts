// Examples of the calls about the phone.
import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as callCentre from '#contract/callCentre.ts';
import type * as dialer from '#contract/dialer.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type DialerCalls = {
  [Name in keyof typeof dialer as (typeof dialer)[Name] extends Endpoint ? Name : never]: Sent<(typeof dialer)[Name] & Endpoint>;
};

type CallCentreCalls = {
  [Name in keyof typeof callCentre as (typeof callCentre)[Name] extends Endpoint ? Name : never]: Sent<
    (typeof callCentre)[Name] & Endpoint
  >;
};

export const callCentreCalls = (to: Targets): CallCentreCalls => ({
  fetchBoard: {},
  changeWatchMode: { body: { call_id: to.callSid, mode: 'whisper' } },
});

export const aSid = () => `CA${randomBytes(16).toString('hex')}`;

/**
 * One that runs, in which the user takes part with a second phone, and one that has ended, with a recording.
 * `note`: in clear. The user may call.
 */
export async function someCalls(
  { operator: { db } }: TestServer,
  company_id: number,
  user_id: number,
  contact_id: number,
  { note, recording }: { note: string; recording: number },
) {
  await mayCallFreely(db, company_id, user_id);
  const callSid = aSid();
  const common = { company_id, user_id, contact_id, conference: callSid, gateway: 'test', note };
  const numbers = { direction: 'outbound', from_number: '3055550100', to_number: '3055550142', started_at: new Date() };
  const call_id = await insertId(db, 'calls', { ...common, ...numbers, sid: callSid, state: 'active', answered_at: new Date() });
  // Nobody takes part in two calls at once.
  await db.updateTable('call_watchers').set({ ended_at: new Date() }).where('user_id', '=', user_id).execute();
  await insertId(db, 'call_watchers', { company_id, user_id, call_id, sid: aSid(), mode: 'listen', started_at: new Date() });
  const ended = { state: 'ended', outcome: 'answered', answered_at: new Date(), ended_at: new Date() };
  const call = await insertId(db, 'calls', { ...common, ...numbers, ...ended, sid: aSid(), call_file_id: recording });
  return { callSid, call };
}

/** A number that calls show, calls without a plan, and the company's call centre. */
async function mayCallFreely(db: TestServer['operator']['db'], company_id: number, user_id: number): Promise<void> {
  await sql`
    insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, bought_at, rent_due_at, is_dialer)
    values (${company_id}, ${`786${randomInt(2_000_000, 10_000_000)}`}, ${user_id}, ${user_id}, 'PN', now(), now() + interval '1 month', true)
    on conflict do nothing`.execute(db);
  await sql`
    insert into feature_overrides (company_id, user_id, feature, enabled) values (${company_id}, ${user_id}, 'dialer_enabled', true)
    on conflict do nothing`.execute(db);
  await sql`
    insert into feature_overrides (company_id, user_id, feature, enabled) values (${company_id}, 0, 'call_centre', true)
    on conflict do nothing`.execute(db);
}

export function dialerCalls(to: Targets): DialerCalls {
  const running = { body: { call_id: to.callSid } };
  const one = { params: { id: to.call } };
  const number = { body: { phone_number: '(305) 555-0142' } };
  return {
    fetchDeviceToken: {},
    fetchActiveCalls: {},
    fetchHistoricalCalls: { body: { page: 1, limit: 5 } },
    fetchCallLogs: { body: { q: '305', user_id: to.user, contact_id: to.contact, direction: 'outbound', recorded: true } },
    fetchAssociatedContact: number,
    fetchAssociatedContacts: number,
    checkCall: { body: { ...number.body, contact_id: to.contact } },
    startDisclaimerPrompt: running,
    resumeCallRecording: running,
    stopCallRecording: running,
    holdCall: { body: { ...running.body, on: true } },
    transferCall: { body: { ...running.body, user_id: to.colleague } },
    consultColleague: { body: { ...running.body, user_id: to.colleague } },
    completeTransfer: running,
    takeBackCall: running,
    updateCall: { ...one, body: { disposition: 'reached', note: 'Asked for a quote', contact_id: to.contact } },
    reportCallQuality: {
      ...one,
      body: {
        samples: [{ at: '2026-11-25T10:00:00Z', jitter: 4, round_trip: 60, mos: 4.3, packet_loss: 0 }],
        score: 5,
        issue: 'echo',
      },
    },
    downloadCallRecording: one,
  };
}
