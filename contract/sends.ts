// Mail to contacts: one mail to some, or a template to thousands. Every message passes the compliance gate, and nobody gets one twice.
import { z } from 'zod';
import { Decision } from './compliance.ts';
import { Selection } from './contactsScope.ts';
import { MoneyText } from './kit/amounts.ts';
import { ById, endpoint, Flag, Id, Limit, Moment, Nothing, Page, Paged, PathId, paces } from './kit/endpoint.ts';
import { MailContent, MailSubject, StoredMailContent } from './mailContent.ts';
import {
  type MessageEventKind,
  messageEventKinds,
  messageStates,
  sendChannels,
  sendKinds,
  sendPurposes,
  sendStatuses,
  storedPurposes,
} from './sendLists.ts';
import { Person } from './users.ts';

const Purpose = z.enum(sendPurposes);
const eventCounts = Object.fromEntries(messageEventKinds.map((kind) => [kind, z.int()])) as Record<MessageEventKind, z.ZodInt>;

export const Send = z
  .object({
    id: Id,
    kind: z.enum(sendKinds),
    channel: z.enum(sendChannels),
    purpose: z.enum(storedPurposes),
    /** Of a campaign, as it was called then. */
    campaign: z.object({ id: Id, name: z.string() }).nullable(),
    status: z.enum(sendStatuses),
    subject: z.string(),
    asked_by: Person,
    /** When it begins; null: at once. */
    send_at: z.string().nullable(),
    /** Whether clicks and opens are counted. */
    track_clicks: z.boolean(),
    track_opens: z.boolean(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    /** Why it failed, in a sentence. */
    failure: z.string().nullable(),
    /** The bulk action that prepares it: its progress while `preparing`. */
    bulk_action_id: Id.nullable(),
    /** Contacts that have a message by now, and in which state it is. */
    counts: z.object({
      total: z.int(),
      queued: z.int(),
      sent: z.int(),
      failed: z.int(),
      blocked: z.int(),
      unknown: z.int(),
      cancelled: z.int(),
      /** Of those sent. A mail that came back or that a receiver called spam stays among them. */
      ...eventCounts,
    }),
    can: z.object({ pause: z.boolean(), resume: z.boolean(), cancel: z.boolean(), resend: z.boolean() }),
  })
  .meta({ id: 'Send' });
export type Send = z.output<typeof Send>;

/** Something that happened to a message after it was sent. */
export const MessageEvent = z
  .object({
    kind: z.enum(messageEventKinds),
    at: z.string(),
    /** A program opened it or followed a link: it counts as nobody. */
    by_machine: z.boolean(),
    /** The reply of the other mail server or of the carrier. */
    detail: z.string(),
  })
  .meta({ id: 'MessageEvent' });
export type MessageEvent = z.output<typeof MessageEvent>;

/** One contact's message of a send. */
export const Message = z
  .object({
    id: Id,
    send_id: Id,
    contact: Person,
    address: z.string(),
    subject: z.string(),
    channel: z.enum(sendChannels),
    state: z.enum(messageStates),
    /** Why it was blocked, failed or waits: a reason of the gate, `same_address`, `refused` or `unavailable`. */
    reason: z.string().nullable(),
    /** When it goes out, if it is queued. */
    due_at: z.string(),
    created_at: z.string(),
    sent_at: z.string().nullable(),
    /** The furthest of what happened after it was sent. */
    outcome: z.enum(messageEventKinds).nullable(),
    sender: Person,
    /** Of a text: how many segments it takes, and what it costs, in dollars. */
    segments: z.int().nullable(),
    cost: MoneyText.nullable(),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof Message>;

const ofTemplate = Selection.safeExtend({
  /** A template; or `email_campaign_trigger_id`, a campaign that you are offered: its first mail, for its own purpose. */
  email_id: Id.optional(),
  email_campaign_trigger_id: Id.optional(),
  send_now: z.boolean().default(true),
  /** Without `send_now`: a moment within a year. */
  send_at: Moment.nullable().default(null),
  /** Sends when each contact's clock shows the time that yours shows at `send_at`; the East comes first. */
  by_recipient_clock: z.boolean().default(false),
  purpose: Purpose.default('marketing'),
  /** Links lead through the product, which counts clicks. */
  track_clicks: z.boolean().default(false),
})
  .refine(({ send_now, send_at }) => send_now || send_at !== null, { path: ['send_at'], message: 'Choose when it is sent' })
  .refine(({ email_id, email_campaign_trigger_id }) => (email_id === undefined) !== (email_campaign_trigger_id === undefined), {
    path: ['email_id'],
    message: 'Choose a template or a campaign',
  });

export const sendEmail = endpoint({
  method: 'POST',
  path: '/v1/contacts/send_email',
  summary: 'Send one mail to the chosen contacts in your name, at most 100 of them; each gets a mail of their own',
  permission: 'messages.send',
  once: true,
  body: Selection.safeExtend({
    subject: MailSubject.refine((subject) => subject !== '', 'Write a subject'),
    /** Formatted text, or plain text. */
    email_body: z.union([MailContent, z.string().trim().min(1, 'Write something').max(20_000)]),
    attachments: z.array(Id).max(20).default([]),
    purpose: Purpose.default('service'),
    track_clicks: z.boolean().default(false),
  }),
  response: Send,
  status: 202,
  errors: ['messages.too_many', 'mail.not_configured'],
  rateLimit: paces.heavy,
});

export const mailGroup = endpoint({
  method: 'POST',
  path: '/v1/contacts/mailing_group',
  summary: 'Send a template to the chosen contacts in your name, at once or at a moment; as a bulk action',
  permission: 'messages.group',
  once: true,
  body: ofTemplate,
  response: Send,
  status: 202,
  errors: ['mail.not_configured'],
  rateLimit: paces.heavy,
});

export const sendBroadcastEmail = endpoint({
  method: 'POST',
  path: '/v1/contacts/send_broadcast_email',
  summary: 'Send a template to the chosen contacts in the name of the company',
  permission: 'messages.broadcast',
  once: true,
  body: ofTemplate,
  response: Send,
  status: 202,
  errors: ['mail.not_configured'],
  rateLimit: paces.heavy,
});

export const listSends = endpoint({
  method: 'GET',
  path: '/v1/sends',
  summary:
    'What you sent, the newest first; a leader sees what everyone in reach sent. Single mails only with `single`; with `campaign_trigger_id` those of one campaign',
  permission: 'messages.send',
  query: z.object({ page: Page, limit: Limit(25), single: Flag.default(false), campaign_trigger_id: PathId.optional() }),
  response: Paged(Send),
  rateLimit: paces.look,
});

export const getSend = endpoint({
  method: 'GET',
  path: '/v1/sends/:id',
  summary: 'One send with its text and counts',
  permission: 'messages.send',
  params: ById,
  /** A mail has a content, a text a body. */
  response: Send.extend({ content: StoredMailContent.nullable(), body: z.string().nullable() }),
  rateLimit: paces.look,
});

export const updateSend = endpoint({
  method: 'PATCH',
  path: '/v1/sends/:id',
  summary: 'Pause, resume or cancel a send: what is queued stays queued, goes out, or never goes out',
  permission: 'messages.send',
  params: ById,
  body: z.object({ status: z.enum(['paused', 'sending', 'cancelled']) }),
  response: Send,
  errors: ['messages.ended'],
  rateLimit: paces.edit,
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/v1/sends/:id/messages',
  summary: 'The messages of a send to contacts in your reach, by state, or by what came of them (`outcome`)',
  permission: 'messages.send',
  params: ById,
  query: z.object({
    state: z.enum(messageStates).optional(),
    outcome: z.enum(messageEventKinds).optional(),
    page: Page,
    limit: Limit(50),
  }),
  response: Paged(Message),
  rateLimit: paces.look,
});

export const downloadSendFailures = endpoint({
  method: 'GET',
  path: '/v1/sends/:id/failures.csv',
  summary: 'Contacts in your reach that did not get the mail, with the reason, as a file',
  permission: 'messages.send',
  kind: 'stream',
  long: true,
  params: ById,
  response: Nothing,
  rateLimit: paces.heavy,
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/v1/messages/:id',
  summary:
    'One mail to a contact in your reach, as it was sent, with what the compliance gate decided; before it is sent, as it would go out',
  permission: 'messages.send',
  params: ById,
  response: Message.extend({
    from: z.string(),
    /** A whole page with pictures as data, without the link to unsubscribe. Show it in a frame without scripts. */
    html: z.string(),
    text: z.string(),
    /** False: the values of its fields are those of now. */
    as_sent: z.boolean(),
    decision: Decision.nullable(),
    /** Titles of the decision's rules, in their order. */
    rules: z.array(z.string()),
    /** The first hundred, the oldest first. */
    events: z.array(MessageEvent),
  }),
  rateLimit: paces.look,
});

export const resendMessage = endpoint({
  method: 'POST',
  path: '/v1/messages/:id/resend',
  summary: 'Send a message again that failed, or whose fate is unknown; the gate decides anew',
  permission: 'messages.send',
  once: true,
  params: z.object({ id: PathId }),
  response: Message,
  errors: ['messages.not_resendable'],
  rateLimit: paces.edit,
});

export const resendSend = endpoint({
  method: 'POST',
  path: '/v1/sends/:id/resend',
  summary:
    'Send all mails of a send again that failed; with `unknown` also those whose fate is unknown, which may then arrive twice',
  permission: 'messages.send',
  once: true,
  params: ById,
  body: z
    .object({
      states: z
        .array(z.enum(['failed', 'unknown']))
        .min(1)
        .default(['failed']),
    })
    .prefault({}),
  response: Send,
  errors: ['messages.not_resendable'],
  rateLimit: paces.heavy,
});
