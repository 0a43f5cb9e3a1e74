// The demo's mailbox: what a mail server would have received. Exists only in the demo.
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { SandboxMail } from '#contract/sandbox.ts';
import type { Platform } from '#kernel/context.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { actsOn } from './sandbox.actsOn.ts';

export async function listSandboxMails(platform: Platform, { q, page, limit }: { q: string; page: number; limit: number }) {
  const found = mailsOf(platform).where(contains(q));
  const { total_count } = await found.select((eb) => eb.fn.countAll<number>().as('total_count')).executeTakeFirstOrThrow();
  const data = await found
    .select(['id', 'recipient', 'subject', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { data, meta: pageMeta({ page, limit }, total_count) };
}

export async function getSandboxMail(platform: Platform, id: number): Promise<SandboxMail> {
  const { raw, ...row } = await getRow(platform, id);
  const mail = await parse(raw);
  return {
    ...row,
    from: nameOf(mail.from),
    html: withPictures(mail),
    text: mail.text ?? '',
    acts: actsOn(mail),
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments
      .map(({ filename, mimeType, content, contentId }, place) => ({
        place,
        name: filename ?? `attachment ${place + 1}`,
        type: mimeType,
        size: bytesOf(content).length,
        contentId,
      }))
      .filter(({ contentId }) => contentId === undefined),
  };
}

/** As a mail program shows them: pictures that the HTML names stand in it. */
const withPictures = ({ html = '', attachments }: Email): string =>
  attachments.reduce(
    (shown, { contentId, mimeType, content }) =>
      contentId
        ? shown.replaceAll(`cid:${contentId.slice(1, -1)}`, `data:${mimeType};base64,${bytesOf(content).toString('base64')}`)
        : shown,
    html,
  );

export async function getSandboxAttachment(platform: Platform, id: number, place: number): Promise<Download> {
  const { attachments } = await parse((await getRow(platform, id)).raw);
  const attachment = attachments[place];
  if (!attachment) throw fail('not_found');
  const { filename, mimeType, content } = attachment;
  return { name: filename ?? `attachment ${place + 1}`, type: mimeType, content: Readable.from([bytesOf(content)]) };
}

export async function clearSandboxMails(platform: Platform): Promise<void> {
  mustBeDemo(platform);
  await platform.db.deleteFrom('sandbox_mails').execute();
}

export async function getRow(platform: Platform, id: number) {
  const row = await mailsOf(platform)
    .select(['id', 'recipient', 'subject', 'created_at', 'raw'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw fail('not_found');
  return row;
}

function mailsOf(platform: Platform) {
  mustBeDemo(platform);
  return platform.db.selectFrom('sandbox_mails');
}

function mustBeDemo({ config }: Platform) {
  if (!config.demo) throw fail('not_found');
}

const contains = (q: string): RawBuilder<boolean> =>
  sql<boolean>`lower(recipient || ' ' || subject) like '%' || ${escapeLike(q.toLowerCase())} || '%'`;

export const parse = (raw: Buffer): Promise<Email> => PostalMime.parse(raw);

const bytesOf = (content: string | ArrayBuffer | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);

const nameOf = (from: Address | undefined) => (from?.address ? `${from.name} <${from.address}>`.trim() : (from?.name ?? ''));
