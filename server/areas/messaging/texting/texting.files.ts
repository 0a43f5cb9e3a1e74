// Files that leave with a text. Pictures are written anew as JPEG, as large as carriers take them, and without
// what a camera adds: the place above all.
import { Readable } from 'node:stream';
import { loadEmailFiles, mustKnowFiles } from '#areas/messaging/templates/templates.service.ts';
import { maxTextMedia, textMediaTypes } from '#contract/texting.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { discardFiles, type StoredFile, storeFile, type UploadedFile } from '#kernel/files/files.ts';
import { PictureRefused, pictureTypes, shrinkPicture } from '#kernel/files/pictures.ts';

interface Given {
  name: string;
  type: string;
  content: Buffer;
}

/** Bytes of a picture: the carriers of most handsets take less than a megabyte, and make larger ones ugly. */
const maxPicture = 600_000;
/** The longer side in pixels, and the quality, until it fits. */
const sizes = [
  [1600, 82],
  [1280, 75],
  [960, 70],
] as const;

/**
 * Stored anew, with nothing that keeps them yet. `ids`: files of `uploadEmailFile`; `uploaded`: of the call
 * itself. Throws `invalid`.
 */
export async function filesForText(
  ctx: WorkCtx,
  ids: readonly number[],
  uploaded: readonly UploadedFile[],
): Promise<StoredFile[]> {
  if (ids.length === 0 && uploaded.length === 0) return [];
  await inTenant(ctx, (tx) => mustKnowFiles(tx, { pictures: [], attachments: ids }));
  const loaded = await loadEmailFiles(ctx, ids);
  const given: Given[] = ids.flatMap((id) => loaded.get(id) ?? []);
  for (const file of uploaded) given.push({ name: file.name, type: file.type, content: await contentOf(ctx, file) });
  mustBeMedia(given);
  const ready: Given[] = [];
  for (const file of given) ready.push(await fitted(file));
  const bytes = ready.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > maxTextMedia) throw refuse('All files together may have 5 MB');
  const stored: StoredFile[] = [];
  try {
    for (const { name, content } of ready)
      stored.push(await storeFile(ctx, { name, content: Readable.from([content]), expected: content.length }));
  } catch (error) {
    await discardFiles(ctx, stored, error);
    throw error;
  }
  return stored;
}

const contentOf = async (ctx: WorkCtx, file: UploadedFile) =>
  Buffer.concat(await Array.fromAsync(ctx.platform.storage.read(file, 0, file.size)));

function mustBeMedia(given: readonly Given[]): void {
  if (given.some(({ content }) => content.length === 0)) throw fail('files.empty');
  if (given.some(({ type }) => !(textMediaTypes as readonly string[]).includes(type)))
    throw refuse('Choose pictures, PDF, contact cards, MP3 or MP4');
}

const refuse = (text: string) => wrong('file', text);

/** An animation that is small enough stays one. */
async function fitted(file: Given): Promise<Given> {
  const { name, type, content } = file;
  if (!pictureTypes.includes(type) || (type === 'image/gif' && content.length <= maxPicture)) return file;
  let smaller = content;
  for (const [side, quality] of sizes) {
    smaller = await shrinkPicture(content, { width: side, height: side, fit: 'inside' }, { jpeg: quality }).catch(
      (error: unknown) => {
        throw error instanceof PictureRefused ? refuse(error.message) : error;
      },
    );
    if (smaller.length <= maxPicture) break;
  }
  return { name: `${name.replace(/\.[^.]*$/, '')}.jpg`, type: 'image/jpeg', content: smaller };
}
