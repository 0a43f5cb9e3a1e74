// Actions on many contacts: delete, restore, update, and what the list needs to choose them.
import { z } from 'zod';
import { BulkAction } from './bulk.ts';
import { ContactFields, ContactRow } from './contacts.ts';
import { ContactsScope, Selection } from './contactsScope.ts';
import { endpoint, Id, Line, List, paces } from './kit/endpoint.ts';

/** Nobody clears a name on many contacts at once: some would be left without any. */
const GivenName = Line(100).min(1, 'Enter a name').optional();

/** The fields that one value can be given to on many contacts; `null` clears. */
export const ContactGroupFields = ContactFields.omit({
  phones: true,
  emails: true,
  consent: true,
  medicare_number: true,
}).extend({
  first_name: GivenName,
  last_name: GivenName,
  organization: Line(200).min(1, 'Enter a name').optional(),
  owner_id: Id.optional(),
  pool_id: Id.optional(),
});
export type ContactGroupFields = z.output<typeof ContactGroupFields>;

const bulk = { permission: 'contacts.bulk', response: BulkAction, status: 202, rateLimit: paces.heavy } as const;

export const destroyContacts = endpoint({
  ...bulk,
  method: 'DELETE',
  path: '/v1/contacts/destroy_all',
  summary: 'Delete a selection, as a job; deleted contacts can be restored',
  body: Selection,
});

export const restoreContacts = endpoint({
  ...bulk,
  method: 'PUT',
  path: '/v1/contacts/restore',
  summary: 'Restore a selection of deleted contacts, as a job; the scope is always that of the group `deleted`',
  body: Selection,
});

export const updateContactGroup = endpoint({
  ...bulk,
  method: 'PATCH',
  path: '/v1/contacts/update_group',
  summary: 'Give the same values to a selection, as a job; what is left out stays',
  body: Selection.safeExtend({
    fields: ContactGroupFields.refine((fields) => Object.keys(fields).length > 0, 'Choose a field to change').refine(
      ({ owner_id, pool_id }) => owner_id === undefined || pool_id === undefined,
      { path: ['owner_id'], message: 'Choose an owner or a pool, not both' },
    ),
  }),
});

export const selectFirstLast = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/select_first_last',
  summary: 'The ids of the first or last n contacts of a scope, at most 10,000',
  reads: true,
  permission: 'contacts.read',
  long: true,
  body: z.object({
    select_n: z.int().min(1).max(10_000),
    type: z.enum(['first', 'last']).default('first'),
    contacts_scope: ContactsScope.prefault({}),
  }),
  response: z.object({ ids: z.array(Id) }),
  errors: ['too_slow', 'rate_limited'],
  rateLimit: paces.look,
});

export const listSelectedItems = endpoint({
  method: 'POST',
  path: '/v1/contacts/selected_items',
  summary: 'The contacts with these ids that are in reach, by name',
  reads: true,
  permission: 'contacts.read',
  body: z.object({ ids: z.array(Id).max(10_000), limit: z.int().min(1).max(200).default(50) }),
  response: List(ContactRow),
  rateLimit: paces.look,
});

export const getWorkersStatus = endpoint({
  method: 'GET',
  path: '/v1/contacts/workers_status',
  summary: 'The bulk actions that wait or run now: your own; for a leader those of everyone in reach',
  permission: 'contacts.read',
  response: z.object({ data: z.array(BulkAction), busy: z.boolean() }),
});
