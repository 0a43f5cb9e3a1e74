import { replyDomainOf } from '#areas/messaging/sends/sends.service.ts';
import { latestCalls } from '#areas/messaging/webhooks/webhooks.service.ts';
import { inTenant } from '#kernel/context.ts';
import { outsideService, type ServiceReport } from '#kernel/services.ts';

export const inboundService = outsideService({
  name: 'inbound',
  title: 'Answers and mails that come back',
  purpose: 'Brings answers to your mail into the inbox, and stops mail to addresses that do not work.',
  lack: 'Answers go to the user’s own address, and mails that come back go unnoticed.',
  mend: { text: 'Choose a reply domain, and let its mail server post each mail to the address below.', to: '/admin/settings' },
  state: (ctx) =>
    inTenant(ctx, async (tx): Promise<ServiceReport> => {
      const { config } = ctx.platform;
      const domain = await replyDomainOf(tx, config);
      if (domain === null) return { state: 'not_configured' };
      const { last_call_at, last_forged_at } = await latestCalls(tx, 'mail');
      if (last_forged_at !== null && (last_call_at === null || last_forged_at > last_call_at))
        return { state: 'broken', why: 'WRONG_SIGNATURE', provider: domain };
      if (config.demo && !(await replyDomainOf(tx, { demo: false }))) return { state: 'sandbox' };
      return last_call_at === null ? { state: 'not_configured' } : { state: 'connected', provider: domain };
    }),
});
