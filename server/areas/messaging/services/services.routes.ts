import { resumeMarketing } from '#areas/messaging/compliance/compliance.service.ts';
import * as contract from '#contract/services.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import type { OutsideService } from '#kernel/services.ts';
import { getServices, renewInbound, showSecret } from './services.service.ts';

export const serviceRoutes = (services: () => readonly OutsideService[]) =>
  routes(contract, {
    getServices: (ctx) => getServices(ctx, services()),
    showInboundSecret: (ctx) => inTenant(ctx, showSecret),
    renewInbound,
    resumeMarketing: (ctx) => inTenant(ctx, resumeMarketing),
  });
