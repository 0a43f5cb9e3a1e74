// Every route of the app, listed by hand.
import { createRoute, createRouter, parseSearchWith, redirect, stringifySearchWith } from '@tanstack/react-router';
import { contactRoutes } from '../areas/contacts/contacts.routes.tsx';
import { importRoutes } from '../areas/imports/imports.routes.tsx';
import { sessionRoutes } from '../areas/sessions/sessions.routes.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { abortReads, queryClient, resumeReads } from './queries.ts';
import { rootRoute, shellRoute } from './roots.tsx';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/contacts' });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([...sessionRoutes, shellRoute.addChildren([homeRoute, ...contactRoutes, ...importRoutes])]),
  context: { queryClient },
  parseSearch: parseSearchWith(JSON.parse),
  stringifySearch: stringifySearchWith(JSON.stringify, parseUnlessNumber),
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
});

/** A text that would read back as something else is written in quotes; digits are not: `?q=3055550142` is typed by others too. */
function parseUnlessNumber(text: string) {
  const value: unknown = JSON.parse(text);
  if (String(value) === text && typeof value === 'number') throw new SyntaxError('digits stay as they are');
  return value;
}

router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) void abortReads();
});
router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) void resumeReads();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
