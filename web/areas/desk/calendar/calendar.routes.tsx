import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';
import { calendarDefaults, validCalendarSearch } from './calendar.search.ts';

export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: validCalendarSearch,
  search: { middlewares: [stripSearchParams(calendarDefaults)] },
  beforeLoad: only('calendar.read'),
  head: titled('Calendar'),
  component: lazyRouteComponent(() => import('./CalendarPage.tsx'), 'CalendarPage'),
});

export const calendarRoutes = [calendarRoute];
