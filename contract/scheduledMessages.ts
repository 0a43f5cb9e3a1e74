// Answers that leave later. At their hour the gate decides, as when their writer presses Send.
import { z } from 'zod';
import { EmailFile } from './emails.ts';
import { ById, endpoint, Id, List, Moment, Nothing, Prose, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

export const ScheduledMessage = z
  .object({
    id: Id,
    conversation_id: Id,
    text: z.string(),
    attachments: z.array(EmailFile),
    track_clicks: z.boolean(),
    send_at: z.string(),
    /** In whose name it leaves. */
    asked_by: Person,
    /** Why it did not leave at its hour. */
    failure: z.string().nullable(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'ScheduledMessage' });
export type ScheduledMessage = z.output<typeof ScheduledMessage>;

const fields = {
  text: Prose(20_000),
  /** Ids of files of `uploadEmailFile`. */
  attachments: z.array(Id).max(20),
  track_clicks: z.boolean(),
  /** Within a year. */
  send_at: Moment,
};

const permission = 'messages.send';

export const listScheduledMessages = endpoint({
  method: 'GET',
  path: '/v1/conversations/:id/scheduled_messages',
  summary: 'What leaves later to the person of this conversation, over all channels, the next first',
  permission,
  params: ById,
  response: List(ScheduledMessage),
  rateLimit: paces.look,
});

export const createScheduledMessage = endpoint({
  method: 'POST',
  path: '/v1/conversations/:id/scheduled_messages',
  summary: 'Answer later, in your name and over the channel of the conversation; at most 20 wait in each',
  permission,
  params: ById,
  body: z.object({ ...fields, attachments: fields.attachments.default([]), track_clicks: fields.track_clicks.default(false) }),
  response: ScheduledMessage,
  status: 201,
  errors: ['conversations.unmatched', 'feature_off'],
  rateLimit: paces.edit,
});

export const updateScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/v1/scheduled_messages/:id',
  summary: 'Change an answer of yours that has not left: what is left out stays',
  permission,
  params: ById,
  body: z.object(fields).partial(),
  response: ScheduledMessage,
  rateLimit: paces.edit,
});

export const deleteScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/v1/scheduled_messages/:id',
  summary: 'Cancel an answer that has not left; everyone who sees the conversation may',
  permission,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});
