// Answers of contacts: each conversation is with one person, over one channel.
import { z } from 'zod';
import { gateReasons } from './complianceLists.ts';
import { messageChannels as conversationChannels, conversationFilters, doings } from './conversationLists.ts';
import { ById, endpoint, Flag, Id, Limit, Line, Moment, Nothing, PathId, Prose, paces } from './kit/endpoint.ts';
import { mergeFieldNames } from './kit/mergeFields.ts';
import { messageEventKinds, messageStates } from './sendLists.ts';
import { Send } from './sends.ts';
import { Person } from './users.ts';

const permission = 'messages.send';

export const Conversation = z
  .object({
    id: Id,
    channel: z.enum(conversationChannels),
    /** Of all conversations with this contact. */
    channels: z.array(z.enum(conversationChannels)),
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
    /** Set aside: `done` until the contact writes again, `snoozed` for a time. */
    aside: z.enum(['done', 'snoozed']).nullable(),
    snoozed_until: z.string().nullable(),
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
    conversation_id: Id,
    channel: z.enum(conversationChannels),
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
    files: z.array(
      z.object({
        id: Id,
        name: z.string(),
        type: z.string(),
        size: z.int(),
        /** By which the HTML names it, in small letters; '' of a file that is only attached. */
        cid: z.string(),
      }),
    ),
    /** You always see the pictures of this sender. */
    shows_pictures: z.boolean(),
  })
  .meta({ id: 'ConversationItem' });
export type ConversationItem = z.output<typeof ConversationItem>;

/** Null: there are no more. */
const NextPage = z.object({ next_cursor: z.string().nullable() });

export const conversationTabs = ['all', 'mine', 'unmatched'] as const;
export type ConversationTab = (typeof conversationTabs)[number];

export const listConversations = endpoint({
  method: 'GET',
  path: '/v1/conversations',
  summary:
    'The inbox: one row for each person who wrote to people in your reach, unread ones first, then the latest; by words of names, addresses and messages',
  permission,
  query: z.object({
    q: Line(100).default(''),
    filter: z.enum(conversationFilters).default('all'),
    unread: Flag.default(false),
    flagged: Flag.default(false),
    channel: z.enum(conversationChannels).optional(),
    /** Of one contact. */
    contact_id: PathId.optional(),
    cursor: z.string().max(1000).optional(),
    limit: Limit(50),
  }),
  response: z.object({ data: z.array(Conversation), meta: NextPage }),
  long: true,
  rateLimit: paces.look,
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/v1/conversations/unread',
  summary: 'How many people have written to you with messages that you have not read, at most 100',
  permission,
  response: z.object({ count: z.int() }),
  rateLimit: paces.look,
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/v1/conversations/:id',
  summary: 'One conversation with the latest 200 messages of all conversations with its contact, the oldest first',
  permission,
  params: ById,
  response: Conversation.extend({
    items: z.array(ConversationItem),
    /** Other contacts in your reach with this number or address, at most 10. */
    others: z.array(Person),
  }),
  rateLimit: paces.look,
});

export const updateConversation = endpoint({
  method: 'PATCH',
  path: '/v1/conversations/:id',
  summary:
    'Mark a conversation as read or unread, set it aside, give it to a colleague, or say which contact it is with. All but the last change every conversation with its contact',
  permission,
  params: ById,
  body: z
    .object({
      unread: z.boolean(),
      /** A person has read what the contact wants. */
      flagged: z.literal(false),
      contact_id: Id,
      /** Null: to nobody. */
      owner_id: Id.nullable(),
      /** Done until the contact writes again. False takes back `done` and `snoozed_until`. */
      done: z.boolean(),
      /** Out of the inbox until then, within a year. */
      snoozed_until: Moment,
    })
    .partial(),
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
    /** Ids of files of `uploadEmailFile`. */
    attachments: z.array(Id).max(20).default([]),
    track_clicks: z.boolean().default(false),
  }),
  response: Send,
  status: 202,
  errors: ['conversations.unmatched', 'mail.not_configured'],
  rateLimit: paces.heavy,
});

export const showPresence = endpoint({
  method: 'POST',
  path: '/v1/conversations/:id/presence',
  summary:
    'Tell colleagues who see this conversation what you do in it. Nothing is stored: repeat it every 8 seconds, as they forget it after 14',
  permission,
  reads: true,
  params: ById,
  body: z.object({ doing: z.enum(doings) }),
  response: Nothing,
  rateLimit: paces.look,
});

export const getMergeValues = endpoint({
  method: 'GET',
  path: '/v1/conversations/:id/merge_values',
  summary: 'What the merge fields stand for in an answer of yours to this contact; fields without a value are left out',
  permission,
  params: ById,
  response: z.object({ values: z.partialRecord(z.enum(mergeFieldNames), z.string()) }),
  errors: ['conversations.unmatched'],
  rateLimit: paces.look,
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

const ofMessage = ById.extend({ message_id: PathId });

export const downloadReceivedPicture = endpoint({
  method: 'GET',
  path: '/v1/conversations/:id/messages/:message_id/picture',
  summary:
    'A picture that the HTML of a received mail shows from elsewhere, fetched by the server and written anew as WebP, so that its sender learns nothing of the reader',
  permission,
  kind: 'stream',
  params: ofMessage,
  /** As the HTML names it. */
  query: z.object({ src: Line(2000).regex(/^https?:/i, 'Write a web address') }),
  response: Nothing,
  long: true,
  rateLimit: { limit: 600, seconds: 60, by: 'user' },
});

export const setPictureSender = endpoint({
  method: 'PUT',
  path: '/v1/conversations/:id/messages/:message_id/pictures',
  summary: 'Whether you always see the pictures of who wrote this mail',
  permission,
  params: ofMessage,
  body: z.object({ always: z.boolean() }),
  response: Nothing,
  rateLimit: paces.edit,
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
  summary:
    'What was written with one contact: its conversations in your reach, whether each number may get a text now, and what merge fields stand for',
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
    /** Whether you have a number to text from. */
    has_number: z.boolean(),
    /** Of fields that have one. */
    values: z.partialRecord(z.enum(mergeFieldNames), z.string()),
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
  response: z.object({ data: z.array(ConversationItem), meta: NextPage }),
  rateLimit: paces.look,
});
