// Uploads in parts: an interrupted one continues after the last part that arrived.
import { sql } from 'kysely';
import { lockContact, mustAllowUpdate, mustReachContact, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { partSize } from '#contract/fileRules.ts';
import type { FileUpload, startFileUpload } from '#contract/files.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Ctx, Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { cleanFileName } from '#kernel/files/fileNames.ts';
import { dropFiles, keepFile, listFiles, passFiles, type StoredFile, storageFull, storageOf } from '#kernel/files/files.ts';
import { contactFile, getStored, insertFile, type Place, present, uploadedPart } from './files.queries.ts';
import { oneOf, tellAdded } from './files.service.ts';

/** The user's own unfinished upload of the same file continues. */
export async function startUpload(
  { platform }: Ctx,
  tx: Tx,
  contactId: number,
  { name: sent, size, modified }: InputOf<typeof startFileUpload>['body'],
): Promise<FileUpload> {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  const name = cleanFileName(sent);
  const same = { contact_id: contactId, name, size, modified, started_by: tx.actor.userId };
  const unfinished = await ownUploads(tx, same).executeTakeFirst();
  if (unfinished) return presentUpload(unfinished, await partsOf(tx, unfinished.id));
  const { used, quota } = await storageOf(tx, platform.config);
  if (used + size > quota) throw storageFull(used, quota);
  const { id } = await tx.db
    .insertInto('file_uploads')
    .values({ ...same, company_id: tx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return presentUpload({ id, name, size }, []);
}

export async function getUpload(tx: Tx, { contactId, id }: Place): Promise<FileUpload> {
  await mustReachContact(tx, contactId);
  const upload = await ownUploads(tx, { contact_id: contactId, id, started_by: tx.actor.userId }).executeTakeFirst();
  if (upload) return presentUpload(upload, await partsOf(tx, id));
  const finished = await tx.db
    .selectFrom('contact_files')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('contact_id', '=', contactId)
    .where('upload_id', '=', id)
    .where('added_by', '=', tx.actor.userId)
    .executeTakeFirst();
  if (!finished) throw fail('not_found');
  const file = present(tx, await getStored(tx, { contactId, id: finished.id }), { update: true });
  return { id, name: file.name, size: file.size, offset: file.size, part_size: partSize, file };
}

/** Every part but the last has the same size, so that an upload is a bounded number of them. */
export async function receivePart(ctx: Ctx, tx: Tx, place: Place, offset: number, files: StoredFile[]): Promise<FileUpload> {
  const { contactId, id } = place;
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  const upload = await ownUploads(tx, { contact_id: contactId, id, started_by: tx.actor.userId }).forUpdate().executeTakeFirst();
  if (!upload) throw fail('not_found');
  const parts = await partsOf(tx, id);
  const arrived = sizeOf(parts);
  const part = oneOf(files);
  // Parts are read in the order of their ids: one whose storing began before the previous part's would come too early.
  const isEarly = parts.some(({ id: earlier }) => earlier > part.id);
  if (offset !== arrived || isEarly) throw fail('files.wrong_offset', { data: { offset: arrived } });
  const expected = Math.min(partSize, upload.size - arrived);
  if (part.size !== expected) throw wrong('file', `Send ${expected} bytes`);
  await keepFile(tx, part, { kind: uploadedPart, owner: id });
  if (arrived + part.size < upload.size) return presentUpload(upload, [...parts, part]);
  const { name, size } = upload;
  const type = parts[0]?.type ?? part.type;
  const fileId = await insertFile(tx, { contact_id: contactId, name, type, size, upload_id: id });
  await passFiles(tx, { kind: uploadedPart, owner: id }, { kind: contactFile, owner: fileId });
  await deleteUpload(tx, id);
  await tellAdded(ctx, tx, { contactId, id: fileId }, name);
  await tellChanged(tx, contactId, contact);
  const file = present(tx, await getStored(tx, { contactId, id: fileId }), { update: true });
  return { ...presentUpload(upload, [...parts, part]), file };
}

export async function cancelUpload(tx: Tx, { contactId, id }: Place): Promise<void> {
  await mustReachContact(tx, contactId);
  const upload = await ownUploads(tx, { contact_id: contactId, id, started_by: tx.actor.userId }).executeTakeFirst();
  if (!upload) throw fail('not_found');
  await deleteUpload(tx, id);
  await dropFiles(tx, { kind: uploadedPart, owners: [id] });
}

/** Others do not see an unfinished upload. */
function ownUploads(tx: Tx, same: Record<'contact_id' | 'started_by', number> & Record<string, number | string>) {
  return tx.db
    .selectFrom('file_uploads')
    .select(['id', 'name', 'size'])
    .where('company_id', '=', tx.companyId)
    .where((eb) => eb.and(same))
    .where('created_at', '>', sql<string>`${tx.clock()}::timestamptz - interval '1 day'`)
    .orderBy('id');
}

const deleteUpload = (tx: Tx, id: number) =>
  tx.db.deleteFrom('file_uploads').where('company_id', '=', tx.companyId).where('id', '=', id).execute();

const partsOf = (tx: Tx, id: number) => listFiles(tx, { kind: uploadedPart, owner: id });
const sizeOf = (parts: StoredFile[]) => parts.reduce((sum, { size }) => sum + size, 0);

const presentUpload = ({ id, name, size }: { id: number; name: string; size: number }, parts: StoredFile[]): FileUpload => ({
  id,
  name,
  size,
  offset: sizeOf(parts),
  part_size: partSize,
  file: null,
});
