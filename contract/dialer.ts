// The phone in the browser: its token, calls now and before, whose number it is, and the recording of a call.
import { z } from 'zod';
import { activityOutcomes } from './activityTypes.ts';
import {
  callChecks,
  callDirections,
  callOutcomes,
  callStates,
  dialLength,
  feedbackIssues,
  recordingStates,
} from './callLists.ts';
import { Decision } from './compliance.ts';
import { ById, endpoint, Id, Limit, Line, Nothing, Page, Paged, Prose, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { Person } from './users.ts';

const feature = 'dialer';
const permission = 'calls.make';
const path = '/v1/dialer';

/** A number as people type it; kept as ten digits. */
const UsNumber = Line(30).transform(normalPhone).pipe(z.string().min(1, 'This is not a US phone number'));
/** The id of a call: `CA` and 32 letters or digits. */
const CallSid = z.string().regex(/^CA[0-9a-f]{32}$/, 'This is not the id of a call');
const ByCall = z.object({ call_id: CallSid });

/** Names as in the spec where it has them. */
export const Call = z
  .object({
    id: Id,
    call_id: CallSid,
    call_direction: z.enum(callDirections),
    /** Ten digits, or `user:7` of a colleague's phone. */
    call_from: z.string(),
    call_to: z.string(),
    /** Inbound alone: of the caller's area code; '' where unknown. */
    caller_city: z.string(),
    caller_state: z.string(),
    created_at: z.string(),
    answered_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    /** Since it was answered. */
    seconds: z.int(),
    state: z.enum(callStates),
    /** Null until it ends. */
    outcome: z.enum(callOutcomes).nullable(),
    recording: z.enum(recordingStates),
    /** The phone's user. */
    user: Person,
    /** The other side, where it is a contact in reach. */
    contact: Person.nullable(),
    /** The other side, where it is a colleague. */
    colleague: Person.nullable(),
    /** A colleague who is asked before the call is passed on; the other side waits meanwhile. */
    consulting: z.object({ user: Person, state: z.enum(['ringing', 'active']) }).nullable(),
    /** Its recording, among the call files of the contact. */
    call_file_id: Id.nullable(),
    disposition: z.enum(activityOutcomes.call).nullable(),
    note: z.string(),
  })
  .meta({ id: 'Call' });
export type Call = z.output<typeof Call>;

/** A contact with the number of a call. */
export const AssociatedContact = z
  .object({
    id: Id,
    name: z.string(),
    phone_number: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    status: z.string(),
    owner: Person.nullable(),
    /** False: a colleague's, which the user sees as a card alone. */
    in_reach: z.boolean(),
  })
  .meta({ id: 'AssociatedContact' });
export type AssociatedContact = z.output<typeof AssociatedContact>;

export const fetchDeviceToken = endpoint({
  method: 'GET',
  path: `${path}/fetch_device_token`,
  summary: 'A token with which the browser’s phone registers, for at most an hour',
  permission,
  feature,
  response: z.object({
    token: z.string(),
    /** The user's, on all of their devices. */
    identity: z.string(),
    /** Seconds. */
    ttl: z.int(),
    /** `gateway`: connect to /signal of this host. `twilio`: to Twilio. */
    service: z.enum(['gateway', 'twilio']),
    /** TURN servers of the operator, for networks that let no UDP through; as browsers take them. */
    ice_servers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
  }),
  errors: ['calls.not_configured', 'calls.not_allowed'],
  // It opens a phone in this user's name.
  oneself: true,
  rateLimit: paces.edit,
});

export const fetchActiveCalls = endpoint({
  method: 'POST',
  path: `${path}/fetch_active_calls`,
  summary: 'Calls that ring or run now: the user’s own, and for leaders those of their people; at most 100',
  permission,
  feature,
  reads: true,
  response: z.object({ call_list: z.array(Call) }),
  rateLimit: paces.look,
});

export const fetchHistoricalCalls = endpoint({
  method: 'POST',
  path: `${path}/fetch_historical_calls`,
  summary: 'The user’s own calls, the newest first',
  permission,
  feature,
  reads: true,
  body: z.object({ page: Page, limit: Limit(20) }).prefault({}),
  response: z.object({ call_history: z.array(Call), meta: z.object({ next_page: z.int().nullable() }) }),
  rateLimit: paces.look,
});

export const fetchCallLogs = endpoint({
  method: 'POST',
  path: `${path}/fetch_call_logs`,
  summary: 'Ended calls of users in reach, the newest first, by person, contact, direction, outcome and number',
  permission,
  feature,
  reads: true,
  body: z
    .object({
      /** Digits of the other side's number. */
      q: Line(30).default(''),
      user_id: Id.nullable().default(null),
      contact_id: Id.nullable().default(null),
      direction: z.enum(callDirections).nullable().default(null),
      outcome: z.enum(callOutcomes).nullable().default(null),
      recorded: z.boolean().default(false),
      page: Page,
      limit: Limit(25),
    })
    .prefault({}),
  response: Paged(Call),
  long: true,
  rateLimit: paces.look,
});

export const fetchAssociatedContact = endpoint({
  method: 'POST',
  path: `${path}/fetch_associated_contact`,
  summary: 'The contact with this number: of several the one last called; null where there is none',
  permission,
  feature,
  reads: true,
  body: z.object({ phone_number: UsNumber }),
  response: z.object({ contact: AssociatedContact.nullable() }),
  rateLimit: paces.look,
});

export const fetchAssociatedContacts = endpoint({
  method: 'POST',
  path: `${path}/fetch_associated_contacts`,
  summary: 'All contacts with this number, at most 10: of a colleague’s only a card',
  permission,
  feature,
  reads: true,
  body: z.object({ phone_number: UsNumber }),
  response: z.object({ contacts: z.array(AssociatedContact) }),
  rateLimit: paces.look,
});

export const checkCall = endpoint({
  method: 'POST',
  path: `${path}/check_call`,
  summary: 'Whether the user may call this number now: their minutes, and the compliance gate with its reason',
  permission,
  feature,
  reads: true,
  body: z.object({
    phone_number: Line(30).refine(
      (text) => text.length >= dialLength.min && text.length <= dialLength.max,
      'Invlaid phone number',
    ),
    contact_id: Id.nullable().default(null),
  }),
  response: z.object({
    result: z.enum(callChecks),
    /** In words, where the result is not OK. */
    message: z.string(),
    /** Of the gate; null for a colleague's number. */
    decision: Decision.nullable(),
    /** Whether the law lets a person call all the same and say why. */
    may_override: z.boolean(),
  }),
  rateLimit: paces.look,
});

/** Shared by the operations on a user's running call. */
const callOrder = {
  method: 'POST',
  permission,
  feature,
  response: Call,
  errors: ['calls.not_configured', 'calls.ended', 'calls.unreachable'],
  rateLimit: paces.edit,
} as const;
const colleagueOrder = { ...callOrder, errors: [...callOrder.errors, 'calls.colleague_away'] } as const;

export const startDisclaimerPrompt = endpoint({
  ...callOrder,
  path: `${path}/device_start_disclaimer_prompt`,
  summary: 'Play to both sides of a running call that it is recorded',
  body: ByCall,
});

export const resumeCallRecording = endpoint({
  ...callOrder,
  path: `${path}/device_resume_call_recording`,
  summary: 'Start the recording of a running call, after the announcement, or resume it',
  body: ByCall,
});

export const stopCallRecording = endpoint({
  ...callOrder,
  path: `${path}/device_stop_call_recording`,
  summary: 'Pause the recording of a running call; it is kept when the call ends',
  body: ByCall,
});

export const holdCall = endpoint({
  ...callOrder,
  path: `${path}/device_hold`,
  summary: 'Put the other side of a running call on hold, or take it back',
  body: ByCall.extend({ on: z.boolean() }),
});

export const transferCall = endpoint({
  ...colleagueOrder,
  path: `${path}/device_transfer`,
  summary: 'Pass a running call on to a colleague, whose phones ring; the own side ends',
  body: ByCall.extend({ user_id: Id }),
});

export const consultColleague = endpoint({
  ...colleagueOrder,
  path: `${path}/device_consult`,
  summary: 'Put the other side of a running call on hold and ring a colleague, to speak with them first',
  body: ByCall.extend({ user_id: Id }),
});

export const completeTransfer = endpoint({
  ...colleagueOrder,
  path: `${path}/device_complete_transfer`,
  summary: 'Connect the other side with the colleague who was asked; the own side ends',
  body: ByCall,
});

export const takeBackCall = endpoint({
  ...callOrder,
  path: `${path}/device_take_back`,
  summary: 'End the talk with the colleague who was asked, and speak with the other side again',
  body: ByCall,
});

export const updateCall = endpoint({
  method: 'PATCH',
  path: `${path}/calls/:id`,
  summary: 'Say how a call went, after it: the disposition, a note, or which contact it was with',
  permission,
  feature,
  params: ById,
  body: z.object({ disposition: z.enum(activityOutcomes.call).nullable(), note: Prose(5_000), contact_id: Id }).partial(),
  response: Call,
  rateLimit: paces.edit,
});

export const reportCallQuality = endpoint({
  method: 'POST',
  path: `${path}/calls/:id/quality`,
  summary: 'Store samples of a call’s sound, ten at a time, and the user’s score of it',
  permission,
  feature,
  params: ById,
  body: z.object({
    samples: z
      .array(
        z.object({
          at: z.iso.datetime({ offset: true }),
          /** Milliseconds. */
          jitter: z.number().min(0).max(60_000).nullable(),
          round_trip: z.number().min(0).max(60_000).nullable(),
          mos: z.number().min(0).max(5).nullable(),
          /** Percent. */
          packet_loss: z.number().min(0).max(100).nullable(),
        }),
      )
      .max(10)
      .default([]),
    score: z.int().min(1).max(5).nullable().default(null),
    issue: z.enum(feedbackIssues).nullable().default(null),
  }),
  response: Nothing,
  rateLimit: paces.edit,
});

export const downloadCallRecording = endpoint({
  method: 'GET',
  path: `${path}/calls/:id/recording`,
  summary: 'The recording of a call of a user in reach; each listener is an entry of the audit log',
  permission,
  feature,
  kind: 'stream',
  params: ById,
  response: Nothing,
  errors: ['files.gone'],
  rateLimit: paces.look,
});
