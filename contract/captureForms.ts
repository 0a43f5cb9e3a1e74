// Forms that administrators design: custom fields in sections and in order, to be answered for a contact.
import { z } from 'zod';
import { conditionOperators } from './captureProgress.ts';
import { customFieldTypes } from './customFields.ts';
import { crud } from './kit/crud.ts';
import { ById, endpoint, Flag, Id, Line, List, Nothing, Prose, paces } from './kit/endpoint.ts';

export const maxCaptureFields = 100;
export const maxCaptureSections = 30;
export const maxConditionValues = 50;

/** Of a field above. `values` are compared exactly, and are needed for `any_of` and `none_of`. */
const Condition = z
  .object({
    field_id: Id,
    operator: z.enum(conditionOperators),
    values: z
      .array(z.union([Prose(2000), z.number(), z.boolean()]))
      .max(maxConditionValues)
      .default([]),
  })
  .refine(({ operator, values }) => operator.startsWith('is_') || values.length > 0, {
    path: ['values'],
    message: 'Choose a value',
  });

const CaptureField = z.object({
  /** The custom field that stores the answer. */
  field_id: Id,
  required: z.boolean().default(false),
  help: Line(300).default(''),
  /** Null: always shown. */
  shown_when: Condition.nullable().default(null),
});

export const CaptureSections = z
  .array(z.object({ title: Line(80).default(''), fields: z.array(CaptureField).max(maxCaptureFields) }))
  .max(maxCaptureSections)
  .superRefine((sections, context) => {
    const above = new Set<number>();
    for (const [section, { fields }] of sections.entries())
      for (const [place, { field_id, shown_when }] of fields.entries()) {
        const refuse = (message: string) =>
          context.addIssue({ code: 'custom', path: [section, 'fields', place, shown_when ? 'shown_when' : 'field_id'], message });
        if (shown_when && !above.has(shown_when.field_id)) refuse('The condition names a field that is not above this one');
        if (above.has(field_id)) refuse('This field is in the form twice');
        above.add(field_id);
      }
    if (above.size > maxCaptureFields)
      context.addIssue({ code: 'custom', path: [], message: `A form can have ${maxCaptureFields} fields at most` });
  });
export type CaptureSections = z.output<typeof CaptureSections>;

export const CaptureForm = z
  .object({
    id: Id,
    name: z.string(),
    /** False: archived. Nobody can answer it; its answers and their history stay. */
    active: z.boolean(),
    position: z.int(),
    sections: z.array(
      z.object({
        title: z.string(),
        fields: z.array(CaptureField.extend({ name: z.string(), type: z.enum(customFieldTypes), choices: z.array(z.string()) })),
      }),
    ),
    /** For `updateCaptureForm`. */
    version: z.int(),
  })
  .meta({ id: 'CaptureForm' });
export type CaptureForm = z.output<typeof CaptureForm>;
export type CaptureFormField = CaptureForm['sections'][number]['fields'][number];

const name = Line(80).min(1, 'Give the form a name');
const CaptureFormCreate = z.object({ name });
const CaptureFormUpdate = z
  .object({
    name,
    active: z.boolean(),
    position: z.int().min(0).max(10_000),
    sections: CaptureSections,
    /** The one that the editor saw: an older one is refused. */
    version: z.int(),
  })
  .partial();
export type CaptureFormUpdate = z.output<typeof CaptureFormUpdate>;

export const listCaptureForms = endpoint({
  method: 'GET',
  path: '/v1/capture_forms',
  summary: "The company's forms, without the archived ones: for filters of the contact list",
  permission: 'reference.read',
  response: List(CaptureForm.pick({ id: true, name: true })),
});

const admin = crud({
  path: '/v1/admin/capture_forms',
  rows: 'forms',
  permission: 'capture_forms.manage',
  row: CaptureForm,
  create: CaptureFormCreate,
  update: CaptureFormUpdate,
});
export const { list: listAdminCaptureForms, get: getCaptureForm, create: createCaptureForm } = admin;
export const updateCaptureForm = endpoint({ ...admin.update, errors: ['lookups.name_taken', 'capture_forms.stale'] });

export const deleteCaptureForm = endpoint({
  method: 'DELETE',
  path: '/v1/admin/capture_forms/:id',
  summary: 'Delete a form. Where it was answered, only with_values, which deletes its history too; contacts keep the answers',
  permission: 'capture_forms.manage',
  params: ById,
  query: z.object({ with_values: Flag.default(false) }),
  response: Nothing,
  errors: ['lookups.in_use'],
  rateLimit: paces.edit,
});
