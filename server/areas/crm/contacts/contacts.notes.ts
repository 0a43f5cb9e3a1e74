// Notes on a contact: pinned ones first, then the newest. Their text stands in their own table; the journal says only that one was written.
import { sql } from 'kysely';
import { maxShownNotes, type Note, type NoteText } from '#contract/contactHistory.ts';
import { type RichDoc, textOf } from '#contract/kit/richText.ts';
import type { Tx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { journal } from './contacts.journal.ts';
import { nameMentioned, tellMentioned } from './contacts.mentions.ts';
import { contactPolicy, mustAllowUpdate } from './contacts.policy.ts';
import { getContactRow, lockContact, type StoredContact } from './contacts.queries.ts';
import { tellChanged } from './contacts.tell.ts';

export async function listNotes(tx: Tx, contactId: number, q: string): Promise<{ data: Note[] }> {
  const { owner, pool, deleted_at } = await getContactRow(tx, contactId);
  const can = contactPolicy(tx.actor, { owner_id: owner?.id ?? null, pool_id: pool?.id ?? null, deleted_at });
  const like = `%${escapeLike(q)}%`;
  const rows = await notes(tx)
    .where('n.contact_id', '=', contactId)
    .where(sql<boolean>`fold(n.body) like fold(${like})`)
    .orderBy('n.pinned_at', (order) => order.desc().nullsLast())
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(maxShownNotes)
    .execute();
  return { data: rows.map((row) => present(tx, row, can.update)) };
}

export async function createNote(tx: Tx, contactId: number, text: NoteText): Promise<Note> {
  const stored = await lockContact(tx, contactId);
  mustAllowUpdate(tx, stored);
  const id = await insertNote(tx, stored, text);
  await journal(tx, { contactId, action: 'noted', noteId: id });
  await tellChanged(tx, contactId, stored);
  return getNote(tx, contactId, id);
}

/** Journalled by the caller. Answers its id. */
export async function insertNote(tx: Tx, contact: StoredContact, text: NoteText): Promise<number> {
  const doc = await nameMentioned(tx, contact, text.doc ?? null, null);
  const { id } = await tx.db
    .insertInto('contact_notes')
    .values({ company_id: tx.companyId, contact_id: contact.id, author_id: tx.actor.userId, ...columnsOf(text, doc) })
    .returning('id')
    .executeTakeFirstOrThrow();
  tellMentioned(tx, { contactId: contact.id, noteId: id }, doc, null);
  return id;
}

type NoteChange = NoteText & { version?: string | undefined };

export async function updateNote(tx: Tx, contactId: number, id: number, { version, ...text }: NoteChange): Promise<Note> {
  const { contact, note } = await mustBeAllowed(tx, contactId, id, 'update');
  if (version !== undefined && version !== note.updated_at) throw fail('contacts.note_stale');
  const doc = await nameMentioned(tx, contact, text.doc ?? null, note.doc);
  await tx.db
    .updateTable('contact_notes')
    .set({ ...columnsOf(text, doc), updated_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  tellMentioned(tx, { contactId, noteId: id }, doc, note.doc);
  await journal(tx, { contactId, action: 'note_edited', noteId: id });
  await tellChanged(tx, contactId, contact);
  return getNote(tx, contactId, id);
}

/** Any user who may change the contact. */
export async function pinNote(tx: Tx, contactId: number, id: number, pinned: boolean): Promise<Note> {
  const { contact, note } = await mustBeAllowed(tx, contactId, id, 'pin');
  if (note.pinned === pinned) return note;
  await tx.db
    .updateTable('contact_notes')
    .set({ pinned_at: pinned ? tx.clock().toISOString() : null })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  await journal(tx, { contactId, action: pinned ? 'note_pinned' : 'note_unpinned', noteId: id });
  await tellChanged(tx, contactId, contact);
  return getNote(tx, contactId, id);
}

export async function deleteNote(tx: Tx, contactId: number, id: number): Promise<void> {
  const { contact } = await mustBeAllowed(tx, contactId, id, 'delete');
  await tx.db.deleteFrom('contact_notes').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  await journal(tx, { contactId, action: 'note_deleted', noteId: id });
  await tellChanged(tx, contactId, contact);
}

const columnsOf = ({ body }: NoteText, doc: RichDoc | null) =>
  doc ? { body: textOf(doc), doc: JSON.stringify(doc) } : { body: body ?? '', doc: null };

const notes = (tx: Tx) =>
  tx.db
    .selectFrom('contact_notes as n')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).onRef('u.id', '=', 'n.author_id'))
    .select([
      'n.id',
      'n.body',
      sql<RichDoc | null>`n.doc`.as('doc'),
      sql<boolean>`n.pinned_at is not null`.as('pinned'),
      'n.author_id',
      'n.created_at',
      'n.updated_at',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('author_name'),
    ])
    .where('n.company_id', '=', tx.companyId);

type NoteRow = Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>;

function present(tx: Tx, { author_id, author_name, ...note }: NoteRow, isChangeable: boolean): Note {
  const own = author_id === tx.actor.userId;
  const leads = tx.actor.has('team.lead');
  return {
    ...note,
    author: { id: author_id, name: author_name },
    can: { update: isChangeable && own, delete: isChangeable && (own || leads), pin: isChangeable },
  };
}

/** Of a contact that the user may change. */
async function getNote(tx: Tx, contactId: number, id: number): Promise<Note> {
  const row = await notes(tx).where('n.contact_id', '=', contactId).where('n.id', '=', id).executeTakeFirst();
  if (!row) throw fail('not_found');
  return present(tx, row, true);
}

/** Every user may change their own notes, a leader may remove any. Locks the contact. */
async function mustBeAllowed(tx: Tx, contactId: number, id: number, change: keyof Note['can']) {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  const note = await getNote(tx, contactId, id);
  if (!note.can[change]) throw fail('forbidden');
  return { contact, note };
}
