// Campaigns: a message, who gets it, and when. On the wire they are campaign triggers.
import { z } from 'zod';
import {
  campaignEvents,
  campaignOrders,
  campaignPlaces,
  campaignRecurrences,
  campaignStates,
  campaignTypes,
  campaignZones,
  maxCampaignMails,
} from './campaignLists.ts';
import { maxEmailBytes } from './emailLists.ts';
import { EmailFile, EmailPreview } from './emails.ts';
import { ById, Day, endpoint, Flag, Id, Line, List, Nothing, Paged, PathId, Prose, paces } from './kit/endpoint.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { sendPurposes } from './sendLists.ts';
import { Person } from './users.ts';

export const CampaignRow = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    trigger_type: z.enum(campaignTypes),
    /** The purpose of its messages: the compliance gate has rules for each. */
    category: z.enum(sendPurposes),
    /** The event that starts it, where `auto_trigger` is on. */
    trigger: z.enum(campaignEvents),
    auto_trigger: z.boolean(),
    recurrence: z.enum(campaignRecurrences),
    /** Days before the birthday, the 65th birthday or the renewal; for `while_status` days between two messages. */
    days: z.int(),
    /** 0 to 23, of the days of `recurrence`. */
    hour: z.int(),
    zone: z.enum(campaignZones),
    /** Everyone in the company sees it and is offered it; else its owner and the people below them. */
    global: z.boolean(),
    /** An approver has read it. Each edit takes this back. */
    compliant: z.boolean(),
    enabled: z.boolean(),
    state: z.enum(campaignStates),
    show_on_bulk: z.boolean(),
    show_on_conversation: z.boolean(),
    show_on_event: z.boolean(),
    /** Of texts: an answer of the contact cancels what waits for them. */
    stop_on_reply: z.boolean(),
    /** In whose reach it looks for contacts, and who gets the answers. */
    owner: Person,
    /** When it looks next for contacts; null: it is off, or waits for events. */
    next_at: z.string().nullable(),
    last_ran_at: z.string().nullable(),
    /** Why it sends nothing, or its last run did not; '' where all is well. */
    problem: z.string(),
    /** Messages of the last 30 days. */
    recent: z.object({ sent: z.int(), queued: z.int(), blocked: z.int() }),
    /** For `updateCampaignTrigger`. */
    version: z.int(),
    updated_at: z.string(),
    can: z.object({ update: z.boolean(), approve: z.boolean() }),
  })
  .meta({ id: 'CampaignTriggerRow' });
export type CampaignRow = z.output<typeof CampaignRow>;

export const Campaign = CampaignRow.extend({
  body: z.string(),
  /** Templates in their order. */
  all_email_ids: z.array(Id),
  emails: z.array(z.object({ id: Id, name: z.string(), subject: z.string() })),
  all_sms_trigger_ids: z.array(Id),
  tags: z.array(Id),
  status_ids: z.array(Id),
  corporation_ids: z.array(Id),
  file: EmailFile.nullable(),
  approved_by: Person.nullable(),
  approved_at: z.string().nullable(),
}).meta({ id: 'CampaignTrigger' });
export type Campaign = z.output<typeof Campaign>;

/** In a form: `true` and `false`. */
const YesNo = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());
const Whole = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
/** In a form `tags[]`, once for each, one empty text for none; or the list as JSON. */
const Ids = (most: number) =>
  z.preprocess(listOf, z.array(Id).max(most)).transform((ids) => [...new Set(ids)]) as unknown as z.ZodType<number[], number[]>;

function listOf(value: unknown): unknown {
  if (value === '') return [];
  if (typeof value === 'string' && /^\[[\d, ]*\]$/.test(value))
    return listOf(
      value
        .slice(1, -1)
        .split(',')
        .map((each) => each.trim()),
    );
  if (!Array.isArray(value)) return value;
  return value
    .filter((each) => each !== '')
    .map((each) => (typeof each === 'string' && /^\d{1,15}$/.test(each) ? Number(each) : each));
}

const fields = {
  name: Line(100).min(1, 'Give the campaign a name'),
  description: Line(500),
  trigger_type: z.enum(campaignTypes),
  category: z.enum(sendPurposes),
  /** The text of an SMS. */
  body: Prose(1600),
  trigger: z.enum(campaignEvents),
  auto_trigger: YesNo,
  recurrence: z.enum(campaignRecurrences),
  days: Whole(0, 365),
  hour: Whole(0, 23),
  zone: z.enum(campaignZones),
  global: YesNo,
  show_on_bulk: YesNo,
  show_on_conversation: YesNo,
  show_on_event: YesNo,
  stop_on_reply: YesNo,
  all_email_ids: Ids(maxCampaignMails),
  all_sms_trigger_ids: Ids(maxCampaignMails),
  tags: Ids(50),
  status_ids: Ids(50),
  corporation_ids: Ids(50),
  /** Takes the attached file away. */
  file: z.preprocess((value) => (value === '' || value === 'null' ? null : value), z.null()),
  compliant: YesNo,
  enabled: YesNo,
};

