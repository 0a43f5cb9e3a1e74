import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

const defaults = { q: '', all: false };
export type EmailSearch = typeof defaults;
const readSearch = (said: Partial<EmailSearch> & SearchSchemaInput): EmailSearch => ({
  q: typeof said.q === 'string' ? said.q.slice(0, 100) : '',
  all: said.all === true,
});

export const templateRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/emails',
    validateSearch: readSearch,
    search: { middlewares: [stripSearchParams(defaults)] },
    beforeLoad: only('emails.update'),
    head: titled('E-mails'),
    component: lazyRouteComponent(() => import('./templates.pages.ts'), 'EmailListPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/emails/$id',
    beforeLoad: only('emails.update'),
    head: titled('E-mail template'),
    component: lazyRouteComponent(() => import('./templates.pages.ts'), 'EmailPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/texts',
    validateSearch: readSearch,
    search: { middlewares: [stripSearchParams(defaults)] },
    beforeLoad: only('emails.update'),
    head: titled('Texts'),
    component: lazyRouteComponent(() => import('./templates.pages.ts'), 'TextListPage'),
  }),
];
