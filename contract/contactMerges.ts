// Merging contacts into one, and taking a merge back.
import { z } from 'zod';
import { BulkAction, undoDays } from './bulk.ts';
import { Contact } from './contacts.ts';
import { DuplicateSearch, maxMerged } from './duplicates.ts';
import { ById, endpoint, Id, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

/** Days within which a merge can be taken back: as for every action on many contacts. */
export const unmergeDays = undoDays;

/**
 * Fields whose value comes from one of the contacts. `address` is the whole address, `holder` owner or pool.
 */
export const chosenFields = [
  'kind',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'preferred_name',
  'organization',
  'occupation',
  'phones',
  'emails',
  'address',
  'birth_date',
  'gender',
  'language',
  'marital_status',
  'tobacco_user',
  'timezone',
  'holder',
  'status_id',
  'agentflow_status_id',
  'source_id',
  'category_id',
  'medicare_number',
  'medicare_part_a',
  'medicare_part_b',
  'medicare_plan',
  'medicare_carrier_id',
  'consent',
] as const;
export type ChosenField = (typeof chosenFields)[number];

const fieldName = z
  .string()
  .refine((name) => (chosenFields as readonly string[]).includes(name) || /^custom:[1-9]\d{0,14}$/.test(name), 'Unknown field');
const Ids = z
  .array(Id)
  .min(2, 'Choose at least two contacts')
  .max(maxMerged, `Choose at most ${maxMerged} contacts`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each contact once');

export const MergePreview = z
  .object({
    /** In the order of the ids asked for. */
    contacts: z.array(Contact),
    /** The proposed contact to keep: a client before a lead, then the oldest. */
    survivor_id: Id,
    fields: z.array(
      z.object({
        /** One of `chosenFields`, or `custom:<id>`. */
        field: z.string(),
        /** The contact with the better value. */
        from: Id,
        differs: z.boolean(),
      }),
    ),
    /** Rows that belong to each contact, by its id and then by table: notes, files and the like. */
    attached: z.record(z.string(), z.record(z.string(), z.int())),
  })
  .meta({ id: 'MergePreview' });
export type MergePreview = z.output<typeof MergePreview>;

export const previewMerge = endpoint({
  method: 'POST',
  path: '/v1/contacts/merge/preview',
  summary: 'Two to ten contacts side by side, with the better value of each field',
  reads: true,
  permission: 'contacts.bulk',
  body: z.object({ ids: Ids }),
  response: MergePreview,
  rateLimit: paces.look,
});

export const mergeContacts = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/merge',
  summary:
    'Merge two to ten contacts into one. Phones, e-mails, tags, standing notes and do-not-contact wishes are combined, notes and files move, and the ids of the others open the one that stays',
  permission: 'contacts.bulk',
  body: z
    .object({
      ids: Ids,
      /** The contact that stays; default: as the preview proposes. */
      survivor_id: Id.optional(),
      /**
       * From which contact a field comes; a field left out takes the better value. For phones and e-mails:
       * whose come first.
       */
      fields: z.record(fieldName, Id).default({}),
    })
    .superRefine(({ ids, survivor_id, fields }, { addIssue }) => {
      const refuse = (path: string[]) => addIssue({ code: 'custom', path, message: 'Choose one of the contacts' });
      if (survivor_id !== undefined && !ids.includes(survivor_id)) refuse(['survivor_id']);
      for (const [field, id] of Object.entries(fields)) if (!ids.includes(id)) refuse(['fields', field]);
    }),
  response: z.object({ merge_id: Id, contact: Contact }),
  errors: ['conflict'],
  rateLimit: paces.edit,
});

export const Unmerged = z
  .object({
    /** The contact that had stayed. */
    survivor_id: Id,
    /** The contacts that are separate again. */
    restored: z.array(Person),
    /** Fields of the survivor that somebody changed after the merge: they stay as they are. */
    kept: z.array(z.object({ field: z.string(), changed_by: Person.nullable(), changed_at: z.string().nullable() })),
  })
  .meta({ id: 'Unmerged' });
export type Unmerged = z.output<typeof Unmerged>;

export const unmergeContacts = endpoint({
  method: 'POST',
  path: '/v1/contacts/merges/:id/undo',
  summary:
    'Take a merge back within 90 days: the others are contacts again with what belonged to them. Later changes of the one that stayed are kept and listed',
  permission: 'contacts.bulk',
  params: ById,
  response: Unmerged,
  errors: ['merges.nothing_to_undo', 'merges.merged_again'],
  rateLimit: paces.edit,
});

export const previewMergeByRule = endpoint({
  method: 'POST',
  path: '/v1/contacts/duplicates/preview',
  summary: 'What merging every group of duplicates in a scope would do, in numbers',
  reads: true,
  permission: 'contacts.bulk',
  long: true,
  body: DuplicateSearch,
  response: z.object({
    /** Groups that would become one contact each. */
    groups: z.int(),
    /** Contacts that would be merged into another. */
    contacts: z.int(),
    /** Groups left for a person: too large, with differing facts, or with a contact of an earlier group. */
    left: z.int(),
  }),
  errors: ['too_slow', 'rate_limited'],
  rateLimit: paces.heavy,
});

export const mergeByRule = endpoint({
  method: 'POST',
  path: '/v1/contacts/duplicates/merge',
  summary: 'Merge every group of duplicates in a scope, as a job that can be undone; each field takes the better value',
  permission: 'contacts.bulk',
  long: true,
  body: DuplicateSearch,
  response: BulkAction,
  status: 202,
  errors: ['too_slow', 'rate_limited'],
  rateLimit: paces.heavy,
});