/** An absent field stays. */
export const CampaignUpdate = z
  .object({
    ...fields,
    /** The one that the editor saw: an older one is refused. */
    version: Whole(1, 1_000_000).or(z.int()),
  })
  .partial();
export type CampaignUpdate = z.output<typeof CampaignUpdate>;

const { compliant: _, enabled: __, file: ___, name, ...optional } = fields;
export const CampaignCreate = z.object({ name, ...z.object(optional).partial().shape }).meta({ id: 'CampaignTriggerCreate' });
export type CampaignCreate = z.output<typeof CampaignCreate>;

const here = { permission: 'campaigns.update', feature: 'campaigns' } as const;
const path = '/v1/admin/campaign_triggers';

export const listCampaignTriggers = endpoint({
  ...here,
  method: 'GET',
  path,
  summary: 'Campaigns with q in name or description: yours, the company’s and, with `all`, those of people in your reach',
  query: z.object({
    ...pageOf(25),
    ...orderOf(campaignOrders),
    all: Flag.default(false),
    trigger_type: z.enum(campaignTypes).optional(),
    recurrence: z.enum(campaignRecurrences).optional(),
  }),
  response: Paged(CampaignRow),
  rateLimit: paces.look,
});

export const getCampaignTrigger = endpoint({
  ...here,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One campaign, whole',
  params: ById,
  response: Campaign,
});

const form = { ...here, kind: 'multipart', orJson: true, maxUpload: maxEmailBytes } as const;

export const createCampaignTrigger = endpoint({
  ...form,
  method: 'POST',
  path,
  summary:
    'Add a campaign, as a draft; the form field `file` is attached to each of its mails. `global` needs `campaigns.approve`',
  body: CampaignCreate,
  response: Campaign,
  status: 201,
  errors: ['files.empty', 'files.storage_full', 'too_large'],
  rateLimit: paces.edit,
});

export const updateCampaignTrigger = endpoint({
  ...form,
  method: 'PATCH',
  path: `${path}/:id`,
  summary:
    'Change a campaign: what is left out stays. An edit takes the approval back and switches it off; `compliant` approves it, which needs `campaigns.approve`',
  params: ById,
  body: CampaignUpdate,
  response: Campaign,
  errors: ['campaigns.stale', 'campaigns.not_approved', 'files.empty', 'files.storage_full', 'too_large'],
  rateLimit: paces.edit,
});

export const deleteCampaignTrigger = endpoint({
  ...here,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a campaign: what waits is cancelled, and what was sent stays',
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

/** A group of the gate’s answers: who gets it, who gets it later, who does not and why. */
const Answer = { answer: z.enum(['yes', 'no', 'later']), reason: z.string().nullable() };

const PreviewDay = Day.refine((day) => day >= '2000' && day < '2100', 'Choose a day of this century');

export const previewCampaignTrigger = endpoint({
  ...here,
  method: 'GET',
  path: `${path}/:id/preview`,
  summary: 'Who would get it on a day, and who would not and why; by events, those of that day so far. Sends nothing',
  params: ById,
  query: z.object({ day: PreviewDay.optional() }),
  response: z.object({
    day: z.string(),
    /** When it goes out. */
    at: z.string(),
    total: z.int(),
    groups: z.array(z.object({ ...Answer, count: z.int() })),
  }),
  errors: ['compliance.too_many'],
  long: true,
  rateLimit: paces.heavy,
});

export const listCampaignPeople = endpoint({
  ...here,
  method: 'GET',
  path: `${path}/:id/people`,
  summary: 'The contacts of such a preview by name, those of one answer and reason',
  params: ById,
  query: z.object({
    ...pageOf(20),
    day: PreviewDay.optional(),
    answer: Answer.answer.optional(),
    reason: Line(60).optional(),
  }),
  response: Paged(z.object({ contact: Person, address: z.string(), ...Answer })),
  errors: ['compliance.too_many'],
  long: true,
  rateLimit: paces.heavy,
});

export const listReadyCampaigns = endpoint({
  method: 'GET',
  path: '/v1/contacts/email_campaign_triggers',
  summary: 'The mail campaigns that you are offered to send by hand, q in their name; at most 100',
  permission: 'messages.group',
  feature: 'campaigns',
  query: z.object({ q: Line(100).default(''), place: z.enum(campaignPlaces).default('bulk') }),
  response: List(
    z.object({ id: Id, name: z.string(), description: z.string(), category: z.enum(sendPurposes), subject: z.string() }),
  ),
  rateLimit: paces.look,
});

export const previewReadyCampaign = endpoint({
  method: 'GET',
  path: '/v1/contacts/email_campaign_triggers/:id/preview',
  summary:
    'The mail of a campaign that you are offered, as this contact would get it; without a contact, as an invented one would',
  permission: 'messages.group',
  feature: 'campaigns',
  params: ById,
  query: z.object({
    contact_id: PathId.optional(),
    /** In your name, with your signature; false: in the company’s. */
    signed: Flag.default(true),
  }),
  response: EmailPreview.extend({ category: z.enum(sendPurposes), attachments: z.array(EmailFile) }),
  rateLimit: paces.look,
});
