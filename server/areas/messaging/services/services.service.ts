// The outside services of a company, as administrators see them: whether each is set up and answers.
import { getMailHealth } from '#areas/messaging/compliance/compliance.service.ts';
import { hasVerifiedDomain } from '#areas/messaging/sendingDomains/sendingDomains.service.ts';
import { replyDomainOf } from '#areas/messaging/sends/sends.service.ts';
import { getLine, latestCalls, renewLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import type { OutsideService as Listed, Services } from '#contract/services.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { askService, type OutsideService } from '#kernel/services.ts';

const inbound = 'mail';

/** The services are asked side by side, outside of the transaction. */
export async function getServices(ctx: Ctx, all: readonly OutsideService[]): Promise<Services> {
  const services = await Promise.all(all.map((service) => present(ctx, service)));
  return inTenant(ctx, async (tx) => {
    const { token } = await getLine(tx, inbound);
    return {
      services,
      mail: { health: await getMailHealth(tx), has_domain: await hasVerifiedDomain(tx) },
      inbound: {
        url: urlOf(ctx.platform.config, inbound, token),
        reply_domain: await replyDomainOf(tx, ctx.platform.config),
        ...(await latestCalls(tx, inbound)),
      },
    };
  });
}

async function present(ctx: Ctx, service: OutsideService): Promise<Listed> {
  const { name, title, purpose, lack, mend } = service;
  const { state, why = null, provider = null } = await askService(ctx, service);
  return { name, title, purpose, lack, mend: { to: null, ...mend }, state, why, provider };
}

export const showSecret = async (tx: Tx) => ({ secret: (await getLine(tx, inbound)).secret });

export async function renewInbound(ctx: Ctx): Promise<{ url: string; secret: string }> {
  return inTenant(ctx, async (tx) => {
    const { token, secret } = await renewLine(tx, inbound);
    await audit(tx, { action: 'webhooks.renewed', of: { type: 'company', id: tx.companyId } });
    return { url: urlOf(ctx.platform.config, inbound, token), secret };
  });
}
