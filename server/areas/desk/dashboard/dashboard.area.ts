import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import type { DashboardCard } from '#kernel/dashboard.ts';
import { mePart } from '#kernel/me.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { findLayout } from './dashboard.service.ts';

/** `cards`: those of all areas. */
export const dashboardArea = (cards: () => readonly DashboardCard[]) =>
  area({
    name: 'dashboard',
    routes: dashboardRoutes(cards),
    me: [
      mePart({
        empty: { dashboard_info: { cards: [] } },
        read: async (tx) => ({ dashboard_info: { cards: await findLayout(tx) } }),
      }),
    ],
    attached: [accessOf('dashboard_layouts')],
  });
