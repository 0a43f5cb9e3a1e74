// Linked contacts: family, household, caregivers and referrals. A link is one row, seen from both of its contacts.
import { z } from 'zod';
import { ById, endpoint, Id, List, paces } from './kit/endpoint.ts';
import { linkRelations } from './linkRelations.ts';

export const LinkedContact = z
  .object({
    id: Id,
    name: z.string(),
    /** The relation of this contact to the other: `child` for a son. */
    relation: z.enum(linkRelations),
    /** The 65th birthday, also a past one; null without a birth date. */
    turns_65_on: z.string().nullable(),
  })
  .meta({ id: 'LinkedContact' });
export type LinkedContact = z.output<typeof LinkedContact>;

export const listLinkedContacts = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/linked_contacts',
  summary: 'The contacts linked with a contact that are in reach, at most 100',
  permission: 'contacts.read',
  params: ById,
  response: List(LinkedContact),
});

export const updateLinkedContact = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/update_linked_contact',
  summary: 'Link a contact with another, change what they are to each other, or with the relation null end the link',
  permission: 'contacts.update',
  params: ById,
  body: z.object({
    linked_contact_id: Id,
    /** The relation of the linked contact to this one. */
    relation: z.enum(linkRelations).nullable(),
  }),
  response: List(LinkedContact),
  rateLimit: paces.edit,
});
