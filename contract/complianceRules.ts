// The rules of contacting people, as administrators keep them: the law's, which come with the product, and the company's own.
import { z } from 'zod';
import { channels, ruleKindNames } from './complianceLists.ts';
import { Day, endpoint, Line, List, Nothing, PathId, paces } from './kit/endpoint.ts';
import { states } from './lookups.ts';
import { registrationStates } from './registrationLists.ts';
import { Person } from './users.ts';

const permission = 'compliance.manage';

/** The most rules of its own that a company may have, past ones included. */
export const maxOwnRules = 500;

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time looks like 08:30');
export const State = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => code === '' || code in states, 'This is not a US state');

const fields = {
  kind: z.enum(ruleKindNames),
  /** '': everywhere. */
  state: State,
  channels: z.array(z.enum(channels)).min(1, 'Choose at least one').max(channels.length),
  /** Of hours: 0 is Sunday, 6 Saturday, 7 a federal holiday. */
  days: z.array(z.int().min(0).max(7)).max(8),
  /** By the contact's clock; both null: closed on these days. */
  opens_at: Clock.nullable(),
  closes_at: Clock.nullable(),
  /** Messages in 24 hours, days, months or years, by kind. */
  amount: z.int().min(1).max(10_000).nullable(),
  /** Of a disclaimer. */
  body: z.string().max(2000),
  title: Line(120).refine((title) => title !== '', 'Enter a title'),
  effective_from: Day,
  /** The first day on which it no longer counts. */
  effective_until: Day.nullable(),
};

export const ComplianceRule = z
  .object({
    /** The law's by name, as `fl.hours`; the company's as `own:12`. */
    id: z.string(),
    ...fields,
    state: z.string(),
    source: z.string(),
    /** The law's rule that it stands in for. */
    replaces: z.string().nullable(),
    /** It only sets the other rule aside. */
    waived: z.boolean(),
    /** On the day that was asked about. */
    in_force: z.boolean(),
    /** The company's rule that stands in for it on this day. */
    set_aside_by: z.string().nullable(),
    created_by: Person.nullable(),
  })
  .meta({ id: 'ComplianceRule' });
export type ComplianceRule = z.output<typeof ComplianceRule>;

export const RuleCreate = z
  .object({
    ...fields,
    days: fields.days.default([]),
    state: fields.state.default(''),
    opens_at: fields.opens_at.default(null),
    closes_at: fields.closes_at.default(null),
    amount: fields.amount.default(null),
    body: fields.body.default(''),
    effective_until: fields.effective_until.default(null),
    replaces: Line(60).nullable().default(null),
    waived: z.boolean().default(false),
    /** An administrator has read that this allows more than the law's rule. */
    confirmed: z.boolean().default(false),
  })
  .superRefine(({ kind, days, opens_at, closes_at, amount, body, waived, replaces, ...rule }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (rule.effective_until !== null && rule.effective_until <= rule.effective_from)
      refuse('effective_until', 'This is before the first day');
    if (waived && replaces === null) refuse('replaces', 'Choose the rule to set aside');
    if (waived) return;
    if (kind === 'hours' && days.length === 0) refuse('days', 'Choose at least one day');
    if (kind === 'hours' && (opens_at === null) !== (closes_at === null)) refuse('closes_at', 'Enter both times, or neither');
    if (opens_at !== null && closes_at !== null && opens_at >= closes_at) refuse('closes_at', 'This is before the first time');
    const counts = ['cap', 'list_age', 'purchase_months', 'inquiry_months', 'retention_years', 'recording_years'].includes(kind);
    if (counts && amount === null) refuse('amount', 'Enter a number');
    if (kind === 'disclaimer' && body.trim() === '') refuse('body', 'Write the text');
  });
export type RuleCreate = z.output<typeof RuleCreate>;

export const listComplianceRules = endpoint({
  method: 'GET',
  path: '/v1/admin/compliance/rules',
  summary: 'The law’s rules and the company’s own, by kind and state; which are in force on a day',
  permission,
  query: z.object({ on: Day.optional() }),
  response: List(ComplianceRule),
});
export const createComplianceRule = endpoint({
  method: 'POST',
  path: '/v1/admin/compliance/rules',
  summary: 'Add a rule of the company, beside all others or in the place of one of the law’s',
  permission,
  oneself: true,
  body: RuleCreate,
  response: ComplianceRule,
  status: 201,
  errors: ['compliance.looser', 'compliance.too_many_rules'],
  rateLimit: paces.edit,
});
export const endComplianceRule = endpoint({
  method: 'DELETE',
  path: '/v1/admin/compliance/rules/:id',
  summary: 'End a rule of the company today; one that has not begun is removed',
  permission,
  oneself: true,
  params: z.object({ id: PathId }),
  response: Nothing,
  rateLimit: paces.edit,
});

export const ComplianceState = z
  .object({
    postal_address: z.string(),
    text_registration: z.enum(registrationStates),
    /** The day of the newest national do-not-call list; null: there is none. */
    national_list_of: z.string().nullable(),
    /** It may be used until this day; null: there is none, or no rule asks for its age. */
    national_list_until: z.string().nullable(),
    suppressed: z.int(),
  })
  .meta({ id: 'ComplianceState' });
export type ComplianceState = z.output<typeof ComplianceState>;

export const getComplianceState = endpoint({
  method: 'GET',
  path: '/v1/admin/compliance',
  summary: 'What contacting people depends on: the postal address, registration, and the age of the national list',
  permission,
  response: ComplianceState,
});
export const updatePostalAddress = endpoint({
  method: 'PATCH',
  path: '/v1/admin/compliance/postal_address',
  summary: 'Change the postal address that stands in every marketing e-mail',
  permission,
  oneself: true,
  body: z.object({ postal_address: z.string().trim().max(300) }),
  response: ComplianceState,
  rateLimit: paces.edit,
});
