// The account's plan. These pages are open before the second factor and before payment (web/app/detours.ts).
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { oneOf, ordinal, text } from '#app/parsers.ts';
import { shellRoute, titled } from '#app/roots.tsx';
import { type PlanLevel, planLevels } from '#contract/planLists.ts';
import type { Returned } from './billing.api.ts';

function returned(said: Returned): Returned {
  const [setup, payment] = [text(200)(said.setup), ordinal(said.payment)];
  return { ...(setup && { setup }), ...(payment && { payment }) };
}

export const billingRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing',
    validateSearch: (said: Returned & SearchSchemaInput): Returned => returned(said),
    head: titled('Billing'),
    component: lazyRouteComponent(() => import('./billing.pages.ts'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing/plan',
    head: titled('Choose a plan'),
    component: lazyRouteComponent(() => import('./billing.pages.ts'), 'BillingPlanPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing/review',
    validateSearch: (said: { plan?: PlanLevel } & Returned & SearchSchemaInput): { plan: PlanLevel } & Returned => ({
      plan: oneOf(planLevels)(said.plan) ?? 'standard',
      ...returned(said),
    }),
    head: titled('Review the plan'),
    component: lazyRouteComponent(() => import('./billing.pages.ts'), 'BillingReviewPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing/update',
    validateSearch: (said: Returned & SearchSchemaInput): Returned => returned(said),
    head: titled('Cards'),
    component: lazyRouteComponent(() => import('./billing.pages.ts'), 'BillingCardPage'),
  }),
];
