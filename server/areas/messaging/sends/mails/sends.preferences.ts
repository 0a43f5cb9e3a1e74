// A receiver's choice by the link at the foot of a mail. The link never expires, and serves nothing else.
import { sql } from 'kysely';
import { recordConsent, suppress } from '#areas/messaging/compliance/compliance.service.ts';
import type { mailRefusals } from '#contract/mailPreferences.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import type { Page } from '#kernel/http/routes.ts';
import { recordEvent } from '../engine/sends.events.ts';
import { preferencePage, refusedPage, unknownPage } from './sends.preferencePage.ts';

/** Part of an address: the company, the message, and what only its receiver knows. */
export const preferenceTokenOf = (companyId: number, id: number, secret: string) => `${companyId}.${id}.${secret}`;

const tokenForm = /^(\d{1,15})\.(\d{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

type Scope = (typeof mailRefusals)[number];

interface Receiver {
  id: number;
  contact_id: number;
  address: string;
  deleted_at: string | null;
  company: string;
  /** The scope that its person has refused; null: none. A stop for another reason does not keep them from refusing. */
  refused: Scope | null;
}

export const showPreferences = (ctx: PublicCtx, token: string): Promise<Page> =>
  withReceiver(ctx, token, async (_, { company, address, refused }) => ({
    html: preferencePage({ company, address, refused, action: `/v1/mail_preferences/${token}` }),
  }));

/** A second time changes nothing, and answers the same. */
export const refuseMail = (ctx: PublicCtx, token: string, scope: Scope): Promise<Page> =>
  withReceiver(ctx, token, async (tx, receiver) => {
    const { company, address } = receiver;
    const added = await suppress(tx, [
      { channel: 'email', address, purpose: scope, reason: 'revoked', note: 'By the link in a mail' },
    ]);
    if (added.length > 0) await writeDown(tx, receiver, scope, ctx.address);
    return { html: refusedPage({ company, address, scope }) };
  });

/** Records the event of the mail, and the proof. */
async function writeDown(tx: Tx, { id, contact_id, deleted_at }: Receiver, scope: Scope, ip: string) {
  const text = scope === 'all' ? 'No more e-mails at all' : 'No more offers and news';
  const at = tx.clock();
  await recordEvent(tx, { messageId: id, kind: 'unsubscribed', at, key: `unsubscribed:${id}:${scope}`, detail: text });
  if (deleted_at === null)
    await recordConsent(tx, contact_id, {
      kind: 'revoked',
      channels: ['email'],
      purpose: scope,
      text,
      at: at.toISOString(),
      ip,
      source: `The link in the mail ${id}`,
    });
}

async function withReceiver(ctx: PublicCtx, token: string, work: (tx: Tx, receiver: Receiver) => Promise<Page>): Promise<Page> {
  const [, company, id, secret] = tokenForm.exec(token) ?? [];
  if (!company || !id || !secret) return { html: unknownPage(), status: 404 };
  const actor = systemActor(Number(company));
  return inTenant({ ...ctx, actor }, async (tx) => {
    const { rows } = await sql<Receiver>`
      select m.id, m.contact_id, m.address, c.deleted_at, o.name as company,
        (select u.purpose from suppressions u where u.company_id = ${tx.companyId} and u.channel = 'email' and u.address = m.address
          and u.lifted_at is null and u.reason = 'revoked' and u.purpose in ('all', 'marketing') order by u.purpose limit 1) as refused
      from messages m
      join contacts c on c.company_id = ${tx.companyId} and c.id = m.contact_id
      join companies o on o.company_id = ${tx.companyId}
      where m.company_id = ${tx.companyId} and m.id = ${Number(id)} and m.secret = ${secret}`.execute(tx.db);
    return rows[0] ? work(tx, rows[0]) : { html: unknownPage(), status: 404 };
  });
}
