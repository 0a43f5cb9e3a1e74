// Contacts, leads and clients: the record, the list's scope, and all calls of the list and the contact page.
import { z } from 'zod';
import { ContactsScope } from './contactsScope.ts';
import { CustomFieldValue } from './customFields.ts';
import { ById, Day, endpoint, Flag, Id, Line, Moment, Prose, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { contactKinds, emailStates, genders, languages, maritalStatuses, states, timezones } from './lookups.ts';
import { Tag } from './tags.ts';
import { taskKinds } from './taskLists.ts';
import { Person } from './users.ts';

// ── the record ──────────────────────────────────────────────────────────────

/** `number` is ten digits. Type 2 is Mobile, 9 Other. */
export const Phone = z.object({ type: z.union([z.literal(2), z.literal(9)]), number: z.string() });
export type Phone = z.output<typeof Phone>;
export const Email = z.object({ address: z.string(), state: z.enum(emailStates) });
export type Email = z.output<typeof Email>;

const PhoneInput = z.object({
  type: z.union([z.literal(2), z.literal(9)]).default(2),
  number: z.string().max(40).transform(normalPhone).refine(Boolean, 'This is not a US phone number'),
});
const EmailInput = z.object({ address: z.string().trim().max(254).pipe(z.email('This is not an e-mail address')) });

/** Written consent to be contacted: its words, when, from which address, and where it was given. */
export const Consent = z.object({
  text: Prose(4000),
  at: Moment,
  ip: Line(45).default(''),
  source: Line(200).default(''),
});

const State = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => code === '' || code in states, 'This is not a US state');
const Zip = z
  .string()
  .trim()
  .regex(/^(\d{5}(-?\d{4})?)?$/, 'A zip code has five or nine digits');

