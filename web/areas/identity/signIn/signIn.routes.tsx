import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute, titled } from '#app/roots.tsx';
import { validLoginSearch } from './signIn.errors.ts';

const login = {
  getParentRoute: () => rootRoute,
  validateSearch: validLoginSearch,
  head: titled('Sign in'),
  component: lazyRouteComponent(() => import('./LoginPage.tsx'), 'LoginPage'),
} as const;

/** The phone's app opens the second address: the same page. */
export const signInRoutes = [createRoute({ ...login, path: '/login' }), createRoute({ ...login, path: '/login-app' })];
