// Loading and writing the files of a contact.
import { type RawBuilder, sql } from 'kysely';
import type { ContactFile } from '#contract/files.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

/** Why bytes are stored: the kinds of `files`. */
export const contactFile = 'contact file';
export const uploadedPart = 'uploaded part';
export const callRecording = 'call recording';

/** The key of one row. */
export interface Place {
  contactId: number;
  id: number;
}

export interface StoredContactFile extends Omit<ContactFile, 'can'> {
  deleted_at: string | null;
}

/** From `contact_files f`. */
export const selectFiles = (tx: Tx, conditions: Condition[]): RawBuilder<StoredContactFile> => sql<StoredContactFile>`
  select f.id, f.name, f.type, f.size, f.scan, f.virus, f.created_at, f.deleted_at, ${personAs('u')} as added_by
  from contact_files f
  left join users u on u.company_id = ${tx.companyId} and u.id = f.added_by
  where f.company_id = ${tx.companyId} and ${allOf(conditions)}`;

export const personAs = (user: 'u') =>
  sql.raw(
    `case when ${user}.id is not null then json_build_object('id', ${user}.id, 'name', trim(${user}.first_name || ' ' || ${user}.last_name)) end`,
  );

/** 404 for one that is removed, or with `removed` for one that is not. */
export async function getStored(tx: Tx, { contactId, id }: Place, { removed = false } = {}): Promise<StoredContactFile> {
  const found = [sql<boolean>`f.contact_id = ${contactId}`, sql<boolean>`f.id = ${id}`];
  const { rows } = await selectFiles(tx, found).execute(tx.db);
  const row = rows[0];
  if (!row || (row.deleted_at !== null) !== removed) throw fail('not_found');
  return row;
}

export const present = (tx: Tx, { deleted_at, ...file }: StoredContactFile, may: { update: boolean }): ContactFile => ({
  ...file,
  can: { update: may.update && tx.actor.has('files.update') },
});

export async function insertFile(
  tx: Tx,
  file: { contact_id: number; name: string; type: string; size: number; upload_id?: number },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('contact_files')
    .values({ ...file, company_id: tx.companyId, added_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
