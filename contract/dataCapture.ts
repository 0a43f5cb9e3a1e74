// The forms of a contact: their answers, how far each is answered, and who answered what when.
import { z } from 'zod';
import { CaptureForm } from './captureForms.ts';
import { captureStates } from './captureProgress.ts';
import { CustomFieldValue } from './customFields.ts';
import { ById, endpoint, Id, Line, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

const AnswersById = z.record(z.string().regex(/^[1-9]\d{0,14}$/), CustomFieldValue);

/** One form with the answers of one contact. */
export const DataCapture = CaptureForm.pick({ name: true, sections: true })
  .extend({
    form_id: Id,
    /** By the id of the custom field; without those that have none. */
    answers: z.record(z.string(), CustomFieldValue),
    state: z.enum(captureStates),
    /** Ids of custom fields that are shown, and of those that are required and have no answer. */
    shown: z.array(Id),
    missing: z.array(Id),
    answered: z.int(),
    /** When somebody saved an answer in this form last. */
    answered_at: z.string().nullable(),
    /** Of the form and its answers; for `updateDataCapture`. */
    version: z.string(),
  })
  .meta({ id: 'DataCapture' });
export type DataCapture = z.output<typeof DataCapture>;

/** Answers that somebody saved at once. */
export const CaptureEntry = z
  .object({
    id: Id,
    form: z.object({ id: Id, name: z.string() }),
    at: z.string(),
    actor: Person.nullable(),
    /** The user who acted as the actor. */
    impersonator: Person.nullable(),
    /** `name` is null if the custom field was deleted. */
    changes: z.array(z.object({ field_id: Id, name: z.string().nullable(), before: CustomFieldValue, after: CustomFieldValue })),
  })
  .meta({ id: 'CaptureEntry' });
export type CaptureEntry = z.output<typeof CaptureEntry>;

const Answer = z.object({
  data: z.array(DataCapture),
  /** The newest 20. */
  history: z.array(CaptureEntry),
});

export const getDataCapture = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/data_capture',
  summary: "The company's forms with the answers of a contact, and the latest answers",
  permission: 'contacts.read',
  params: ById,
  response: Answer,
});

export const updateDataCapture = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/data_capture',
  summary: 'Answer forms of a contact, also in part: answers left out stay, null clears, those of hidden fields are not stored',
  permission: 'data_capture.update',
  params: ById,
  body: z.object({
    data_captures: z
      .array(
        z.object({
          form_id: Id,
          answers: AnswersById.refine((answers) => Object.keys(answers).length <= 500, 'Too many answers'),
          /** The one that the editor saw: an older one is refused with both versions. Without it the last write wins. */
          version: Line(100).optional(),
        }),
      )
      .min(1)
      .max(50),
  }),
  response: Answer,
  errors: ['data_capture.stale'],
  rateLimit: paces.edit,
});
