// The compliance gate: may a contact be mailed, texted or called, and if not, why and until when. And what contacts agreed to.
import { z } from 'zod';
import { channels, consentKinds, estimateReasons, gateReasons, purposes, scopesOfConsent } from './complianceLists.ts';
import { ContactRow } from './contacts.ts';
import { Selection } from './contactsScope.ts';
import { ById, endpoint, Id, Line, List, Moment, Page, Paged, PageMeta, Prose, paces } from './kit/endpoint.ts';
import { pageOf } from './kit/paging.ts';
import { Person } from './users.ts';

export const Decision = z
  .object({
    channel: z.enum(channels),
    purpose: z.enum(purposes),
    /** Null: a number that is no contact's. */
    contact_id: Id.nullable(),
    /** Ten digits, or an e-mail address in lower case; '' if there is none. */
    address: z.string(),
    /** `later`: from `until` on. */
    answer: z.enum(['yes', 'no', 'later']),
    /** Null: yes. */
    reason: z.enum(gateReasons).nullable(),
    until: z.string().nullable(),
    /** The moment that was asked about. */
    at: z.string(),
    /** All rules in force for this contact and channel: the law's by name, the company's as `own:12`. */
    rules: z.array(z.string()),
    /** The time zones that count, all of them at once. */
    zones: z.array(z.string()),
    states: z.array(z.string()),
    suppression_id: Id.nullable(),
    consent_id: Id.nullable(),
    list_id: Id.nullable(),
    licence_id: Id.nullable(),
  })
  .meta({ id: 'GateDecision' });
export type Decision = z.output<typeof Decision>;

export const ContactConsent = z
  .object({
    id: Id,
    kind: z.enum(consentKinds),
    channel: z.enum(channels),
    purpose: z.enum(scopesOfConsent),
    /** '': any of the contact's. */
    address: z.string(),
    text: z.string(),
    at: z.string(),
    ip: z.string(),
    source: z.string(),
    /** Null: the system. */
    recorded_by: Person.nullable(),
    recorded_at: z.string(),
  })
  .meta({ id: 'ContactConsent' });
export type ContactConsent = z.output<typeof ContactConsent>;

export const getMayContact = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/may_contact',
  summary: 'Whether the contact may be mailed, texted and called, and if not, why and until when',
  permission: 'contacts.read',
  params: ById,
  query: z.object({ purpose: z.enum(purposes).default('marketing'), at: Moment.optional() }),
  response: List(Decision),
});

export const listContactConsents = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/consents',
  summary: 'What the contact agreed to, took back and asked for, the newest first',
  permission: 'contacts.read',
  params: ById,
  query: z.object({ page: Page, limit: pageOf(25).limit }),
  response: Paged(ContactConsent),
});

/** `inquiry`: the contact asked for information, which allows calls for a while. */
export const ConsentCreate = z.object({
  kind: z.enum(consentKinds),
  channels: z.array(z.enum(channels)).min(1, 'Choose at least one').max(channels.length),
  purpose: z.enum(scopesOfConsent).default('marketing'),
  /** The exact words that the contact agreed to, or said. */
  text: Prose(4000).refine((text) => text.trim() !== '', 'Write what was said'),
  at: Moment,
  ip: Line(45).default(''),
  source: Line(200).default(''),
});
export type ConsentCreate = z.output<typeof ConsentCreate>;

export const recordContactConsent = endpoint({
  method: 'POST',
  path: '/v1/contacts/:id/consents',
  summary: 'Record that the contact agreed, took it back, or asked for information; a revocation counts at once',
  permission: 'contacts.update',
  params: ById,
  body: ConsentCreate,
  response: List(ContactConsent),
  status: 201,
  rateLimit: paces.edit,
});

// ── before many are contacted ───────────────────────────────────────────────

/** More are refused. */
export const maxEstimated = 50_000;

const Estimating = Selection.safeExtend({
  channel: z.enum(channels),
  purpose: z.enum(purposes).default('marketing'),
  /** Default: now. */
  at: Moment.optional(),
  /** The user whose license counts: you, or each contact's owner. */
  agent: z.enum(['owner', 'me']).default('owner'),
});
const group = {
  answer: z.enum(['yes', 'no', 'later']),
  reason: z.enum(estimateReasons).nullable(),
  until: z.string().nullable(),
};

export const Estimate = z
  .object({
    at: z.string(),
    total: z.int(),
    /** In order: contacts that may be contacted now, then by time, then by reason. */
    groups: z.array(z.object({ ...group, count: z.int() })),
  })
  .meta({ id: 'GateEstimate' });
export type Estimate = z.output<typeof Estimate>;

const asking = { permission: 'contacts.read', reads: true, long: true, rateLimit: paces.heavy } as const;

export const estimateContacts = endpoint({
  method: 'POST',
  path: '/v1/compliance/estimate',
  summary: 'How many of these contacts may be contacted now, how many later, and how many not, by reason',
  ...asking,
  body: Estimating,
  response: Estimate,
  errors: ['compliance.too_many', 'too_slow'],
});

export const listEstimatedContacts = endpoint({
  method: 'POST',
  path: '/v1/compliance/estimate/contacts',
  summary: 'The contacts of one group of an estimate, by name',
  ...asking,
  body: Estimating.safeExtend({
    ...group,
    until: Moment.nullable().default(null),
    reason: group.reason.default(null),
    page: Page,
  }),
  response: z.object({ data: z.array(ContactRow), meta: PageMeta }),
  errors: ['compliance.too_many', 'too_slow'],
});
