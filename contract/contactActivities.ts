// Logged activities of a contact: kind, outcome, note and time.
import { z } from 'zod';
import { activityOutcomes, activityTypes } from './activityTypes.ts';
import { Contact } from './contacts.ts';
import { ById, endpoint, Id, Moment, PathId, Prose, paces } from './kit/endpoint.ts';
import { RichText } from './richText.ts';

export const LoggedActivity = Contact.extend({
  /** For `undoContactActivity`. */
  activity_id: Id,
}).meta({ id: 'LoggedActivity' });

export const logContactActivity = endpoint({
  method: 'PUT',
  path: '/v1/contacts/:id/activity_info',
  summary: 'Log an activity with its outcome, a note and its time',
  permission: 'contacts.update',
  params: ById,
  body: z
    .object({
      type: z.enum(activityTypes),
      /** One of the type's outcomes (`activityOutcomes`). */
      outcome: z.string().max(40).nullable().default(null),
      /** Saved as a note of the contact; '' for none. */
      note: Prose(10_000).default(''),
      /** The note, formatted; then `note` does not count. */
      note_doc: RichText.optional(),
      /** Default: now. */
      at: Moment.optional(),
    })
    .refine(({ type, outcome }) => outcome === null || (activityOutcomes[type] as readonly string[]).includes(outcome), {
      path: ['outcome'],
      message: 'This activity has no such outcome',
    }),
  response: LoggedActivity,
  rateLimit: paces.edit,
});

export const undoContactActivity = endpoint({
  method: 'DELETE',
  path: '/v1/contacts/:id/activity_info/:activityId',
  summary: 'Undo an activity that you logged, with its note',
  permission: 'contacts.update',
  params: z.object({ id: PathId, activityId: PathId }),
  response: Contact,
  rateLimit: paces.edit,
});
