// Makes the mail of one message: the frozen text and frame of its send, with the values of its contact.

import { sql } from 'kysely';
import { findMailSender } from '#areas/messaging/sendingDomains/sendingDomains.service.ts';
import {
  type LoadedFile,
  licenceLine,
  loadEmailFiles,
  type Recipient,
  renderMail,
} from '#areas/messaging/templates/templates.service.ts';
import type { MergeValues } from '#contract/kit/mergeFields.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { originOf } from '#kernel/http/links.ts';
import type { Mail, MailSender } from '#kernel/mail/mail.ts';
import type { MessageRow } from '../engine/sends.claim.ts';
import { keepLinks, linkTokenOf, pictureTokenOf } from '../engine/sends.links.ts';
import type { Frame, StoredSend } from '../engine/sends.queries.ts';
import { preferenceTokenOf } from './sends.preferences.ts';
import { replyDomainOf, replyTokenOf } from './sends.replies.ts';

export interface Claimed extends MessageRow {
  contact_id: number;
  recipient: Recipient;
}

interface Loaded {
  send: Content;
  replyDomain: string | null;
  sender: MailSender | null;
  files: Map<number, LoadedFile>;
  /** Addresses of its links that are stored. */
  links: Set<string>;
}

type Content = Pick<
  StoredSend,
  'id' | 'purpose' | 'subject' | 'content' | 'frame' | 'attachments' | 'pictures' | 'track_clicks' | 'track_opens'
>;

/** Loads the text and the files of each send once. */
export function createComposer(ctx: WorkCtx) {
  const loaded = new Map<number, Promise<Loaded>>();
  const load = async (id: number) => {
    const { send, ...way } = await inTenant(ctx, async (tx) => {
      const send = await findContent(tx, id);
      const sender = await findMailSender(tx, send.frame.replyTo?.address);
      return { send, sender, replyDomain: await replyDomainOf(tx, ctx.platform.config) };
    });
    return { send, ...way, links: new Set<string>(), files: await loadEmailFiles(ctx, [...send.pictures, ...send.attachments]) };
  };
  return {
    async compose({
      id,
      send_id,
      secret,
      round,
      recipient,
    }: Pick<Claimed, 'id' | 'send_id' | 'secret' | 'round' | 'recipient'>): Promise<Mail> {
      const parts = loaded.get(send_id) ?? load(send_id);
      loaded.set(send_id, parts);
      parts.catch(() => loaded.delete(send_id)); // the next mail tries anew
      const { send, sender, replyDomain, files, links } = await parts;
      const { from, replyTo, answers, values, signature, color } = send.frame;
      const replyToken = replyTokenOf(ctx.actor.companyId, { id, secret });
      const token = preferenceTokenOf(ctx.actor.companyId, id, secret);
      const origin = originOf(ctx.platform.config);
      const unsubscribe = send.purpose === 'marketing' ? `${origin}/v1/mail_preferences/${token}` : undefined;
      const found = new Set<string>();
      const mail = renderMail({
        unsubscribe,
        ...(send.track_clicks && {
          linkOf(href: string) {
            found.add(href);
            return `${origin}/l/${linkTokenOf(ctx.actor.companyId, { id, secret }, href)}`;
          },
        }),
        ...(send.track_opens && { openedAt: `${origin}/o/${pictureTokenOf(ctx.actor.companyId, { id, secret })}` }),
        subject: send.subject,
        doc: send.content,
        signature,
        foot: footFor(send.frame, recipient.values),
        values: { ...values, ...recipient.values },
        color,
        pictureOf: (file) => (files.has(file) ? `cid:${cidOf(file)}` : null),
      });
      const added = [...found.difference(links)];
      if (added.length > 0) await inTenant(ctx, (tx) => keepLinks(tx, send_id, added));
      for (const href of added) links.add(href);
      const attached = (ids: number[], asPicture: boolean) =>
        ids.flatMap((file) => {
          const { name, type, content } = files.get(file) ?? {};
          return name && type && content ? { name, type, content, ...(asPicture && { cid: cidOf(file) }) } : [];
        });
      return {
        ...mail,
        from,
        ...(sender && { sender }),
        to: { name: recipient.name, address: recipient.address },
        ...(replyTo && { replyTo }),
        ...(replyDomain && {
          replyTo: { name: replyTo?.name ?? from, address: `r-${replyToken}@${replyDomain}` },
          bouncesTo: `b-${replyToken}@${replyDomain}`,
        }),
        ...(answers && { answers }),
        ...(unsubscribe && { unsubscribe }),
        attachments: [...attached(send.pictures, true), ...attached(send.attachments, false)],
        messageKey: messageKeyOf(ctx.actor.companyId, { id, secret, round }),
      };
    },
  };
}

/** The licences that matter to this contact, then what all get. */
export const footFor = ({ licensed, foot }: Frame, { state = '' }: MergeValues): string[] => [
  ...(licensed ? licenceLine(licensed.name, licensed.licences, state) : []),
  ...foot,
];

const cidOf = (file: number) => `picture-${file}`;

/** The same in every try, so that the server can be asked whether it has accepted it. */
export const messageKeyOf = (companyId: number, { id, secret, round }: Pick<Claimed, 'id' | 'secret' | 'round'>) =>
  `m${companyId}.${id}.${secret}.${round}`;

async function findContent(tx: Tx, id: number): Promise<Content> {
  const { rows } = await sql<Content>`
    select id, purpose, subject, content, frame, attachments, pictures, track_clicks, track_opens from sends where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
  if (!rows[0]) throw new Error('a message has no send');
  return rows[0];
}
