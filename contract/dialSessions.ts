// Dial sessions: a user calls the contacts of a list one after the other. The user starts each call.
import { z } from 'zod';
import { activityOutcomes } from './activityTypes.ts';
import { callOutcomes, callStates } from './callLists.ts';
import { Decision } from './compliance.ts';
import { Selection } from './contactsScope.ts';
import { dialReasons, dialSessionStates, dialStates } from './dialSessionLists.ts';
import { ById, endpoint, Id, Limit, Line, Moment, Page, Paged, paces } from './kit/endpoint.ts';
import { tabOf } from './kit/paging.ts';
import { Person } from './users.ts';

const feature = 'dialer';
const permission = 'calls.make';
const path = '/v1/dial_sessions';

const disposition = z.enum(activityOutcomes.call);

export const DialSession = z
  .object({
    id: Id,
    /** The name of the saved view. */
    title: z.string(),
    state: z.enum(dialSessionStates),
    user: Person,
    /** Its calls show a number of the contact's area, where the user may use one. */
    local_presence: z.boolean(),
    started_at: z.string(),
    ended_at: z.string().nullable(),
    /**
     * Contacts. `left` waits, the current one included; `later` is the part of it that may not be called yet.
     */
    counts: z.object({ total: z.int(), called: z.int(), reached: z.int(), skipped: z.int(), left: z.int(), later: z.int() }),
    /** How the calls went; null: not said. */
    results: z.array(z.object({ disposition: disposition.nullable(), count: z.int() })),
  })
  .meta({ id: 'DialSession' });
export type DialSession = z.output<typeof DialSession>;

/** The last call of a contact's turn. */
export const DialledCall = z
  .object({
    id: Id,
    /** As the phone names it. */
    call_id: z.string(),
    state: z.enum(callStates),
    outcome: z.enum(callOutcomes).nullable(),
    seconds: z.int(),
    disposition: disposition.nullable(),
    note: z.string(),
  })
  .meta({ id: 'DialledCall' });
export type DialledCall = z.output<typeof DialledCall>;

export const DialledContact = z
  .object({
    id: Id,
    /** Null: deleted, or out of reach. */
    contact: Person.nullable(),
    place: z.int(),
    state: z.enum(dialStates),
    reason: z.enum(dialReasons).nullable(),
    not_before: z.string().nullable(),
    call: DialledCall.nullable(),
  })
  .meta({ id: 'DialledContact' });
export type DialledContact = z.output<typeof DialledContact>;

export const DialNumber = z.object({
  phone_number: z.string(),
  type: z.int(),
  /** Of the compliance gate, now. */
  ...Decision.pick({ answer: true, reason: true, until: true }).shape,
  /** Whether the law lets a person call all the same and say why. */
  may_override: z.boolean(),
  /** Which number the contact sees; null: the user has none. */
  shown: z.string().nullable(),
});

export const DialSessionNow = DialSession.extend({
  /** The contact whose turn it is; null: nobody. */
  current: z
    .object({
      contact_id: Id,
      /** Null where the contact cannot be called any more, with the reason. */
      contact: Person.nullable(),
      reason: z.enum(dialReasons).nullable(),
      /** The first that may be called is first. */
      numbers: z.array(DialNumber),
      call: DialledCall.nullable(),
    })
    .nullable(),
  /** The next contact, as far as known now. */
  upcoming: Person.extend({ phone_number: z.string(), city: z.string(), state: z.string() }).nullable(),
  /** The last one who was called. */
  previous: DialledContact.nullable(),
  /** Nobody may be called now: from then on somebody may. */
  waits_until: z.string().nullable(),
}).meta({ id: 'DialSessionNow' });
export type DialSessionNow = z.output<typeof DialSessionNow>;

/** The current contact on the user's screen; null: nobody. If another contact is current by now, nothing changes. */
const Turn = z.object({ contact_id: Id.nullable() });

export const listDialSessions = endpoint({
  method: 'GET',
  path,
  summary: 'Dial sessions, the newest first: your own (`me`), or with those of your people (`team`)',
  permission,
  feature,
  query: z.object({ ...tabOf(['me', 'team']), page: Page, limit: Limit(20, 50) }),
  response: Paged(DialSession),
  long: true,
  rateLimit: paces.look,
});

