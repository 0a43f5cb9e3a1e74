// One file of a contact: added, renamed, removed, restored and read.
import { journal, lockContact, mustAllowUpdate, mustReachContact, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import type { ContactFile } from '#contract/files.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { cleanFileName } from '#kernel/files/fileNames.ts';
import { keepFile, listFiles, type StoredFile } from '#kernel/files/files.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { downloadOf } from './files.download.ts';
import { fileJobs } from './files.jobs.ts';
import { contactFile, getStored, insertFile, type Place, present } from './files.queries.ts';

export { keepCallFile, linkCallFile, openCallFileById } from './files.calls.ts';
export { callRecording, contactFile } from './files.queries.ts';

export async function addFile(ctx: Ctx, tx: Tx, contactId: number, files: StoredFile[]): Promise<ContactFile> {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  const file = oneOf(files);
  const id = await insertFile(tx, { contact_id: contactId, name: file.name, type: file.type, size: file.size });
  await keepFile(tx, file, { kind: contactFile, owner: id });
  await tellAdded(ctx, tx, { contactId, id }, file.name);
  await tellChanged(tx, contactId, contact);
  return present(tx, await getStored(tx, { contactId, id }), { update: true });
}

/** The file of a form that must have one, with something in it. */
export function oneOf(files: StoredFile[]): StoredFile {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw wrong('file', 'Send one file');
  if (file.size === 0) throw fail('files.empty');
  return file;
}

/** Writes the journal, and asks for a virus scan where a scanner is set up. */
export async function tellAdded({ platform }: Ctx, tx: Tx, { contactId, id }: Place, name: string): Promise<void> {
  await journal(tx, { contactId, action: 'file_added', after: { file: name } });
  if (platform.scanner) tx.enqueue(fileJobs.scan, { id });
}

export async function renameFile(tx: Tx, place: Place, to: string): Promise<ContactFile> {
  const contact = await lockContact(tx, place.contactId);
  mustAllowUpdate(tx, contact);
  const stored = await getStored(tx, place);
  const name = cleanFileName(to);
  if (name !== stored.name) {
    await setColumns(tx, place.id, { name });
    await journal(tx, {
      contactId: place.contactId,
      action: 'file_renamed',
      before: { file: stored.name },
      after: { file: name },
    });
    await tellChanged(tx, place.contactId, contact);
  }
  return present(tx, { ...stored, name }, { update: true });
}

export async function removeFile(tx: Tx, place: Place): Promise<void> {
  await setRemoved(tx, place, true);
}

export async function restoreFile(tx: Tx, place: Place): Promise<ContactFile> {
  await setRemoved(tx, place, false);
  return present(tx, await getStored(tx, place), { update: true });
}

async function setRemoved(tx: Tx, place: Place, removed: boolean): Promise<void> {
  const contact = await lockContact(tx, place.contactId);
  mustAllowUpdate(tx, contact);
  const { name } = await getStored(tx, place, { removed: !removed });
  await setColumns(tx, place.id, { deleted_at: removed ? tx.clock().toISOString() : null });
  const action = removed ? 'file_removed' : 'file_restored';
  await journal(tx, { contactId: place.contactId, action, after: { file: name } });
  await tellChanged(tx, place.contactId, contact);
}

const setColumns = (tx: Tx, id: number, columns: { name?: string; deleted_at?: string | null }) =>
  tx.db.updateTable('contact_files').set(columns).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

export async function openFile(ctx: Ctx, place: Place): Promise<Download> {
  const { file, parts } = await inTenant(ctx, async (tx) => {
    await mustReachContact(tx, place.contactId);
    const file = await getStored(tx, place);
    if (file.scan === 'infected')
      throw fail('files.infected', { detail: `This file contains a virus (${file.virus}) and cannot be opened.` });
    return { file, parts: await listFiles(tx, { kind: contactFile, owner: place.id }) };
  });
  return downloadOf(ctx, file, parts);
}
