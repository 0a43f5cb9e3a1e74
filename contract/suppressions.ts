// Addresses that get nothing more, and lists of numbers that may not be called.
import { z } from 'zod';
import { channels, doNotCallKinds, scopesOfConsent, suppressionReasons } from './complianceLists.ts';
import { ById, Day, endpoint, Id, Line, List, Nothing, Paged, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { pageOf, tabOf } from './kit/paging.ts';
import { states } from './lookups.ts';
import { Person } from './users.ts';

const permission = 'compliance.manage';

export const Suppression = z
  .object({
    id: Id,
    channel: z.enum(channels),
    address: z.string(),
    purpose: z.enum(scopesOfConsent),
    reason: z.enum(suppressionReasons),
    note: z.string(),
    /** Null: the system. */
    created_by: Person.nullable(),
    created_at: z.string(),
    lifted_at: z.string().nullable(),
    lifted_by: Person.nullable(),
    lift_note: z.string(),
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof Suppression>;

export const suppressionTabs = ['active', 'lifted'] as const;

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/v1/admin/compliance/suppressions',
  summary: 'Addresses that get nothing more, the newest first; by the beginning of the address',
  permission,
  query: z.object({ ...pageOf(50), ...tabOf(suppressionTabs) }),
  response: Paged(Suppression),
  rateLimit: paces.look,
});

export const SuppressionCreate = z
  .object({
    channel: z.enum(channels),
    address: Line(254),
    purpose: z.enum(scopesOfConsent).default('all'),
    reason: z.enum(suppressionReasons).default('asked'),
    note: Line(300).default(''),
  })
  .transform((given, { addIssue }) => {
    const address = given.channel === 'email' ? given.address.toLowerCase() : normalPhone(given.address);
    const fits = given.channel === 'email' ? z.email().safeParse(address).success : address !== '';
    const message = given.channel === 'email' ? 'This is not an e-mail address' : 'This is not a US phone number';
    if (!fits) addIssue({ code: 'custom', path: ['address'], message });
    return { ...given, address };
  });
export type SuppressionCreate = z.output<typeof SuppressionCreate>;

export const createSuppression = endpoint({
  method: 'POST',
  path: '/v1/admin/compliance/suppressions',
  summary: 'Let an address get nothing more',
  permission,
  oneself: true,
  body: SuppressionCreate,
  response: Suppression,
  status: 201,
  errors: ['compliance.suppressed_already'],
  rateLimit: paces.edit,
});
export const liftSuppression = endpoint({
  method: 'POST',
  path: '/v1/admin/compliance/suppressions/:id/lift',
  summary: 'Let an address be contacted again, with the reason',
  permission,
  oneself: true,
  params: ById,
  body: z.object({ note: Line(300).refine((note) => note !== '', 'Write the reason') }),
  response: Suppression,
  rateLimit: paces.edit,
});

export const DoNotCallList = z
  .object({
    id: Id,
    kind: z.enum(doNotCallKinds),
    state: z.string(),
    name: z.string(),
    as_of: z.string(),
    /** In days, today. */
    age: z.int(),
    status: z.enum(['loading', 'ready', 'failed']),
    numbers: z.int(),
    /** Lines without a US phone number. */
    refused: z.int(),
    error: z.string(),
    uploaded_by: Person,
    created_at: z.string(),
  })
  .meta({ id: 'DoNotCallList' });
export type DoNotCallList = z.output<typeof DoNotCallList>;

export const listDoNotCallLists = endpoint({
  method: 'GET',
  path: '/v1/admin/compliance/do_not_call_lists',
  summary: 'The lists of numbers that may not be called, the newest first, at most 200',
  permission,
  response: List(DoNotCallList),
});
export const uploadDoNotCallList = endpoint({
  method: 'POST',
  path: '/v1/admin/compliance/do_not_call_lists',
  summary: 'Upload a list, one number a line; it replaces the previous national one, or the one of the same state',
  permission,
  oneself: true,
  kind: 'multipart',
  maxUpload: 2 * 2 ** 30,
  body: z
    .object({
      kind: z.enum(doNotCallKinds),
      state: z
        .string()
        .toUpperCase()
        .refine((code) => code === '' || code in states, 'This is not a US state')
        .default(''),
      as_of: Day,
    })
    .refine(({ kind, state }) => kind !== 'state' || state !== '', { path: ['state'], message: 'Choose the state' }),
  response: DoNotCallList,
  status: 202,
  errors: ['files.empty', 'files.storage_full', 'too_large'],
  rateLimit: paces.heavy,
});
export const removeDoNotCallList = endpoint({
  method: 'DELETE',
  path: '/v1/admin/compliance/do_not_call_lists/:id',
  summary: 'Remove a list with its numbers',
  permission,
  oneself: true,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});
