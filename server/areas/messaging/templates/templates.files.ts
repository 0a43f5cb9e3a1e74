// Pictures and attachments of mails: stored by a user, then named by templates and mails.
import { sql } from 'kysely';
import { mailFileEndings, mailPictureTypes, maxEmailBytes, maxPictureBytes } from '#contract/emailLists.ts';
import type { EmailFile } from '#contract/emails.ts';
import { pictureTypes } from '#contract/fileRules.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { type Ctx, inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { cleanFileName } from '#kernel/files/fileNames.ts';
import { keepFile, listFiles, type StoredFile } from '#kernel/files/files.ts';
import { FileGone } from '#kernel/files/storage.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { visibleToActor } from './templates.queries.ts';

/** Why the bytes are stored: the kind of `files`. */
export const emailFile = 'email file';

export async function addEmailFile(tx: Tx, files: StoredFile[]): Promise<EmailFile> {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw wrong('file', 'Send one file');
  if (file.size === 0) throw fail('files.empty');
  mustBeSafe(file);
  const row = { name: cleanFileName(file.name), type: file.type, size: file.size };
  const { id } = await tx.db
    .insertInto('email_files')
    .values({ ...row, company_id: tx.companyId, added_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepFile(tx, file, { kind: emailFile, owner: id });
  return { ...row, id };
}

/** Refuses files that run or open as a page: by content, and by ending, as receivers' computers go by the ending. */
function mustBeSafe({ name, type }: StoredFile): void {
  const ending = /\.([^.]*)$/.exec(cleanFileName(name))?.[1]?.toLowerCase();
  const isPicture = mailPictureTypes.includes(type);
  if (safeTypes.test(type) && (ending === undefined ? isPicture : mailFileEndings.includes(ending))) return;
  throw wrong(
    'file',
    `${cleanFileName(name)} cannot be sent by mail: use PDF, pictures, documents, text, CSV, sound or video. Pages, programs and archives are refused.`,
  );
}

/**
 * By content. Office documents are archives or OLE; their ending says which. No SVG, HTML or XML: these can
 * run scripts.
 */
const safeTypes =
  /^(?:application\/(?:pdf|rtf|zip|x-ole-storage|vnd\.openxmlformats-officedocument\..+)|image\/(?!svg).+|(?:audio|video)\/.+|text\/(?:plain|csv|vcard|calendar))$/;

/** In the order of the ids; those that are gone are left out. */
export async function listEmailFiles(tx: Tx, ids: readonly number[]): Promise<EmailFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EmailFile>`
    select f.id, f.name, f.type, f.size from unnest(${ids}::bigint[]) with ordinality w (id, place)
    join email_files f on f.company_id = ${tx.companyId} and f.id = w.id order by w.place`.execute(tx.db);
  return rows;
}

interface Named {
  pictures: readonly number[];
  attachments: readonly number[];
  /** Named by the template before: they stay, also those that others stored. */
  kept?: readonly number[];
}

/** Throws field errors where a file is out of reach, a picture is none that mail programs show, or they are too large together. */
export async function mustKnowFiles(tx: Tx, { pictures, attachments, kept = [] }: Named): Promise<void> {
  const ids = [...new Set([...pictures, ...attachments])];
  if (ids.length === 0) return;
  const files = new Map((await listReachableFiles(tx, ids, kept)).map((file) => [file.id, file]));
  if (attachments.some((id) => !files.has(id))) throw wrong('attachments', 'One of these files no longer exists');
  for (const id of pictures) {
    const file = files.get(id);
    if (!file) throw wrong('doc', 'One of these pictures no longer exists');
    if (!mailPictureTypes.includes(file.type))
      throw wrong('doc', `${file.name} is no picture that mail programs show: use PNG, JPEG or GIF`);
    if (file.size > maxPictureBytes) throw wrong('doc', `${file.name} has more than ${sizeWords(maxPictureBytes)}`);
  }
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxEmailBytes)
    throw wrong('attachments', `Pictures and attachments have ${sizeWords(bytes)}; a mail takes ${sizeWords(maxEmailBytes)}`);
}

/** One's own, those in templates that one sees, and `kept`. */
async function listReachableFiles(tx: Tx, ids: readonly number[], kept: readonly number[]): Promise<EmailFile[]> {
  const { visible } = await visibleToActor(tx);
  const { rows } = await sql<EmailFile>`
    select f.id, f.name, f.type, f.size from email_files f
    where f.company_id = ${tx.companyId} and f.id = any(${ids}::bigint[])
      and (f.added_by = ${tx.actor.userId} or f.id = any(${kept}::bigint[]) or exists (
        select from emails t where t.company_id = ${tx.companyId} and (f.id = any(t.pictures) or f.id = any(t.attachments)) and ${visible}))`.execute(
    tx.db,
  );
  return rows;
}

export async function openEmailFile(ctx: Ctx, id: number): Promise<Download> {
  const [file, stored] = await inTenant(ctx, async (tx) => {
    const [file] = await listReachableFiles(tx, [id], []);
    if (!file) throw fail('not_found');
    return [file, (await listFiles(tx, { kind: emailFile, owner: id }))[0]] as const;
  });
  if (!stored) throw new FileGone();
  const type = pictureTypes.includes(file.type) ? file.type : 'application/octet-stream';
  return { name: file.name, type, size: stored.size, read: (start, end) => ctx.platform.storage.read(stored, start, end) };
}

export interface LoadedFile extends EmailFile {
  content: Buffer;
}

/** With their bytes, outside of a transaction: 10 MB at most. Files that are gone are left out. */
export async function loadEmailFiles(ctx: WorkCtx, ids: readonly number[]): Promise<Map<number, LoadedFile>> {
  if (ids.length === 0) return new Map();
  const files = await inTenant(ctx, async (tx) => {
    const { rows } = await sql<StoredFile & { owner_id: number }>`
      select f.id, f.key, f.name, f.type, f.size, f.sealing, f.owner_id from files f
      where f.company_id = ${tx.companyId} and f.kind = ${emailFile} and f.owner_id = any(${ids}::bigint[]) and f.state = 'kept'`.execute(
      tx.db,
    );
    return rows;
  });
  const loaded = new Map<number, LoadedFile>();
  for (const { owner_id, ...file } of files) {
    const content = Buffer.concat(await Array.fromAsync(ctx.platform.storage.read(file, 0, file.size)));
    loaded.set(owner_id, { id: owner_id, name: file.name, type: file.type, size: file.size, content });
  }
  return loaded;
}
