// Notes on a contact. Their text stands in their own table; the journal says only that one was written.
import { sql } from 'kysely';
import type { Note } from '#contract/contactHistory.ts';
import type { Tx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { journal } from './contacts.journal.ts';
import { lockContact } from './contacts.queries.ts';
import { mustAllowUpdate, mustReachContact } from './contacts.service.ts';
import { tellChanged } from './contacts.tell.ts';

const maxNotes = 200;

export async function listNotes(tx: Tx, contactId: number, q: string): Promise<{ data: Note[] }> {
  await mustReachContact(tx, contactId);
  const like = `%${escapeLike(q)}%`;
  const rows = await notes(tx)
    .where('n.contact_id', '=', contactId)
    .where(sql<boolean>`fold(n.body) like fold(${like})`)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(maxNotes)
    .execute();
  return { data: rows.map((row) => present(tx, row)) };
}

export async function createNote(tx: Tx, contactId: number, body: string): Promise<Note> {
  const stored = await lockContact(tx, contactId);
  mustAllowUpdate(tx, stored);
  const id = await insertNote(tx, contactId, body);
  await journal(tx, { contactId, action: 'noted', noteId: id });
  await tellChanged(tx, contactId, stored);
  return getNote(tx, contactId, id);
}

/** Journalled by the caller. Answers its id. */
export async function insertNote(tx: Tx, contactId: number, body: string): Promise<number> {
  const { id } = await tx.db
    .insertInto('contact_notes')
    .values({ company_id: tx.companyId, contact_id: contactId, author_id: tx.actor.userId, body })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateNote(tx: Tx, contactId: number, id: number, body: string): Promise<Note> {
  const stored = await mustBeAllowed(tx, contactId, id, 'update');
  await tx.db
    .updateTable('contact_notes')
    .set({ body, updated_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  await journal(tx, { contactId, action: 'note_edited', noteId: id });
  await tellChanged(tx, contactId, stored);
  return getNote(tx, contactId, id);
}

export async function deleteNote(tx: Tx, contactId: number, id: number): Promise<void> {
  const stored = await mustBeAllowed(tx, contactId, id, 'delete');
  await tx.db.deleteFrom('contact_notes').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  await journal(tx, { contactId, action: 'note_deleted', noteId: id });
  await tellChanged(tx, contactId, stored);
}

const notes = (tx: Tx) =>
  tx.db
    .selectFrom('contact_notes as n')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).onRef('u.id', '=', 'n.author_id'))
    .select([
      'n.id',
      'n.body',
      'n.author_id',
      'n.created_at',
      'n.updated_at',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('author_name'),
    ])
    .where('n.company_id', '=', tx.companyId);

type NoteRow = Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>;

function present(tx: Tx, { author_id, author_name, ...note }: NoteRow): Note {
  const own = author_id === tx.actor.userId;
  const leads = tx.actor.has('team.lead');
  return { ...note, author: { id: author_id, name: author_name }, can: { update: own, delete: own || leads } };
}

async function getNote(tx: Tx, contactId: number, id: number): Promise<Note> {
  const row = await notes(tx).where('n.contact_id', '=', contactId).where('n.id', '=', id).executeTakeFirst();
  if (!row) throw fail('not_found');
  return present(tx, row);
}

/** Every user may change their own notes, a leader may remove any. Answers the contact, locked. */
async function mustBeAllowed(tx: Tx, contactId: number, id: number, change: 'update' | 'delete') {
  const stored = await lockContact(tx, contactId);
  mustAllowUpdate(tx, stored);
  const note = await getNote(tx, contactId, id);
  if (!note.can[change]) throw fail('forbidden');
  return stored;
}
