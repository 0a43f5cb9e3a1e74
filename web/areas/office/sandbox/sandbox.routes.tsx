import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { ordinal, written } from '#app/parsers.ts';
import { rootRoute, titled } from '#app/roots.tsx';

interface SandboxMailSearch {
  q: string;
  page: number;
  /** The open mail. */
  id?: number;
}

const mailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox/mail',
  validateSearch: (said: Partial<SandboxMailSearch> & SearchSchemaInput): SandboxMailSearch => {
    const id = ordinal(said.id);
    return { q: written(200)(said.q) ?? '', page: ordinal(said.page) ?? 1, ...(id && { id }) };
  },
  search: { middlewares: [stripSearchParams<SandboxMailSearch>({ q: '', page: 1 })] },
  head: titled('Demo mailbox'),
  component: lazyRouteComponent(() => import('./sandbox.pages.ts'), 'SandboxMailPage'),
});

const piecesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox/pieces',
  head: titled('Pieces'),
  component: lazyRouteComponent(() => import('./pieces/PiecesPage.tsx'), 'PiecesPage'),
});

const phoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox/phone',
  validateSearch: ({ number }: { number?: unknown } & SearchSchemaInput): { number?: string } =>
    /^[2-9]\d{9}$/.test(String(number)) ? { number: String(number) } : {},
  head: titled('Demo phones'),
  component: lazyRouteComponent(() => import('./sandbox.pages.ts'), 'SandboxPhonePage'),
});

export const sandboxRoutes = [mailRoute, phoneRoute, piecesRoute];
