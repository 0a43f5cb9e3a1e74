import * as contract from '#contract/dashboard.ts';
import { inTenant } from '#kernel/context.ts';
import type { DashboardCard } from '#kernel/dashboard.ts';
import { routes } from '#kernel/http/routes.ts';
import { arrangeCard, arrangeDashboard, getDashboard, loadCard } from './dashboard.service.ts';

export const dashboardRoutes = (cards: () => readonly DashboardCard[]) =>
  routes(contract, {
    getDashboard: (ctx) => inTenant(ctx, (tx) => getDashboard(tx, cards())),
    loadDashboardCard: (ctx, { query }) => inTenant(ctx, (tx) => loadCard(tx, cards(), query)),
    arrangeDashboardCard: (ctx, { params, body }) => inTenant(ctx, (tx) => arrangeCard(tx, cards(), params.name, body)),
    arrangeDashboard: (ctx, { body }) => inTenant(ctx, (tx) => arrangeDashboard(tx, cards(), body.cards)),
  });
