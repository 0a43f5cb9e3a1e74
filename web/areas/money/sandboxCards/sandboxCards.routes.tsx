import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute, titled } from '#app/roots.tsx';

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox/cards/setup/$id',
  head: titled('Demo card processor'),
  component: lazyRouteComponent(() => import('./sandboxCards.pages.ts'), 'SandboxSetupPage'),
});

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox/cards/confirm/$id',
  head: titled('Demo bank'),
  component: lazyRouteComponent(() => import('./sandboxCards.pages.ts'), 'SandboxConfirmPage'),
});

const chargesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox/cards',
  head: titled('Demo banks'),
  component: lazyRouteComponent(() => import('./sandboxCards.pages.ts'), 'SandboxChargesPage'),
});

export const sandboxCardRoutes = [setupRoute, confirmRoute, chargesRoute];
