// Custom contact fields of a company; each has one typed value.
import { z } from 'zod';
import { ById, endpoint, Id, Line, List, Nothing, paces } from './kit/endpoint.ts';

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
  name: Line(60).min(1).optional(),
  choices: z.array(Line(80).min(1)).min(1).max(100).optional(),
  position: z.int().min(0).max(10_000).optional(),
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
export const createCustomField = endpoint({
  method: 'POST',
  path: '/v1/custom_fields',
  summary: 'Add a contact field',
  permission: 'custom_fields.manage',
  body: CustomFieldCreate,
  response: CustomField,
  status: 201,
  errors: ['custom_fields.name_taken'],
  rateLimit: paces.edit,
});
export const updateCustomField = endpoint({
  method: 'PATCH',
  path: '/v1/custom_fields/:id',
  summary: 'Rename a contact field, change its choices or its position',
  permission: 'custom_fields.manage',
  params: ById,
  body: CustomFieldUpdate,
  response: CustomField,
  errors: ['custom_fields.name_taken'],
  rateLimit: paces.edit,
});
export const deleteCustomField = endpoint({
  method: 'DELETE',
  path: '/v1/custom_fields/:id',
  summary: 'Remove a contact field and its values',
  permission: 'custom_fields.manage',
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});
