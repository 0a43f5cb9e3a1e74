// Files of texts. A contact's files are fetched from the carrier with our account, looked at, and stored; the
// carrier fetches ours.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { receivedFile, sentTextFile, tellReceivedFile } from '#areas/messaging/conversations/conversations.service.ts';
import { mediaPathOf } from '#areas/messaging/sends/sends.service.ts';
import { emailFile } from '#areas/messaging/templates/templates.service.ts';
import { textMediaTypes } from '#contract/texting.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { keepFile, storeFile } from '#kernel/files/files.ts';
import { typeOf } from '#kernel/files/fileTypes.ts';
import { PictureRefused, pictureTypes, shrinkPicture } from '#kernel/files/pictures.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { originOf } from '#kernel/http/links.ts';
import type { Config } from '#kernel/ops/config.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';

/** Bytes of one file that comes in. */
const maxReceived = 6 * 2 ** 20;

/** May run again after a crash: a file that is there is not fetched again. */
export async function fetchMedia(ctx: WorkCtx, { id, urls }: { id: number; urls: readonly string[] }): Promise<void> {
  const { telephony, scanner } = ctx.platform;
  if (!telephony) return;
  for (const [place, url] of urls.entries()) {
    const name = `file ${place + 1}`;
    if (await inTenant(ctx, (tx) => isKept(tx, id, name))) continue;
    const media = await telephony.fetchMedia(url, maxReceived).catch((error: unknown) => {
      if (!(error instanceof TelephonyRefused)) throw error;
      ctx.log.warn({ code: error.code }, 'a file of a text is not taken');
      return null;
    });
    if (!media) continue;
    const infected = scanner && (await scanner.scan(Readable.from([media]))).virus !== null;
    if (infected) {
      ctx.log.warn('a file of a text holds a virus and is not taken');
      continue;
    }
    const type = isCard(media) ? 'text/vcard' : typeOf(media, name);
    const safe = (textMediaTypes as readonly string[]).includes(type) ? await writtenAnew(media, type) : null;
    if (!safe) {
      ctx.log.warn({ type }, 'a file of a text is not what people send, and is not taken');
      continue;
    }
    const stored = await storeFile(ctx, { name, content: Readable.from([safe.content]) });
    await inTenant(ctx, async (tx) => {
      await keepFile(tx, stored, { kind: receivedFile, owner: id });
      await sql`update files set type = ${safe.type}, name = ${`${name}${endings[safe.type] ?? ''}`} where company_id = ${tx.companyId} and id = ${stored.id}`.execute(
        tx.db,
      );
      await tellReceivedFile(tx, id);
    });
  }
}

/** The longer side in pixels, and the quality, of a picture that comes in: a photographed letter stays readable. */
const [maxSide, quality] = [4096, 88];

/** A picture loses what else its file may hold. Null: it cannot be read, or is a bomb. An animation stays one. */
async function writtenAnew(media: Buffer, type: string): Promise<{ content: Buffer; type: string } | null> {
  if (!pictureTypes.includes(type)) return { content: media, type };
  try {
    const content = await shrinkPicture(media, { width: maxSide, height: maxSide, fit: 'inside' }, { jpeg: quality });
    return type === 'image/gif' ? { content: media, type } : { content, type: 'image/jpeg' };
  } catch (error) {
    if (error instanceof PictureRefused) return null;
    throw error;
  }
}

const isCard = (media: Buffer) => /^\s*BEGIN:VCARD\b/i.test(media.toString('latin1', 0, 200));

const endings: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'text/vcard': '.vcf',
  'video/mp4': '.mp4',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
};

async function isKept(tx: Tx, owner: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from files where company_id = ${tx.companyId} and kind = ${receivedFile} and owner_id = ${owner} and state = 'kept'
      and (name = ${name} or name like ${`${name}.%`})`.execute(tx.db);
  return rows.length > 0;
}

/** The address at which the carrier fetches a file: the file's key is random. */
export const mediaAddress = (config: Pick<Config, 'publicUrl' | 'port'>, { key }: { key: string }) =>
  originOf(config) + mediaPathOf(key);

export async function openTextMedia(ctx: PublicCtx, token: string): Promise<Download> {
  const companyId = Number.parseInt(token, 10);
  const key = token.replace('-', '/');
  const file = await inTenant({ ...ctx, actor: systemActor(companyId) }, async (tx) => {
    const { rows } = await sql<{ id: number; key: string; name: string; type: string; size: number; sealing: number }>`
      select id, key, name, type, size, sealing from files
      where company_id = ${companyId} and key = ${key} and kind in (${sentTextFile}, ${emailFile}) and state = 'kept'`.execute(
      tx.db,
    );
    return rows[0];
  });
  if (!file) throw fail('not_found');
  const { name, type, size } = file;
  return { name, type, size, read: (start, end) => ctx.platform.storage.read(file as never, start, end) };
}
