// Receives the carrier's reports. One address serves all companies: it names the call, and the signature covers
// address and report. Late, repeated and reordered reports change nothing.
import { z } from 'zod';
import { inTenant, type Platform, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { AccountHook, RawCall } from '#kernel/http/hooks.ts';
import { legAnswered, legEnded, messageEnded } from '#kernel/voice/callMoves.ts';
import { type CallLeg, hangUp, type LegEnd, legOf } from '#kernel/voice/callState.ts';
import { announced } from '#kernel/voice/callTalk.ts';
import { callHook } from '#kernel/voice/carrier.ts';
import { type About, hangUpAnswer } from './carrierCalls.addresses.ts';
import { beginCall, companyOf } from './carrierCalls.begin.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { pressed } from './carrierCalls.offer.ts';
import { contextOf, move, mustHaveCarrier } from './carrierCalls.perform.ts';
import { type CarrierCall, findByCarrierSid } from './carrierCalls.queries.ts';
import { personOf } from './carrierCalls.words.ts';

const Sid = (kind: string) => z.string().regex(new RegExp(`^${kind}[0-9a-f]{32}$`));
const ends = new Map<string, LegEnd>([
  ['completed', 'gone'],
  ['canceled', 'gone'],
  ['busy', 'busy'],
  ['no-answer', 'no_answer'],
  ['failed', 'failed'],
]);
/** A user's leg, which is all of their devices, ends busy where they declined. */
const endOf = (status: string, { user_id }: CallLeg): LegEnd | undefined =>
  status === 'busy' && user_id !== null ? 'declined' : ends.get(status);

const company = z.coerce.number().pipe(z.int().positive());
const conference = Sid('CF');
const Told = z.discriminatedUnion('of', [
  z.object({ of: z.enum(['call', 'key', 'end', 'done']) }),
  z.object({ of: z.literal('leg'), company, conference, label: z.string().max(60) }),
  z.object({ of: z.enum(['conference', 'message']), company, conference }),
  z.object({ of: z.literal('recording'), company, conference, sid: Sid('CA') }),
]) satisfies z.ZodType<About | { of: 'call' | 'key' | 'end' | 'done' }>;

const Leg = z.object({ CallSid: Sid('CA'), From: z.string().max(100), To: z.string().max(10_000).default('') });
const LegEvent = z.object({ CallSid: Sid('CA'), CallStatus: z.string().max(20) });
const ConferenceEvent = z.object({
  ConferenceSid: Sid('CF'),
  StatusCallbackEvent: z.string().max(40),
  CallSid: Sid('CA').optional(),
});
const RecordingEvent = z.object({
  RecordingSid: Sid('RE'),
  RecordingStatus: z.string().max(20),
  RecordingDuration: z.coerce.number().min(0).catch(0),
});

type CallCtx = Pick<WorkCtx, 'platform' | 'clock' | 'log'>;

export const carrierHook: AccountHook = { name: callHook, receive };

async function receive({ platform }: CallCtx, { body, url, header }: RawCall): Promise<string | undefined> {
  const form = new URLSearchParams(body.toString('utf8'));
  const signature = header('x-twilio-signature');
  if (!mustHaveCarrier(platform).isSigned({ url, form, signature })) throw fail('webhooks.forged');
  const told = Told.safeParse(Object.fromEntries(new URL(url).searchParams));
  if (!told.success) return nothing(platform);
  const fields = Object.fromEntries(form);
  switch (told.data.of) {
    case 'call':
    case 'key': {
      const { data } = Leg.safeParse(fields);
      if (!data) return nothing(platform);
      const next = told.data.of === 'call' ? beginCall : pressed;
      return next(platform, { leg: data.CallSid, from: data.From, to: data.To, more: fields });
    }
    case 'done':
      return hangUpAnswer;
    case 'end':
      return void (await hearEnd(platform, fields));
    case 'leg':
      return void (await hearLeg(platform, told.data, fields));
    case 'conference':
      return void (await hearConference(platform, told.data, fields));
    default:
      return void (await hearRecording(platform, told.data, fields));
  }
}

function nothing({ log }: Platform): undefined {
  log.warn('a call of the carrier says nothing that we know');
}

type Fields = Record<string, string>;

/** Of a leg that we rang. */
async function hearLeg(platform: Platform, told: Extract<About, { of: 'leg' }>, fields: Fields): Promise<void> {
  const { data } = LegEvent.safeParse(fields);
  if (!data) return nothing(platform);
  await move(contextOf(platform, told.company), told.conference, (call) => {
    const leg = legOf(call, told.label);
    if (!leg) return [];
    leg.carrier_sid ??= data.CallSid;
    if (data.CallStatus === 'in-progress') return legAnswered(call, told.label);
    const how = endOf(data.CallStatus, leg);
    return how ? legEnded(call, told.label, how) : [];
  });
}

/** Of a leg that began at the carrier: a browser's, or a caller's. */
async function hearEnd(platform: Platform, fields: Fields): Promise<void> {
  const [leg, event] = [Leg.safeParse(fields).data, LegEvent.safeParse(fields).data];
  if (!leg || !event || !ends.has(event.CallStatus)) return;
  const companyId = personOf(leg.From)?.companyId ?? (await companyOf(platform, leg.To));
  if (companyId === null) return;
  const ctx = contextOf(platform, companyId);
  const found = await inTenant(ctx, (tx) => findByCarrierSid(tx, leg.CallSid));
  if (found) await move(ctx, found.conference, (call) => legEnded(call, found.label, 'gone'));
}

async function hearConference(platform: Platform, told: { company: number; conference: string }, fields: Fields): Promise<void> {
  const { data } = ConferenceEvent.safeParse(fields);
  if (!data) return nothing(platform);
  await move(contextOf(platform, told.company), told.conference, (call) => {
    call.carrier_conference ??= data.ConferenceSid;
    return happened(call, data);
  });
}

function happened(call: CarrierCall, { StatusCallbackEvent: event, CallSid: sid }: z.output<typeof ConferenceEvent>) {
  const leg = call.legs.find(({ carrier_sid }) => sid !== undefined && carrier_sid === sid);
  if (event === 'announcement-end') return announced(call, true);
  if (event === 'announcement-fail') return announced(call, false);
  if (!leg) return [];
  // A caller who comes after the call ended; one who leaves for the message has only moved.
  if (event === 'participant-join') return leg.state === 'ended' || call.state === 'ended' ? hangUp(leg) : [];
  return event === 'participant-leave' && call.state !== 'message' ? legEnded(call, leg.label, 'gone') : [];
}

async function hearRecording(
  platform: Platform,
  told: Extract<About, { of: 'recording' }> | { of: 'conference' | 'message'; company: number; conference: string },
  fields: Fields,
): Promise<void> {
  const { data } = RecordingEvent.safeParse(fields);
  if (!data) return nothing(platform);
  const length = data.RecordingStatus === 'completed' ? Math.round(data.RecordingDuration) : 0;
  const seconds = length >= 1 ? length : null;
  const keep = { recording: data.RecordingSid, seconds: length };
  const ctx = contextOf(platform, told.company);
  if (told.of === 'recording')
    return inTenant(ctx, async (tx) => {
      if (seconds !== null) tx.enqueue(carrierCallJobs.keep, { ...keep, sid: told.sid }, { key: data.RecordingSid });
    });
  await move(ctx, told.conference, (call, tx) => {
    const sid = call.message_of;
    if (sid !== null && seconds !== null) tx.enqueue(carrierCallJobs.keep, { ...keep, sid }, { key: data.RecordingSid });
    return messageEnded(call, seconds);
  });
}
