// The notes of a contact, and its timeline, which is made from the journal.
import { z } from 'zod';
import { Contact } from './contacts.ts';
import { ById, endpoint, Id, Line, List, Nothing, PathId, Prose, paces } from './kit/endpoint.ts';
import { textOf } from './kit/richText.ts';
import { RichText, StoredRichText } from './richText.ts';
import { Person } from './users.ts';

export const Note = z
  .object({
    id: Id,
    /** Its text, without formatting. */
    body: z.string(),
    /** Null: it is plain text. */
    doc: StoredRichText,
    pinned: z.boolean(),
    author: Person.nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    can: z.object({ update: z.boolean(), delete: z.boolean(), pin: z.boolean() }),
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof Note>;

/** Of a contact, or of what a search finds. */
export const maxShownNotes = 200;

/** `doc`: formatted text; then `body` does not count. */
const NoteText = z.object({ body: Prose(10_000).optional(), doc: RichText.optional() });
export type NoteText = z.output<typeof NoteText>;
const hasText = ({ body = '', doc }: NoteText) => (doc ? textOf(doc) : body).trim() !== '';
const orWrite = { path: ['body'], message: 'Write something' };
const NoteBody = NoteText.refine(hasText, orWrite);
/** `version`: the `updated_at` that the change is based on. Left out, the last change wins. */
const NoteUpdate = NoteText.extend({ version: Line(40).optional() }).refine(hasText, orWrite);

/** One change of a contact, from the journal. */
export const TimelineEntry = z
  .object({
    id: Id,
    at: z.string(),
    action: z.string(),
    /** One of the kinds of `getContactTimelineFilters`. */
    kind: z.string(),
    actor: Person.nullable(),
    /** The user who acted as the actor. */
    impersonator: Person.nullable(),
    /** The API key that the call was made with. */
    api_key: z.object({ id: Id, name: z.string() }).nullable(),
    /**
     * Changed fields, before and after; sealed fields are named but not shown. `restorable`:
     * the earlier value can be given back.
     */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), restorable: z.boolean() })),
    note: z.object({ id: Id, body: z.string(), doc: StoredRichText }).nullable(),
    import_id: Id.nullable(),
    /** Of the entry `merged`: the contacts that were merged into this one. */
    merge: z.object({ id: Id, contacts: z.array(Person), can_undo: z.boolean() }).nullable(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const listContactNotes = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/notes',
  summary: 'The notes of a contact, at most 200: pinned ones first, then the newest',
  permission: 'contacts.read',
  params: ById,
  query: z.object({ q: z.string().trim().max(200).default('') }),
  response: List(Note),
});
const ByNote = z.object({ id: PathId, noteId: PathId });
export const createContactNote = endpoint({
  method: 'POST',
  path: '/v1/contacts/:id/notes',
  summary: 'Add a note',
  permission: 'contacts.update',
  params: ById,
  body: NoteBody,
  response: Note,
  status: 201,
  rateLimit: paces.edit,
});
export const updateContactNoteEntry = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/notes/:noteId',
  summary: 'Edit a note',
  permission: 'contacts.update',
  params: ByNote,
  body: NoteUpdate,
  response: Note,
  errors: ['contacts.note_stale'],
  rateLimit: paces.edit,
});
export const deleteContactNote = endpoint({
  method: 'DELETE',
  path: '/v1/contacts/:id/notes/:noteId',
  summary: 'Remove a note',
  permission: 'contacts.update',
  params: ByNote,
  response: Nothing,
  rateLimit: paces.edit,
});

export const pinContactNote = endpoint({
  method: 'PUT',
  path: '/v1/contacts/:id/notes/:noteId/pin',
  summary: 'Pin a note on top of the others, or no longer',
  permission: 'contacts.update',
  params: ByNote,
  body: z.object({ pinned: z.boolean() }),
  response: Note,
  rateLimit: paces.edit,
});
export const listMentionableUsers = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/mentionable_users',
  summary: 'The first 10 colleagues of this name who can see the contact: a note may mention them',
  permission: 'contacts.update',
  params: ById,
  query: z.object({ q: Line(100).default('') }),
  response: List(Person),
});

export const listContactTimeline = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/timeline',
  summary: 'The history of a contact, the newest first',
  permission: 'contacts.read',
  params: ById,
  query: z.object({
    cursor: z.string().max(200).optional(),
    /** One of the kinds of `getContactTimelineFilters`; '' for all. */
    kind: Line(40).default(''),
    /** Only what this user did. */
    actor_id: PathId.optional(),
    /** Entries with this text in a note, a value or a name. */
    q: Line(100).default(''),
  }),
  response: z.object({
    data: z.array(TimelineEntry),
    meta: z.object({
      next_cursor: z.string().nullable(),
      /**
       * Today's names of the ids in the changes, by `status_id:3`, `owner_id:7`, `tags:2`, `custom:5` and so
       * on.
       */
      names: z.record(z.string(), z.string()),
    }),
  }),
});

export const getContactTimelineFilters = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/timeline/filters',
  summary: 'What the timeline of a contact can be filtered by: the kinds of its entries, and the people who made them',
  permission: 'contacts.read',
  params: ById,
  response: z.object({
    kinds: z.array(z.object({ name: z.string(), label: z.string() })),
    people: z.array(Person),
  }),
});

export const restoreContactValue = endpoint({
  method: 'POST',
  path: '/v1/contacts/:id/timeline/:entryId/restore',
  summary: 'Give a field the value that it had before an entry of the timeline; `version` is the one that the editor saw',
  permission: 'contacts.update',
  params: z.object({ id: PathId, entryId: PathId }),
  body: z.object({ field: Line(60), version: z.int() }),
  response: Contact,
  errors: ['contacts.stale', 'contacts.nameless', 'invalid'],
  rateLimit: paces.edit,
});