export const createDialSession = endpoint({
  method: 'POST',
  path,
  summary: 'Start a dial session with the contacts of a saved view, or of a selection, in the order of its list; at most 5,000',
  permission,
  feature,
  body: z
    .object({
      saved_view_id: Id.nullable().default(null),
      selection: Selection.nullable().default(null),
      title: Line(60).default(''),
      /** End the one that is open; else a second one is refused. */
      ends_open: z.boolean().default(false),
      /** Left out: as the user has it in general. */
      local_presence: z.boolean().optional(),
    })
    .refine(({ saved_view_id, selection }) => (saved_view_id === null) !== (selection === null), {
      path: ['selection'],
      message: 'Choose a saved view, or contacts',
    }),
  response: DialSessionNow,
  status: 201,
  errors: ['dial_sessions.open', 'dial_sessions.empty', 'dial_sessions.too_many', 'too_slow'],
  long: true,
  rateLimit: paces.heavy,
});

export const getDialSession = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Your own dial session: whose turn it is, who is next, and how it goes',
  permission,
  feature,
  params: ById,
  response: DialSessionNow,
  rateLimit: paces.look,
});

export const listDialledContacts = endpoint({
  method: 'GET',
  path: `${path}/:id/contacts`,
  summary: 'The contacts of a dial session, of a user in reach, in their order',
  permission,
  feature,
  params: ById,
  query: z.object({ ...tabOf(['all', 'called', 'skipped', 'left']), page: Page, limit: Limit(50) }),
  response: Paged(DialledContact),
  rateLimit: paces.look,
});

export const updateDialSession = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Pause, resume or end a dial session, or choose which number its calls show',
  permission,
  feature,
  params: ById,
  body: z.object({ state: z.enum(dialSessionStates), local_presence: z.boolean() }).partial(),
  response: DialSessionNow,
  errors: ['dial_sessions.ended'],
  rateLimit: paces.edit,
});

export const nextDialContact = endpoint({
  method: 'POST',
  path: `${path}/:id/next`,
  summary:
    'Go on to the next contact who may be called now. The present one counts as called, or as skipped where there was no call',
  permission,
  feature,
  params: ById,
  body: Turn,
  response: DialSessionNow,
  errors: ['dial_sessions.ended', 'dial_sessions.paused'],
  long: true,
  rateLimit: paces.edit,
});

export const callDialContactBack = endpoint({
  method: 'POST',
  path: `${path}/:id/call_back`,
  summary: 'Call a contact later: at the end of this dial session, or at a time, as a task; and go on to the next',
  permission,
  feature,
  params: ById,
  body: Turn.extend({
    /** Null: at the end of the session. */
    due_at: Moment.nullable().default(null),
    note: Line(500).default(''),
  }),
  response: DialSessionNow,
  errors: ['dial_sessions.ended', 'dial_sessions.paused'],
  long: true,
  rateLimit: paces.edit,
});

export const LocalPresence = z
  .object({
    /** The user's own choice; null: as the company has it. */
    local_presence: z.boolean().nullable(),
    company: z.boolean(),
    /** Numbers that calls of the user may show, at most 100. */
    numbers: z.array(z.object({ phone_number: z.string(), city: z.string(), region: z.string(), company: z.boolean() })),
  })
  .meta({ id: 'LocalPresence' });
export type LocalPresence = z.output<typeof LocalPresence>;

export const getLocalPresence = endpoint({
  method: 'GET',
  path: '/v1/dialer/local_presence',
  summary: 'Whether your calls show a number of the contact’s area, and which numbers there are',
  permission,
  feature,
  response: LocalPresence,
  rateLimit: paces.look,
});

export const updateLocalPresence = endpoint({
  method: 'PUT',
  path: '/v1/dialer/local_presence',
  summary: 'Choose whether your calls show a number of the contact’s area; null: as the company has it',
  permission,
  feature,
  body: z.object({ local_presence: z.boolean().nullable() }),
  response: LocalPresence,
  rateLimit: paces.edit,
});
