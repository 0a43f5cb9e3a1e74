import * as contract from '#contract/featureFlags.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listFeatureFlags, listFeatures, updateFeatureFlag } from './featureFlags.service.ts';

export const featureFlagRoutes = routes(contract, {
  listFeatures: (ctx) => inTenant(ctx, listFeatures),
  listFeatureFlags: (ctx) => inTenant(ctx, listFeatureFlags),
  updateFeatureFlag: (ctx, { body }) => inTenant(ctx, (tx) => updateFeatureFlag(tx, body)),
});
