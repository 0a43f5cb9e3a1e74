// Messages on /cable (Action Cable): the channels, and small messages that name what changed, never the record.
import { z } from 'zod';
import { bulkStatuses } from './bulk.ts';
import { doings } from './conversationLists.ts';
import { importStatuses } from './imports.ts';
import { Id } from './kit/endpoint.ts';

/** The spec's three channels, and one for changed records. Each answers the action `validate_stream`. */
export const channels = ['CallCenterChannel', 'SmsChannel', 'ContactsImportChannel', 'UpdatesChannel'] as const;
export type Channel = (typeof channels)[number];

/** The answer to `validate_stream` on the same subscription: the stream works, and later messages will arrive. */
export const StreamValidated = z.object({ type: z.literal('stream_validated') });
export type StreamValidated = z.output<typeof StreamValidated>;

/** On ContactsImportChannel: an import's progress, for users who may see the attempt. */
export const ImportProgress = z.object({
  id: Id,
  asker_id: Id,
  status: z.enum(importStatuses),
  size: z.int(),
  read: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  rejected: z.int(),
  dropped: z.int(),
  undone: z.int(),
  kept: z.int(),
});
export type ImportProgress = z.output<typeof ImportProgress>;

/** On UpdatesChannel: something changed, and screens that show it load it again. Sent only to users who may see it. */
export const Update = z.discriminatedUnion('event', [
  z.object({ event: z.literal('contact.changed'), id: Id }),
  z.object({ event: z.literal('contacts.changed') }),
  /** To a user that a note mentions. `by`: the name of the colleague who wrote it. */
  z.object({ event: z.literal('note.mentioned'), id: Id, note_id: Id, by: z.string() }),
  z.object({ event: z.literal('tasks.changed') }),
  /** To the owner and, of a shared view, to everyone who sees it. */
  z.object({ event: z.literal('saved_views.changed') }),
  /** To one user: they arranged the cards of their dashboard. */
  z.object({ event: z.literal('dashboard.changed') }),
  /** In the calendar of this user something changed; to the user and those above. */
  z.object({ event: z.literal('calendar.changed'), owner_id: Id }),
  /** To its owner: the event starts in so many minutes. `starts_at`: null for an all-day event. */
  z.object({
    event: z.literal('calendar.reminder'),
    id: Id,
    occurrence: z.string().nullable(),
    title: z.string(),
    starts_at: z.string().nullable(),
    minutes: z.int(),
  }),
  /** Templates of mails or texts. */
  z.object({ event: z.literal('emails.changed') }),
  z.object({ event: z.literal('campaigns.changed') }),
  /** To the user who asked for it: more of its messages are sent, or it was paused. */
  z.object({ event: z.literal('send.changed'), id: Id }),
  /** To those who see it: a contact wrote, or somebody answered or read it. */
  z.object({ event: z.literal('conversation.changed'), id: Id }),
  /** To colleagues who see the conversation. Nothing of it is stored: who says no more for some seconds has left. */
  z.object({
    event: z.literal('conversation.presence'),
    id: Id,
    user: z.object({ id: Id, name: z.string() }),
    doing: z.enum(doings),
  }),
  /** To its owner: a text came in from this phone number. */
  z.object({ event: z.literal('text.received'), id: Id, phone: z.string() }),
  /** To its user, and to leaders who watch calls: it rings, runs, is recorded, or has ended. */
  z.object({ event: z.literal('call.changed'), id: Id }),
  /**
   * To leaders who watch calls: a phone opened or closed, a caller waits or waits no more, or a leader takes
   * part in a call.
   */
  z.object({ event: z.literal('call_centre.changed') }),
  /** To its user: somebody calls. `number`: ten digits, or `user:7` of a colleague. */
  z.object({ event: z.literal('call.ringing'), id: Id, call_id: z.string(), number: z.string() }),
  /** To its user, and to leaders who watch calls: it goes on, pauses or ends. */
  z.object({ event: z.literal('dial_session.changed'), id: Id }),
  /** To its owner: money came or went, or a card or setting changed. */
  z.object({ event: z.literal('wallet.changed') }),
  /** To the payer and to people with its licences: a subscription, an order or a licence changed. */
  z.object({ event: z.literal('subscriptions.changed') }),
  /** To the user who asked for them: phone numbers were checked, or will not be. */
  z.object({ event: z.literal('phone_checks.changed') }),
  /**
   * To the user who has or orders a number, and to those who keep the company's: one was bought, passed on,
   * given up or not paid.
   */
  z.object({ event: z.literal('phone_numbers.changed') }),
  /** To the user who asked for it: it could not begin, or stopped. */
  z.object({ event: z.literal('send.failed'), id: Id, subject: z.string(), failure: z.string() }),
  z.object({ event: z.literal('tag.changed') }),
  z.object({ event: z.literal('reference.changed') }),
  z.object({ event: z.literal('users.changed') }),
  z.object({ event: z.literal('features.changed') }),
  z.object({ event: z.literal('settings.changed') }),
  /** Of the company's texts with the carriers; to those who send. */
  z.object({ event: z.literal('registration.changed') }),
  /** Rules, lists and addresses of the compliance gate; to administrators. */
  z.object({ event: z.literal('compliance.changed') }),
  /** Of this user; to them and to those who manage users. */
  z.object({ event: z.literal('licences.changed'), id: Id }),
  z.object({ event: z.literal('signups.changed') }),
  /** The answer of GET /v1/users/me has changed: features, the company's name and state. */
  z.object({ event: z.literal('me.changed') }),
  z.object({ event: z.literal('import_settings.changed') }),
  /** To one user: they signed in somewhere, or some of their sessions ended. */
  z.object({ event: z.literal('sessions.changed') }),
  /** To the user who started it. */
  z.object({
    event: z.literal('bulk.progress'),
    id: Id,
    operation: z.string(),
    status: z.enum(bulkStatuses),
    total: z.int().nullable(),
    done: z.int(),
  }),
]);
export type Update = z.output<typeof Update>;