/** Fields that a person may write. `null` clears; an absent field stays. */
const writable = {
  kind: z.enum(contactKinds),
  first_name: Line(100),
  middle_name: Line(100),
  last_name: Line(100),
  suffix: Line(20),
  preferred_name: Line(100),
  organization: Line(200),
  occupation: Line(120),
  birth_date: Day.refine((day) => day >= '1880-01-01', 'This date is too long ago').nullable(),
  gender: z.enum(genders).nullable(),
  language: z.enum(languages).nullable(),
  marital_status: z.enum(maritalStatuses).nullable(),
  tobacco_user: z.boolean().nullable(),
  phones: z.array(PhoneInput).max(10),
  emails: z.array(EmailInput).max(10),
  address: Line(200),
  address_2: Line(100),
  city: Line(100),
  state: State,
  zip_code: Zip,
  county: Line(100),
  timezone: z.enum(timezones).nullable(),
  status_id: Id.nullable(),
  agentflow_status_id: Id.nullable(),
  source_id: Id.nullable(),
  category_id: Id.nullable(),
  note: Prose(),
  do_not_call: z.boolean(),
  do_not_text: z.boolean(),
  do_not_email: z.boolean(),
  do_not_mail: z.boolean(),
  consent: Consent.nullable(),
  medicare_number: z
    .string()
    .trim()
    .toUpperCase()
    .transform((text) => text.replace(/[^0-9A-Z]/g, ''))
    .refine(
      (text) =>
        text === '' ||
        /^[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/.test(text),
      'A Medicare number looks like 1EG4-TE5-MK73',
    ),
  medicare_part_a: Day.nullable(),
  medicare_part_b: Day.nullable(),
  medicare_plan: Line(200),
  medicare_carrier_id: Id.nullable(),
  custom_fields: z.record(z.string().regex(/^[1-9]\d{0,14}$/), CustomFieldValue),
};

export const ContactFields = z.object(writable).partial();
export type ContactFields = z.output<typeof ContactFields>;

export const ContactCreate = ContactFields.extend({
  owner_id: Id.optional(),
  pool_id: Id.optional(),
  tags: z.array(Id).max(100).optional(),
});
export type ContactCreate = z.output<typeof ContactCreate>;

/**
 * `version` is the one that the editor saw: an older one is refused with both versions. Without it the last
 * write wins.
 */
export const ContactUpdate = ContactFields.extend({
  owner_id: Id.optional(),
  pool_id: Id.nullable().optional(),
  version: z.int().optional(),
});
export type ContactUpdate = z.output<typeof ContactUpdate>;

export const ContactRow = z
  .object({
    id: Id,
    kind: z.enum(contactKinds),
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    organization: z.string(),
    phone: z.string(),
    phone_type: z.int().nullable(),
    email: z.string(),
    email_state: z.enum(emailStates).nullable(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    birth_date: z.string().nullable(),
    timezone: z.enum(timezones).nullable(),
    status_id: Id.nullable(),
    agentflow_status_id: Id.nullable(),
    source_id: Id.nullable(),
    category_id: Id.nullable(),
    owner: Person.nullable(),
    pool: Person.nullable(),
    tags: z.array(Tag),
    /** The earliest open task. */
    next_step: z
      .object({ id: Id, kind: z.enum(taskKinds), due_at: z.string(), note: z.string(), version: z.int(), owner_id: Id })
      .nullable(),
    do_not_call: z.boolean(),
    do_not_text: z.boolean(),
    do_not_email: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    deleted_at: z.string().nullable(),
    version: z.int(),
    /** A colleague's contact seen through `all_agents`: only name, number, owner and status, read-only. */
    limited: z.boolean(),
  })
  .meta({ id: 'ContactRow' });
export type ContactRow = z.output<typeof ContactRow>;

export const Contact = ContactRow.extend({
  middle_name: z.string(),
  suffix: z.string(),
  preferred_name: z.string(),
  occupation: z.string(),
  gender: z.enum(genders).nullable(),
  language: z.enum(languages).nullable(),
  marital_status: z.enum(maritalStatuses).nullable(),
  tobacco_user: z.boolean().nullable(),
  phones: z.array(Phone),
  emails: z.array(Email),
  address: z.string(),
  address_2: z.string(),
  county: z.string(),
  note: z.string(),
  do_not_mail: z.boolean(),
  consent: Consent.nullable(),
  /** The last four characters; the rest is masked. */
  medicare_number: z.string(),
  medicare_part_a: z.string().nullable(),
  medicare_part_b: z.string().nullable(),
  medicare_plan: z.string(),
  medicare_carrier_id: Id.nullable(),
  custom_fields: z.record(z.string(), CustomFieldValue),
  last_activity: z.object({ type: z.string(), at: z.string() }).nullable(),
  can: z.object({ update: z.boolean(), assign: z.boolean(), assign_to_me: z.boolean(), delete: z.boolean() }),
}).meta({ id: 'Contact' });
export type Contact = z.output<typeof Contact>;

// ── the list ────────────────────────────────────────────────────────────────

export const ContactsMeta = z.object({
  limit: z.int(),
  page: z.int(),
  next_cursor: z.string().nullable(),
  /** Only if `meta_only` was set. */
  total_count: z.int().nullable(),
  /** True if there are more than `total_count` and counting them all would cost too much. */
  total_capped: z.boolean(),
});

// ── endpoints ───────────────────────────────────────────────────────────────

export const listContacts = endpoint({
  method: 'PATCH',
  path: '/v1/contacts',
  summary: 'A page of the contacts in a scope; with meta_only, only their count',
  reads: true,
  permission: 'contacts.read',
  long: true,
  body: z
    .object({
      contacts_scope: ContactsScope.prefault({}),
      meta_only: z.boolean().default(false),
      exact: z.boolean().default(false),
    })
    .prefault({}),
  response: z.object({ data: z.array(ContactRow), meta: ContactsMeta }),
  errors: ['contacts.page_too_deep', 'contacts.too_many_to_sort', 'too_slow', 'rate_limited'],
  rateLimit: paces.look,
});

export const createContact = endpoint({
  method: 'POST',
  path: '/v1/contacts',
  summary: 'Add a contact',
  permission: 'contacts.create',
  body: ContactCreate,
  response: Contact,
  status: 201,
  errors: ['contacts.nameless'],
  rateLimit: paces.edit,
});

export const getContact = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id',
  summary:
    'One contact. Reading it removes its tag `new`, unless not_remove_new_tag is set or the request comes from another site',
  permission: 'contacts.read',
  params: ById,
  query: z.object({ not_remove_new_tag: Flag.default(false) }),
  response: Contact,
});

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id',
  summary: 'Edit a contact',
  permission: 'contacts.update',
  params: ById,
  body: ContactUpdate,
  response: Contact,
  errors: ['contacts.stale', 'contacts.nameless'],
  rateLimit: paces.edit,
});

export const quickUpdateContact = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/quick_update',
  summary: 'Edit some fields of a contact from the list',
  permission: 'contacts.update',
  params: ById,
  body: ContactUpdate,
  response: ContactRow,
  errors: ['contacts.stale', 'contacts.nameless'],
  rateLimit: paces.edit,
});

export const updateContactNote = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/update_note',
  summary: "Write the contact's standing note",
  permission: 'contacts.update',
  params: ById,
  body: z.object({ note: Prose(), version: z.int().optional() }),
  response: Contact,
  errors: ['contacts.stale'],
  rateLimit: paces.edit,
});

export const assignContactToMe = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/assign_to_me',
  summary: 'Assign a contact of a pool or of your downline to yourself',
  permission: 'contacts.update',
  params: ById,
  response: Contact,
  errors: ['contacts.already_yours'],
  rateLimit: paces.edit,
});
