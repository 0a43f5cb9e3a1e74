// Public pages.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute, titled } from '#app/roots.tsx';

export const legalRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/terms-of-use',
    head: titled('Terms of use'),
    component: lazyRouteComponent(() => import('./LegalPage.tsx'), 'TermsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/privacy-policy',
    head: titled('Privacy policy'),
    component: lazyRouteComponent(() => import('./LegalPage.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/contact-us',
    head: titled('Contact us'),
    component: lazyRouteComponent(() => import('./ContactUsPage.tsx'), 'ContactUsPage'),
  }),
];
