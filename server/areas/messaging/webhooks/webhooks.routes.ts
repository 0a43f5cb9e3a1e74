import * as contract from '#contract/webhooks.ts';
import { fail } from '#kernel/errors.ts';
import { type AccountHook, isOfAccount } from '#kernel/http/hooks.ts';
import { routes } from '#kernel/http/routes.ts';
import { receiveCall } from './webhooks.service.ts';

export const webhookRoutes = (accounts: () => readonly AccountHook[]) =>
  routes(contract, {
    receiveWebhook: async (ctx, { params, raw }) => {
      if (!isOfAccount(ctx.platform, params)) return void (await receiveCall(ctx, params, raw));
      const hook = accounts().find(({ name }) => name === params.kind);
      if (!hook) throw fail('not_found');
      const next = await hook.receive(ctx, raw);
      return typeof next === 'string' ? next : undefined;
    },
  });
