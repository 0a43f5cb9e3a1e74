// Downloads of stored files, with a media type that is safe in a browser.
import { pdfType, pictureTypes } from '#contract/fileRules.ts';
import type { Ctx } from '#kernel/context.ts';
import { readFiles, type StoredFile } from '#kernel/files/files.ts';
import { FileGone } from '#kernel/files/storage.ts';
import type { Download } from '#kernel/http/downloads.ts';

/** The media types that a browser may know: with any other it could run what it is sent. */
const shownTypes = new Set([...pictureTypes, pdfType]);

export function downloadOf(
  { platform }: Ctx,
  { name, type, size }: { name: string; type: string; size: number },
  parts: StoredFile[],
): Download {
  if (parts.length === 0) throw new FileGone();
  return {
    name,
    type: shownTypes.has(type) || type.startsWith('audio/') ? type : 'application/octet-stream',
    size,
    read: (start, end) => readFiles(platform.storage, parts, start, end),
  };
}
