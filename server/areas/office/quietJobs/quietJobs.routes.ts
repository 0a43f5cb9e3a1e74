import * as contract from '#contract/quietJobs.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getQuietJobs, setQuiet } from './quietJobs.service.ts';

export const quietJobRoutes = routes(contract, {
  getQuietJobs: (ctx) => inTenant(ctx, getQuietJobs),
  quietJobs: (ctx, { body }) => inTenant(ctx, (tx) => setQuiet(tx, body.quiet)),
});
