import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute, titled } from '../../app/roots.tsx';

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  head: titled('Sign in'),
  component: lazyRouteComponent(() => import('./LoginPage.tsx'), 'LoginPage'),
});

export const sessionRoutes = [loginRoute];
