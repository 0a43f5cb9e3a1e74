// Contacts that may be one person: groups to look at, and the answer that they are not.
import { z } from 'zod';
import { ContactRow } from './contacts.ts';
import { ContactsScope } from './contactsScope.ts';
import { endpoint, Id, Nothing, paces } from './kit/endpoint.ts';

/** The largest number of contacts in one merge. */
export const maxMerged = 10;

/** Fields that two contacts must share to be candidates. Case, accents, punctuation and street abbreviations do not count. */
export const duplicateWays = ['name_address', 'phone', 'email', 'name'] as const;
export type DuplicateWay = (typeof duplicateWays)[number];

/** Fields that a member shares with the group's first contact. */
export const agreements = ['medicare_number', 'phone', 'email', 'name', 'address', 'birth_date'] as const;
export type Agreement = (typeof agreements)[number];
export const conflicts = ['medicare_number', 'birth_date', 'first_name'] as const;
export type Conflict = (typeof conflicts)[number];

export const DuplicateSearch = z.object({
  /** All members of a group lie in this scope; its order, page and cursor do not count. */
  contacts_scope: ContactsScope.prefault({}),
  /** Any of these is enough. */
  by: z
    .array(z.enum(duplicateWays))
    .min(1, 'Choose what duplicates share')
    .default(['name_address', 'phone', 'email'])
    .transform((ways) => [...new Set(ways)]),
  /** Besides, first and last name must be equal. */
  same_name: z.boolean().default(false),
});
export type DuplicateSearch = z.output<typeof DuplicateSearch>;

const DuplicateMember = z
  .object({
    contact: ContactRow,
    address: z.string(),
    /** With the first contact; empty for the first. */
    agrees: z.array(z.enum(agreements)),
    differs: z.array(z.enum(conflicts)),
  })
  .meta({ id: 'DuplicateMember' });

export const DuplicateGroup = z
  .object({
    /** The id of its oldest contact, which comes first. */
    id: Id,
    /** From 1 to 100: how likely the least likely member is the same person as the first. */
    score: z.int(),
    /** At most 10. */
    members: z.array(DuplicateMember),
    /** Whether there are more than 10. */
    more: z.boolean(),
  })
  .meta({ id: 'DuplicateGroup' });
export type DuplicateGroup = z.output<typeof DuplicateGroup>;

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/v1/contacts/duplicates',
  summary:
    'Groups of contacts that may be one person, by the last name of the oldest: it and all that share a key with it. A contact may stand in two groups',
  reads: true,
  permission: 'contacts.bulk',
  long: true,
  body: DuplicateSearch.extend({
    page: z.int().min(1).max(10_000).default(1),
    limit: z.int().min(1).max(100).default(50),
  }).prefault({}),
  response: z.object({
    data: z.array(DuplicateGroup),
    /** `total_count`: groups. */
    meta: z.object({ page: z.int(), limit: z.int(), total_count: z.int(), total_pages: z.int() }),
  }),
  errors: ['too_slow', 'rate_limited'],
  rateLimit: paces.look,
});

export const dismissDuplicates = endpoint({
  method: 'POST',
  path: '/v1/contacts/duplicates/dismiss',
  summary: 'Remember that these contacts are different people, or forget it again with dismissed: false',
  permission: 'contacts.bulk',
  body: z.object({ ids: z.array(Id).min(2).max(maxMerged), dismissed: z.boolean().default(true) }),
  response: Nothing,
  rateLimit: paces.edit,
});
