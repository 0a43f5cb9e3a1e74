// Files of texts. What a contact sends is fetched from the carrier with our account, looked at, and stored;
// what we send is fetched by the carrier.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { receivedFile, sentTextFile, tellReceivedFile } from '#areas/messaging/conversations/conversations.service.ts';
import { textMediaTypes } from '#contract/texting.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { discardFiles, keepFile, storeFile } from '#kernel/files/files.ts';
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
    const stored = await storeFile(ctx, { name, content: Readable.from([media]) });
    const type = isCard(media) ? 'text/vcard' : stored.type;
    if (!(textMediaTypes as readonly string[]).includes(type)) {
      await discardFiles(ctx, [stored], null);
      continue;
    }
    await inTenant(ctx, async (tx) => {
      await keepFile(tx, stored, { kind: receivedFile, owner: id });
      await sql`update files set type = ${type}, name = ${`${name}${endings[type] ?? ''}`} where company_id = ${tx.companyId} and id = ${stored.id}`.execute(
        tx.db,
      );
      await tellReceivedFile(tx, id);
    });
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

/** Where the carrier fetches it: the key of a stored file is random. */
export const mediaAddress = (config: Pick<Config, 'publicUrl' | 'port'>, { key }: { key: string }) =>
  `${originOf(config)}/v1/sms/media/${key.replace('/', '-')}`;

export async function openTextMedia(ctx: PublicCtx, token: string): Promise<Download> {
  const companyId = Number.parseInt(token, 10);
  const key = token.replace('-', '/');
  const file = await inTenant({ ...ctx, actor: systemActor(companyId) }, async (tx) => {
    const { rows } = await sql<{ id: number; key: string; name: string; type: string; size: number; sealing: number }>`
      select id, key, name, type, size, sealing from files
      where company_id = ${companyId} and key = ${key} and kind = ${sentTextFile} and state = 'kept'`.execute(tx.db);
    return rows[0];
  });
  if (!file) throw fail('not_found');
  const { name, type, size } = file;
  return { name, type, size, read: (start, end) => ctx.platform.storage.read(file as never, start, end) };
}
