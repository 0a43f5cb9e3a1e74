// Reports of the mail service on our mails: each carries the mail's key, which names the company, the message
// and the secret of the message.
import { sql } from 'kysely';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { HookKind } from '#kernel/http/hooks.ts';
import type { MailFate, MailReport } from '#kernel/mail/mail.ts';
import { learnSent, recordEvent } from '../engine/sends.events.ts';
import { type Answered, companyOfKey, findByMessageId } from './sends.replies.ts';

export const mailFates: HookKind = {
  name: 'ses',
  handle: (ctx, body) => heedFate(ctx, JSON.parse(body.toString('utf8')) as MailFate),
  shared: {
    namedBy: (report) => (report.kind === 'received' ? [] : companyOfKey(report.messageKey)),
    knows: async (tx, report) => report.kind !== 'received' && (await findMail(tx, report)) !== null,
    bodyOf: (report: MailReport) => Buffer.from(JSON.stringify(report)),
  },
};

const findMail = (tx: Tx, { messageKey }: MailFate): Promise<Answered | null> => findByMessageId(tx, [`<${messageKey}@>`]);

const heedFate = (ctx: WorkCtx, fate: MailFate): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const mail = await findMail(tx, fate);
    if (!mail) return;
    const { kind, id, event, permanent, detail, messageKey } = fate;
    const at = fate.at === null ? tx.clock() : new Date(fate.at);
    await keepId(tx, { messageId: mail.id, round: Number(messageKey.slice(messageKey.lastIndexOf('.') + 1)), id });
    if (kind === 'sent') await learnSent(tx, mail.id, at);
    else await recordEvent(tx, { messageId: mail.id, kind, at, key: `mail service:${event}`, permanent, detail });
  });

/** The answer to the call that sent it may be lost: with this, the next worker knows that it left. */
async function keepId(tx: Tx, { messageId, round, id }: { messageId: number; round: number; id: string }): Promise<void> {
  await sql`
    update messages set provider_id = ${id}
    where company_id = ${tx.companyId} and id = ${messageId} and round = ${round} and state in ('sending', 'unknown') and provider_id is null`.execute(
    tx.db,
  );
}
