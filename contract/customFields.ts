// Custom contact fields of a company; each has one typed value.
import { z } from 'zod';
import { crud, Place } from './kit/crud.ts';
import { ById, endpoint, Flag, Id, Line, List, Nothing, paces } from './kit/endpoint.ts';

export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;

export const CustomField = z
  .object({
    id: Id,
    name: z.string(),
    type: z.enum(customFieldTypes),
    /** The choices if the type is `choice`. */
    choices: z.array(z.string()),
    position: z.int(),
  })
  .meta({ id: 'CustomField' });
export type CustomField = z.output<typeof CustomField>;

export const CustomFieldCreate = z
  .object({
    name: Line(60).min(1, 'Give the field a name'),
    type: z.enum(customFieldTypes),
    choices: z.array(Line(80).min(1)).max(100).default([]),
  })
  .refine((field) => field.type !== 'choice' || field.choices.length > 0, {
    path: ['choices'],
    message: 'Enter at least one choice',
  });
export type CustomFieldCreate = z.output<typeof CustomFieldCreate>;

/** The type cannot change: existing values have it. */
export const CustomFieldUpdate = z.object({
  name: Line(60).min(1, 'Give the field a name').optional(),
  choices: z.array(Line(80).min(1)).min(1, 'Enter at least one choice').max(100).optional(),
  position: Place.optional(),
});
export type CustomFieldUpdate = z.output<typeof CustomFieldUpdate>;

export const CustomFieldValue = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);
export type CustomFieldValue = z.output<typeof CustomFieldValue>;

export const listCustomFields = endpoint({
  method: 'GET',
  path: '/v1/custom_fields',
  summary: "The company's custom contact fields",
  permission: 'reference.read',
  response: List(CustomField),
});
const admin = crud({
  path: '/v1/admin/custom_fields',
  rows: 'custom contact fields',
  permission: 'custom_fields.manage',
  row: CustomField,
  create: CustomFieldCreate,
  update: CustomFieldUpdate,
});
export const { list: listAdminCustomFields, create: createCustomField } = admin;
/** A choice that a form's condition names cannot be removed. */
export const updateCustomField = endpoint({ ...admin.update, errors: ['lookups.name_taken', 'custom_fields.in_form'] });

export const deleteCustomField = endpoint({
  method: 'DELETE',
  path: '/v1/admin/custom_fields/:id',
  summary: 'Delete a contact field. Where contacts have a value in it, only with_values, which deletes these too',
  permission: 'custom_fields.manage',
  params: ById,
  query: z.object({ with_values: Flag.default(false) }),
  response: Nothing,
  errors: ['lookups.in_use', 'custom_fields.in_form'],
  rateLimit: paces.edit,
});
