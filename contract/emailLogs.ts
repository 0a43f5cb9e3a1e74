// The mails to one contact, or to all in reach: listed, counted and exported.
import { z } from 'zod';
import { ById, Day, endpoint, Id, Limit, Line, Nothing, PathId, paces } from './kit/endpoint.ts';
import { messageEventKinds, messageStates } from './sendLists.ts';
import { Message } from './sends.ts';

const EmailLogFilters = z.object({
  contact_id: PathId.optional(),
  state: z.enum(messageStates).optional(),
  /** The event after the message was sent. */
  outcome: z.enum(messageEventKinds).optional(),
  /** A whole address. */
  address: Line(320).optional(),
  sender_id: PathId.optional(),
  campaign_trigger_id: PathId.optional(),
  /** Days in the caller's time zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
});
export type EmailLogFilters = z.output<typeof EmailLogFilters>;

export const listEmailLogs = endpoint({
  method: 'GET',
  path: '/v1/contacts/email_logs',
  summary:
    'The latest mails to a contact; without `contact_id`, to all contacts in your reach. `next_cursor` asks for the mails before',
  permission: 'messages.send',
  query: EmailLogFilters.extend({ cursor: z.string().max(300).optional(), limit: Limit(5) }),
  response: z.object({ data: z.array(Message), meta: z.object({ next_cursor: z.string().nullable() }) }),
  rateLimit: paces.look,
});

export const exportEmailLogs = endpoint({
  method: 'GET',
  path: '/v1/contacts/email_logs/export.csv',
  summary: 'The same mails as a CSV file',
  permission: 'contacts.export',
  kind: 'stream',
  long: true,
  query: EmailLogFilters,
  response: Nothing,
  rateLimit: paces.heavy,
});

export const getEmailCounts = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/email_counts',
  summary: 'How many mails a contact has in each state, and what came of those sent',
  permission: 'messages.send',
  params: ById,
  response: z.object({
    states: z.array(z.object({ state: z.enum(messageStates), count: z.int() })),
    outcomes: z.array(z.object({ outcome: z.enum(messageEventKinds), count: z.int() })),
  }),
  rateLimit: paces.look,
});

export const listEmailHistory = endpoint({
  method: 'POST',
  path: '/v1/contacts/:id/email_history',
  reads: true,
  summary:
    'The mails to one contact: by state or outcome (`event`), sender, day (MM/DD/YYYY, both inclusive) and words of the subject',
  permission: 'messages.send',
  params: ById,
  body: z
    .object({
      q: Line(100).default(''),
      event: z
        .enum([...messageStates, ...messageEventKinds])
        .nullable()
        .default(null),
      sender_id: Id.nullable().default(null),
      start_date: z.string().max(10).default(''),
      end_date: z.string().max(10).default(''),
      order_field: z.enum(['created_at', 'sent_at', 'subject', 'state']).default('created_at'),
      order_type: z.enum(['ASC', 'DESC']).default('DESC'),
      limit: z.int().min(1).max(100).default(25),
      offset: z.int().min(0).max(10_000).default(0),
    })
    .prefault({}),
  response: z.object({ data: z.array(Message), meta: z.object({ total_count: z.int() }) }),
  rateLimit: paces.look,
});
