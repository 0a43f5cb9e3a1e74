// The outside services of a company, as administrators see them: whether each is set up and answers.
import { sql } from 'kysely';
import { getMailHealth } from '#areas/messaging/compliance/compliance.service.ts';
import { hasVerifiedDomain } from '#areas/messaging/sendingDomains/sendingDomains.service.ts';
import { replyDomainOf } from '#areas/messaging/sends/sends.service.ts';
import { getLine, renewLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import type { Services } from '#contract/services.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Platform, type Tx } from '#kernel/context.ts';

const inbound = 'mail';

/** The mail server is asked outside of the transaction. */
export async function getServices(ctx: Ctx): Promise<Services> {
  const mail = await stateOfMail(ctx.platform);
  return inTenant(ctx, async (tx) => {
    const { token } = await getLine(tx, inbound);
    return {
      mail: { ...mail, health: await getMailHealth(tx), has_domain: await hasVerifiedDomain(tx) },
      inbound: {
        url: urlOf(ctx.platform.config, inbound, token),
        reply_domain: await replyDomainOf(tx, ctx.platform.config),
        ...(await callsOf(tx)),
      },
    };
  });
}

async function stateOfMail({ mail }: Platform): Promise<Pick<Services['mail'], 'state' | 'why'>> {
  if (!mail) return { state: 'not_configured', why: null };
  if (mail.isSandbox) return { state: 'sandbox', why: null };
  const why = (await mail.check?.()) ?? null;
  return { state: why === null ? 'connected' : 'broken', why };
}

async function callsOf(tx: Tx) {
  const { rows } = await sql<Pick<Services['inbound'], 'last_call_at' | 'last_forged_at' | 'failed'>>`
    select
      (select h.received_at from hook_calls h where h.company_id = ${tx.companyId} and h.kind = ${inbound} and h.state <> 'forged'
        order by h.received_at desc, h.id desc limit 1) as last_call_at,
      (select h.received_at from hook_calls h where h.company_id = ${tx.companyId} and h.kind = ${inbound} and h.state = 'forged'
        and h.received_at > ${tx.clock()}::timestamptz - interval '1 day' order by h.received_at desc, h.id desc limit 1) as last_forged_at,
      (select count(*) from (select from hook_calls h where h.company_id = ${tx.companyId} and h.kind = ${inbound} and h.state = 'failed' limit 1000) h) as failed`.execute(
    tx.db,
  );
  return rows[0] ?? { last_call_at: null, last_forged_at: null, failed: 0 };
}

export const showSecret = async (tx: Tx) => ({ secret: (await getLine(tx, inbound)).secret });

export async function renewInbound(ctx: Ctx): Promise<{ url: string; secret: string }> {
  return inTenant(ctx, async (tx) => {
    const { token, secret } = await renewLine(tx, inbound);
    await audit(tx, { action: 'webhooks.renewed', of: { type: 'company', id: tx.companyId } });
    return { url: urlOf(ctx.platform.config, inbound, token), secret };
  });
}
