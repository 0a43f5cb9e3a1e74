// Tags: coloured labels on contacts, shared in a company.
import { z } from 'zod';
import { BulkAction } from './bulk.ts';
import { ContactsScope, Selection } from './contactsScope.ts';
import { endpoint, Id, Line, List, paces } from './kit/endpoint.ts';
import { tagColors } from './lookups.ts';

export const Tag = z.object({ id: Id, name: z.string(), color: z.enum(tagColors) }).meta({ id: 'Tag' });
export type Tag = z.output<typeof Tag>;

export const TagCreate = z.object({
  name: Line(60).min(1, 'Give the tag a name'),
  color: z.enum(tagColors).default('gray'),
});
export type TagCreate = z.output<typeof TagCreate>;

/** The tag of a new contact until someone opens it. */
export const newTagName = 'new';

export const searchTags = endpoint({
  method: 'PATCH',
  path: '/v1/tags',
  summary: 'Tags with q in their name, at most 100, each with its number of contacts in the scope (capped)',
  reads: true,
  permission: 'tags.read',
  long: true,
  body: z
    .object({
      q: z.string().trim().max(100).default(''),
      /** Only these, whatever their names, to show the tags of a filter. */
      ids: z.array(Id).max(100).nullable().default(null),
      contacts_scope: ContactsScope.nullable().default(null),
    })
    .prefault({}),
  response: List(Tag.extend({ contacts_count: z.int().nullable(), contacts_count_capped: z.boolean() })),
  errors: ['too_slow', 'rate_limited'],
  rateLimit: paces.look,
});

export const createTag = endpoint({
  method: 'POST',
  path: '/v1/tags',
  summary: 'Add a tag',
  permission: 'tags.create',
  body: TagCreate,
  response: Tag,
  status: 201,
  errors: ['tags.name_taken'],
  rateLimit: paces.edit,
});

export const updateTagsSingle = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/update_tags_single',
  summary: "Set one contact's tags",
  permission: 'contacts.update',
  body: z.object({
    id: Id,
    tags: z.array(Id).max(100),
    /** The tags that the editor saw. With them only the difference is applied, so that nobody else's change is lost. */
    before: z.array(Id).max(1000).optional(),
  }),
  response: z.object({ id: Id, tags: z.array(Tag), version: z.int() }),
  rateLimit: paces.edit,
});

export const updateTagsGroup = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/update_tags_group',
  summary: 'Add and remove tags on a selection, as a job with progress',
  permission: 'contacts.bulk',
  body: Selection.safeExtend({
    /** Tags to add. */
    tags: z.array(Id).max(50).default([]),
    remove_tags: z.array(Id).max(50).default([]),
  }).refine((body) => body.tags.length + body.remove_tags.length > 0, { path: ['tags'], message: 'Choose a tag' }),
  response: BulkAction,
  status: 202,
  rateLimit: paces.heavy,
});
