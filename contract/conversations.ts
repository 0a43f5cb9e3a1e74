// Answers of contacts: each conversation is with one person, over one channel.
import { z } from 'zod';
import { gateReasons } from './complianceLists.ts';
import { ById, endpoint, Flag, Id, Limit, Line, Nothing, PageMeta, PathId, Prose, paces } from './kit/endpoint.ts';
import { pageOf, tabOf } from './kit/paging.ts';
import { messageEventKinds, messageStates } from './sendLists.ts';
import { Send } from './sends.ts';
import { Person } from './users.ts';

const permission = 'messages.send';

export const conversationChannels = ['email', 'text'] as const;

export const Conversation = z
  .object({
    id: Id,
    channel: z.enum(conversationChannels),
    /** Of texts: our number, ten digits; of mail ''. */
    line: z.string(),
    /** Null: no contact has this address. */
    contact: Person.nullable(),
    their_name: z.string(),
    their_address: z.string(),
    owner: Person.nullable(),
    subject: z.string(),
    /** How the latest message begins. */
    excerpt: z.string(),
    last_at: z.string(),
    unread: z.boolean(),
    /** The contact may want no more messages, in other words than STOP: a person reads it. */
    flagged: z.boolean(),
    can: z.object({ answer: z.boolean() }),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof Conversation>;

/** A message of a conversation, in or out. */
export const ConversationItem = z
  .object({
    id: Id,
    direction: z.enum(['in', 'out']),
    from: z.string(),
    subject: z.string(),
    text: z.string(),
    /** Of a received mail, as it was sent. It may hold anything: show it cleaned, without scripts. */
    html: z.string().nullable(),
    /** No person wrote it. */
    automatic: z.boolean(),
    at: z.string(),
    /** Of a message that we sent. */
    state: z.enum(messageStates).nullable(),
    outcome: z.enum(messageEventKinds).nullable(),
    /** Why it did not leave. */
    reason: z.string().nullable(),
    files: z.array(z.object({ id: Id, name: z.string(), type: z.string(), size: z.int() })),
  })
  .meta({ id: 'ConversationItem' });
export type ConversationItem = z.output<typeof ConversationItem>;

/** The same in a thread of several conversations. */
export const ThreadItem = ConversationItem.extend({
  conversation_id: Id,
  channel: z.enum(conversationChannels),
}).meta({ id: 'ThreadItem' });
export type ThreadItem = z.output<typeof ThreadItem>;

/** Null: there are no more. */
const NextPage = z.object({ next_cursor: z.string().nullable() });

export const conversationTabs = ['all', 'mine', 'unmatched'] as const;
export type ConversationTab = (typeof conversationTabs)[number];

export const listConversations = endpoint({
  method: 'GET',
  path: '/v1/conversations',
  summary: 'Conversations with contacts in your reach, the latest first; by words of the name, the address or the subject',
  permission,
  query: z.object({ ...pageOf(25), ...tabOf(conversationTabs), unread: Flag.default(false) }),
  response: z.object({ data: z.array(Conversation), meta: PageMeta }),
  rateLimit: paces.look,
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/v1/conversations/unread',
  summary: 'How many of your own conversations have something unread, at most 100',
  permission,
  response: z.object({ count: z.int() }),
  rateLimit: paces.look,
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/v1/conversations/:id',
  summary: 'One conversation with its latest 200 messages, the oldest first',
  permission,
  params: ById,
  response: Conversation.extend({ items: z.array(ConversationItem) }),
  rateLimit: paces.look,
});

export const updateConversation = endpoint({
  method: 'PATCH',
  path: '/v1/conversations/:id',
  summary: 'Mark a conversation as read or unread, or say which contact it is with',
  permission,
  params: ById,
  body: z.object({ unread: z.boolean().optional(), contact_id: Id.optional() }),
  response: Conversation,
  rateLimit: paces.edit,
});

export const answerConversation = endpoint({
  method: 'POST',
  path: '/v1/conversations/:id/answers',
  summary: 'Answer the contact, in your name',
  permission,
  once: true,
  params: ById,
  body: z.object({
    text: Prose(20_000).refine((text) => text.trim() !== '', 'Write something'),
  }),
  response: Send,
  status: 202,
  errors: ['conversations.unmatched', 'mail.not_configured'],
  rateLimit: paces.heavy,
});

export const downloadReceivedFile = endpoint({
  method: 'GET',
  path: '/v1/conversations/:id/files/:file_id',
  summary: 'A file that came with a message',
  permission,
  kind: 'stream',
  params: ById.extend({ file_id: PathId }),
  response: Nothing,
  rateLimit: paces.heavy,
});

// ── the calls of the inbox ──────────────────────────────────────────────────

export const fetchConversations = endpoint({
  method: 'POST',
  path: '/v1/sms/fetch_conversations',
  summary: 'Conversations in your reach, over texts and mail; by words of what contacts wrote, of their names and addresses',
  permission,
  reads: true,
  body: z.object({
    q: Line(100).default(''),
    tab: z.enum(conversationTabs).default('all'),
    /** Default: both. */
    channel: z.enum(conversationChannels).optional(),
    unread: z.boolean().default(false),
    flagged: z.boolean().default(false),
    /** `unread`: unread ones first, then the latest. */
    order: z.enum(['unread', 'latest']).default('unread'),
    cursor: z.string().max(1000).optional(),
    limit: Limit(25),
  }),
  response: z.object({ data: z.array(Conversation), meta: NextPage }),
  rateLimit: paces.look,
});

export const readConversation = endpoint({
  method: 'POST',
  path: '/v1/sms/read_conversation',
  summary: 'Mark a conversation as read or unread, and as seen to where it was flagged',
  permission,
  body: z.object({ id: Id, unread: z.boolean().default(false), flagged: z.literal(false).optional() }),
  response: Conversation,
  rateLimit: paces.edit,
});

export const showConversation = endpoint({
  method: 'POST',
  path: '/v1/sms/show_conversation',
  summary: 'What was written with one contact: its conversations in your reach, and whether each number may get a text now',
  permission,
  reads: true,
  body: z.object({ contact_id: Id }),
  response: z.object({
    contact: Person,
    conversations: z.array(Conversation),
    /** The contact's numbers with the decision on an answer of yours. */
    phones: z.array(
      z.object({
        number: z.string(),
        answer: z.enum(['yes', 'no', 'later']),
        reason: z.enum(gateReasons).nullable(),
        /** Of `later`: when it opens. */
        until: z.string().nullable(),
      }),
    ),
  }),
  rateLimit: paces.look,
});

export const fetchMessages = endpoint({
  method: 'POST',
  path: '/v1/sms/fetch_messages',
  summary: 'Messages of one conversation, or of all with one contact, the newest first',
  permission,
  reads: true,
  body: z
    .object({
      conversation_id: Id.optional(),
      contact_id: Id.optional(),
      cursor: z.string().max(1000).optional(),
      limit: Limit(50),
    })
    .refine(({ conversation_id, contact_id }) => (conversation_id === undefined) !== (contact_id === undefined), {
      path: ['conversation_id'],
      message: 'Name a conversation or a contact',
    }),
  response: z.object({ data: z.array(ThreadItem), meta: NextPage }),
  rateLimit: paces.look,
});
