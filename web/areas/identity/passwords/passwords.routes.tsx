import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { text } from '#app/parsers.ts';
import { rootRoute, titled } from '#app/roots.tsx';

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: (said: { token?: string } & SearchSchemaInput): { token?: string } => {
    const token = text(200)(said.token);
    return token ? { token } : {};
  },
  head: titled('New password'),
  component: lazyRouteComponent(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

export const passwordRoutes = [resetRoute];
