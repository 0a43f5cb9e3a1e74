// Clicks and opens: what the links of sends.links.ts lead to.
import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import type { Download } from '#kernel/http/downloads.ts';
import type { Page } from '#kernel/http/routes.ts';
import { setting } from '#kernel/settings.ts';
import { recordEvent } from '../engine/sends.events.ts';
import { picture, short, textProof } from '../engine/sends.links.ts';
import { isMachine } from './sends.machines.ts';
import { unknownPage } from './sends.preferencePage.ts';

export const trackOpens = setting('sends.track_opens', z.boolean(), false, {
  title: 'Count opens',
  about:
    'Mails carry an invisible picture that tells when they are opened. Apple Mail loads it without a reader and many programs never do, so the number is a hint. Off protects your contacts’ privacy.',
  group: 'E-mail',
  kind: 'boolean',
});

const textTokenForm = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([\w-]{10})$/;
/** Different links of one text. */
const maxLinks = 100;

export async function followLink(ctx: PublicCtx, token: string): Promise<Page> {
  const isText = textTokenForm.test(token);
  const page = await (isText ? withText(ctx, token, follow) : withMessage(ctx, token, follow));
  return page ?? { html: unknownPage(), status: 404 };

  async function follow(tx: Tx, message: Message): Promise<Page | null> {
    const { rows } = await sql<{ href: string }>`
      select href from send_links where company_id = ${tx.companyId} and send_id = ${message.send_id} and link_key = ${message.key}`.execute(
      tx.db,
    );
    if (!rows[0]) return null;
    await record(tx, ctx, message, 'clicked');
    return { html: '', to: rows[0].href };
  }
}

/** Of the links of its text, the one that the token's last part proves. Null for a token that is not ours. */
async function withText<T>(ctx: PublicCtx, token: string, work: (tx: Tx, message: Message) => Promise<T>): Promise<T | null> {
  const [, company = '', message = '', proof = ''] = textTokenForm.exec(token) ?? [];
  const [companyId, id] = [Number.parseInt(company, 36), Number.parseInt(message, 36)];
  if (!Number.isSafeInteger(companyId) || !Number.isSafeInteger(id)) return null;
  return inTenant({ ...ctx, actor: systemActor(companyId) }, async (tx) => {
    const { rows } = await sql<Message & { secret: string }>`
      select m.id, m.send_id, m.secret, m.state, greatest(m.sent_at, m.delivered_at) as left_at, k.link_key as key
      from messages m join send_links k on k.company_id = ${companyId} and k.send_id = m.send_id
      where m.company_id = ${companyId} and m.id = ${id} limit ${maxLinks}`.execute(tx.db);
    const found = rows.find(({ secret, key }) => timingSafeEqual(Buffer.from(proof), Buffer.from(textProof(secret, key))));
    if (!found) return null;
    const { secret: _, ...named } = found;
    return work(tx, named);
  });
}

/** The same picture for any token: nobody learns from it which exist. */
export async function markOpened(ctx: PublicCtx, token: string): Promise<Download> {
  await withMessage(ctx, token, async (tx, message) => {
    if (message.key === picture) await record(tx, ctx, message, 'opened');
  });
  return { name: 'picture.gif', type: 'image/gif', content: Readable.from([emptyPicture]) };
}

const emptyPicture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface Message {
  id: number;
  send_id: number;
  key: string;
  state: string;
  left_at: string | null;
}

const tokenForm = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{16}|picture)-([0-9a-f]{24})$/;

/** Null for a token that is not ours. */
async function withMessage<T>(ctx: PublicCtx, token: string, work: (tx: Tx, message: Message) => Promise<T>): Promise<T | null> {
  const [, company = '', message = '', key = '', proof = ''] = tokenForm.exec(token) ?? [];
  const [companyId, id] = [Number.parseInt(company, 36), Number.parseInt(message, 36)];
  if (!Number.isSafeInteger(companyId) || !Number.isSafeInteger(id)) return null;
  return inTenant({ ...ctx, actor: systemActor(companyId) }, async (tx) => {
    const { rows } = await sql<Omit<Message, 'key'> & { secret: string }>`
      select m.id, m.send_id, m.secret, m.state, greatest(m.sent_at, m.delivered_at) as left_at from messages m
      where m.company_id = ${tx.companyId} and m.id = ${id}`.execute(tx.db);
    const [row] = rows;
    if (!row || !timingSafeEqual(Buffer.from(proof), Buffer.from(short(`${row.secret} ${key}`, 24)))) return null;
    const { secret: _, ...found } = row;
    return work(tx, { ...found, key });
  });
}

/** Once a minute: a program that asks a hundred times is written down once. */
function record(tx: Tx, { device, isHead = false }: PublicCtx, message: Message, kind: 'clicked' | 'opened') {
  const at = tx.clock();
  const since = message.left_at === null ? null : at.getTime() - Date.parse(message.left_at);
  const byMachine = isMachine({ kind, device, isHead, since: message.state === 'sending' ? 0 : since });
  const minute = Math.floor(at.getTime() / 60_000);
  const key = `${kind}:${message.id}:${message.key}:${byMachine ? 'machine' : 'person'}:${minute}`;
  return recordEvent(tx, { messageId: message.id, kind, at, key, byMachine });
}
