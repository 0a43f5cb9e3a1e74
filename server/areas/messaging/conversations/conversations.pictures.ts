// Pictures that a received mail shows from elsewhere: we fetch them when a reader asks, so the sender learns
// neither who read it nor from where (decision 0081).
import { Readable } from 'node:stream';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { PictureRefused, shrinkPicture } from '#kernel/files/pictures.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { createGuardedFetch } from '#kernel/http/outbound.ts';
import { findConversation } from './conversations.lists.ts';

const limits = { maxBytes: 5 * 1024 * 1024, timeout: 8_000, http: true };
const maxRedirects = 3;
const box = { width: 1600, height: 4000, fit: 'inside' } as const;
/** Seconds. */
const day = 86_400;

interface Place {
  id: number;
  message_id: number;
}

/** 404 for what this mail does not name, and for what is no picture or cannot be fetched. */
export async function downloadPicture(ctx: Ctx, place: Place, src: string): Promise<Download> {
  const { html } = await inTenant(ctx, (tx) => getReceived(tx, place));
  if (!html || !namesPicture(html, src)) throw fail('not_found');
  try {
    const content = await shrinkPicture(await fetchPicture(ctx, src), box);
    return { name: 'picture.webp', type: 'image/webp', content: Readable.from([content]), keptFor: day };
  } catch (error) {
    ctx.log.info({ err: error }, 'a picture of a mail could not be fetched');
    throw fail('not_found', { detail: 'This picture cannot be shown.' });
  }
}

export async function setPictureSender(tx: Tx, place: Place, always: boolean): Promise<void> {
  const { from_address } = await getReceived(tx, place);
  const row = { company_id: tx.companyId, user_id: tx.actor.userId, address: from_address };
  if (always)
    await tx.db
      .insertInto('picture_senders')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await tx.db
      .deleteFrom('picture_senders')
      .where('company_id', '=', row.company_id)
      .where('user_id', '=', row.user_id)
      .where('address', '=', row.address)
      .execute();
}

async function getReceived(tx: Tx, { id, message_id }: Place): Promise<{ html: string | null; from_address: string }> {
  await findConversation(tx, id);
  const row = await tx.db
    .selectFrom('received_messages')
    .select(['html', 'from_address'])
    .where('company_id', '=', tx.companyId)
    .where('conversation_id', '=', id)
    .where('id', '=', message_id)
    .executeTakeFirst();
  if (!row) throw fail('not_found');
  return row;
}

/** Whole, as a value in its HTML: nobody fetches other addresses through us. */
export function namesPicture(html: string, src: string): boolean {
  const text = html.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  for (let at = text.indexOf(src); at >= 0; at = text.indexOf(src, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + src.length]];
    if (/["'=\s]/.test(before) && /["'\s>]/.test(after)) return true;
  }
  return false;
}

/** No cookies, no referrer, nothing of the reader. Each step of a redirect is checked like the first. */
async function fetchPicture({ platform }: Ctx, src: string): Promise<Buffer> {
  const guardedFetch = createGuardedFetch(platform.config, limits);
  const headers = { accept: 'image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Mozilla/5.0 (mail pictures)' };
  let address = src;
  for (let step = 0; step <= maxRedirects; step += 1) {
    const answer = await guardedFetch(address, { method: 'GET', headers });
    const to = answer.headers.get('location');
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    if (answer.status < 300 || answer.status > 399 || !to) break;
    address = new URL(to, address).href;
  }
  throw new PictureRefused('There is no picture at this address.');
}
