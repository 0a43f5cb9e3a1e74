// A user's onboarding application: licences, states, carriers, references. The user fills it in; administrators approve or return it.
// It asks for no social security number and no bank account.
import { z } from 'zod';
import { ById, Day, endpoint, Id, Line, many, Paged, Prose, paces } from './kit/endpoint.ts';
import { pageOf } from './kit/paging.ts';
import { signupStatuses, states } from './lookups.ts';
import { Person } from './users.ts';

export const licenceKinds = ['life', 'health', 'life_health', 'variable', 'property_casualty'] as const;

const State = z.enum(Object.keys(states) as [string, ...string[]]);

/** Incomplete while it is a draft; sending checks it. */
export const SignupForm = z.object({
  /** National Producer Number. */
  npn: Line(12).default(''),
  phone: Line(40).default(''),
  resident_state: State.nullable().default(null),
  years_of_experience: z.int().min(0).max(80).nullable().default(null),
  about: Prose(2000).default(''),
  licences: z
    .array(
      z.object({
        state: State.nullable(),
        kind: z.enum(licenceKinds).nullable(),
        number: Line(40),
        expires_on: Day.nullable(),
      }),
    )
    .max(120)
    .default([]),
  /** States in which the user wants to sell. */
  states: z.array(State).max(51).default([]),
  /** Ids of carriers that the user wants to sell for. */
  carriers: z.array(Id).max(100).default([]),
  references: z
    .array(z.object({ name: Line(80), relation: Line(80), phone: Line(40), email: Line(254) }))
    .max(5)
    .default([]),
});
export type SignupForm = z.output<typeof SignupForm>;

export const Signup = z
  .object({
    /** Null: nothing was saved yet. */
    id: Id.nullable(),
    status: z.enum(signupStatuses),
    form: SignupForm,
    /** The chosen carriers by name. */
    carriers: z.array(Person),
    /** From the administrator who decided. */
    note: z.string(),
    sent_at: z.string().nullable(),
    decided_at: z.string().nullable(),
    can: z.object({ edit: z.boolean(), decide: z.boolean() }),
  })
  .meta({ id: 'Signup' });
export type Signup = z.output<typeof Signup>;

const Applicant = Person.extend({ email: z.string() });
export const SignupRow = z
  .object({
    id: Id,
    user: Applicant,
    status: z.enum(signupStatuses),
    npn: z.string(),
    states: z.array(z.string()),
    sent_at: z.string().nullable(),
    decided_at: z.string().nullable(),
  })
  .meta({ id: 'SignupRow' });
export type SignupRow = z.output<typeof SignupRow>;

export const SignupDetail = Signup.extend({ user: Applicant, decided_by: Person.nullable() });
export type SignupDetail = z.output<typeof SignupDetail>;

export const fetchSignup = endpoint({
  method: 'GET',
  path: '/v1/signups/fetch',
  summary: 'The signed-in user’s own application',
  permission: 'signed_in',
  response: Signup,
});
export const saveSignup = endpoint({
  method: 'POST',
  path: '/v1/signups',
  summary: 'Save the own application as a draft, or send it to the administrators',
  permission: 'signed_in',
  oneself: true,
  body: SignupForm.extend({ send: z.boolean().default(false) }),
  response: Signup,
  errors: ['invalid', 'signups.sent'],
  rateLimit: paces.edit,
});

const permission = 'signups.manage';
export const listSignups = endpoint({
  method: 'GET',
  path: '/v1/admin/signups',
  summary: 'Applications that were sent, the newest first, a page at a time',
  permission,
  query: z.object({
    ...pageOf(25),
    status: many(z.enum(signupStatuses).exclude(['draft'])),
  }),
  response: Paged(SignupRow),
});
export const getSignup = endpoint({
  method: 'GET',
  path: '/v1/admin/signups/:id',
  summary: 'One application',
  permission,
  params: ById,
  response: SignupDetail,
});
const decide = {
  method: 'POST',
  permission,
  oneself: true,
  params: ById,
  response: SignupDetail,
  errors: ['signups.not_sent', 'forbidden'],
  rateLimit: paces.edit,
} as const;
export const approveSignup = endpoint({
  ...decide,
  path: '/v1/admin/signups/:id/approve',
  summary: 'Approve an application; the user gets a mail',
  body: z.object({ note: Prose(2000).default('') }),
});
export const returnSignup = endpoint({
  ...decide,
  path: '/v1/admin/signups/:id/return',
  summary: 'Return an application with a note, to be corrected and sent again; the user gets a mail',
  body: z.object({ note: Prose(2000).pipe(z.string().trim().min(1, 'Write what is missing')) }),
});
