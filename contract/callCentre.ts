// The call centre: who is on the phone now, who waits, and how leaders take part in a call.
import { z } from 'zod';
import { phoneStates, watchModes } from './callLists.ts';
import { Call } from './dialer.ts';
import { endpoint, Id, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

const permission = 'calls.watch';
const feature = 'call_centre';
const path = '/v1/call_centre';

export const BoardAgent = z
  .object({
    user: Person,
    state: z.enum(phoneStates),
    /** Since when; null while offline. */
    since: z.string().nullable(),
    /** The one that rings or runs. */
    call: Call.nullable(),
    /** Leaders who take part in it. */
    watchers: z.array(z.object({ user: Person, mode: z.enum(watchModes) })),
    /**
     * Of today, in the company's zone, without calls between colleagues: calls that came in, and calls to
     * somebody.
     */
    answered: z.int(),
    missed: z.int(),
    made: z.int(),
    /** Seconds. */
    talked: z.int(),
  })
  .meta({ id: 'BoardAgent' });
export type BoardAgent = z.output<typeof BoardAgent>;

/** A caller who waits until somebody is free. */
export const WaitingCall = z
  .object({
    id: Id,
    call_from: z.string(),
    /** The number of ours that was called. */
    call_to: z.string(),
    contact: Person.nullable(),
    waiting_since: z.string(),
  })
  .meta({ id: 'WaitingCall' });
export type WaitingCall = z.output<typeof WaitingCall>;

export const fetchBoard = endpoint({
  method: 'GET',
  path: `${path}/board`,
  summary: 'The phones of the people in reach, their calls now, the callers who wait, and today’s counts; at most 500 people',
  permission,
  feature,
  response: z.object({
    agents: z.array(BoardAgent),
    queue: z.array(WaitingCall),
    today: z.object({
      answered: z.int(),
      missed: z.int(),
      /** Callers who gave up, or left a message, while they waited. */
      gave_up: z.int(),
      /** Seconds that answered callers waited, on average; null where there was none. */
      waited: z.int().nullable(),
    }),
  }),
  long: true,
  rateLimit: paces.look,
});

export const changeWatchMode = endpoint({
  method: 'POST',
  path: `${path}/watch_mode`,
  summary: 'Listen, whisper or join: how the user takes part in the call that their phone watches',
  permission,
  feature,
  body: z.object({
    /** The watched call’s. */
    call_id: z.string().regex(/^CA[0-9a-f]{32}$/, 'This is not the id of a call'),
    mode: z.enum(watchModes),
  }),
  response: z.object({ mode: z.enum(watchModes) }),
  errors: ['calls.not_configured', 'calls.ended', 'calls.unreachable'],
  rateLimit: paces.edit,
});
