// The files of a user: their photo, and logo and flyer of their web page. Everyone in the company sees them, as visitors of the page do.
import type { UploadName } from '#contract/webpageParts.ts';
import { uploads } from '#contract/webpageParts.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { FileKinds } from '#kernel/files/fileSweep.ts';
import { dropFiles, keepFile, listFiles, type StoredFile, storeFile, type UploadedFile } from '#kernel/files/files.ts';
import { PictureRefused, pictureTypes, shrinkPicture } from '#kernel/files/pictures.ts';
import { ScanFailed } from '#kernel/files/scanner.ts';
import type { Download } from '#kernel/http/downloads.ts';

/** Pixels, and whether a PDF is taken as it is. */
const rules: Record<UploadName, { box: Parameters<typeof shrinkPicture>[1]; pdf: boolean }> = {
  personal_photo: { box: { width: 320, height: 320, fit: 'cover' }, pdf: false },
  logo: { box: { width: 600, height: 300, fit: 'inside' }, pdf: false },
  flyer: { box: { width: 1600, height: 2400, fit: 'inside' }, pdf: true },
};

/** The column of `users` with the file's id. */
export const columnOf = { personal_photo: 'photo_id', logo: 'logo_id', flyer: 'flyer_id' } as const satisfies Record<
  UploadName,
  string
>;

const kindOf = (name: UploadName) => `user ${name}`;
export const profileFileKinds: FileKinds = Object.fromEntries(uploads.map((name) => [kindOf(name), 'users']));

export type NewFiles = Partial<Record<UploadName, StoredFile>>;

/** Throws field errors for what is no picture, cannot be read or is sent twice. A picture is stored anew; `made` lists those. */
export async function takeFiles(ctx: Ctx, sent: readonly UploadedFile[], made: StoredFile[]): Promise<NewFiles> {
  const taken: NewFiles = {};
  for (const file of sent) {
    const name = uploads.find((one) => one === file.field);
    if (!name) throw wrong(file.field, 'Send personal_photo, logo or flyer');
    if (taken[name]) throw wrong(name, 'Send one file');
    taken[name] = await take(ctx, name, file, made);
  }
  return taken;
}

async function take(ctx: Ctx, name: UploadName, file: UploadedFile, made: StoredFile[]): Promise<StoredFile> {
  const { box, pdf } = rules[name];
  if (pdf && file.type === 'application/pdf') {
    await mustBeClean(ctx, name, file);
    return file;
  }
  if (pdf && !pictureTypes.includes(file.type)) throw wrong(name, 'Choose a PDF, or a JPEG, PNG, WebP or GIF picture');
  return takePicture(ctx, file, { field: name, box, made });
}

interface Picture {
  field: string;
  box: Parameters<typeof shrinkPicture>[1];
  made: StoredFile[];
}

/** A picture of a stranger, stored anew and added to `made`. Throws an error at `field` for what is none. */
export async function takePicture(ctx: Ctx, file: StoredFile, { field, box, made }: Picture): Promise<StoredFile> {
  if (!pictureTypes.includes(file.type)) throw wrong(field, 'Choose a JPEG, PNG, WebP or GIF picture');
  try {
    const content = await shrinkPicture(await contentOf(ctx, file), box);
    const stored = await storeFile(ctx, {
      name: `${file.name.replace(/\.\w+$/, '')}.webp`,
      content: inOne(content),
      expected: content.length,
    });
    made.push(stored);
    return stored;
  } catch (error) {
    throw error instanceof PictureRefused ? wrong(field, error.message) : error;
  }
}

/** Without a scanner every file passes. */
async function mustBeClean({ platform: { scanner, storage } }: Ctx, name: UploadName, file: StoredFile) {
  if (!scanner) return;
  const { virus } = await scanner.scan(storage.read(file, 0, file.size)).catch((error: unknown) => {
    throw error instanceof ScanFailed ? fail('unavailable') : error;
  });
  if (virus) throw wrong(name, 'This file contains a virus');
}

async function contentOf({ platform: { storage } }: Ctx, file: StoredFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of storage.read(file, 0, file.size)) parts.push(part);
  return Buffer.concat(parts);
}

async function* inOne(content: Buffer) {
  yield content;
}

/** In the transaction that writes the user's column. */
export async function replaceFile(tx: Tx, name: UploadName, file: StoredFile | null): Promise<void> {
  const owner = tx.actor.userId;
  await dropFiles(tx, { kind: kindOf(name), owners: [owner] });
  if (file) await keepFile(tx, file, { kind: kindOf(name), owner });
}

export async function downloadUserFile(ctx: Ctx, id: number, name: UploadName, version?: string): Promise<Download> {
  const file = await inTenant(ctx, async (tx) => (await listFiles(tx, { kind: kindOf(name), owner: id })).at(-1));
  if (!file) throw fail('not_found');
  return { ...file, fixed: version === String(file.id), read: (start, end) => ctx.platform.storage.read(file, start, end) };
}
