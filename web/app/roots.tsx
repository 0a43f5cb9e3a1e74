// The two roots every route hangs on: `rootRoute` for public pages, `shellRoute` for those of the signed-in user.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  HeadContent,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Suspense } from 'react';
import { commonErrors } from '#contract/kit/commonErrors.ts';
import type { Me } from '#contract/me.ts';
import type { Permission } from '#contract/permissions.ts';
import { ApiError } from './api.ts';
import { detourFrom } from './detours.ts';
import { openDrafts } from './drafts.ts';
import { NoticeList, useNoticed } from './notices.tsx';
import { learnWhoIAm, meQuery, productName } from './session.ts';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({ meta: [{ title: productName() }] }),
  component: Root,
});

function Root() {
  const noticed = useNoticed();
  return (
    <>
      <HeadContent />
      <Suspense>{noticed && <NoticeList />}</Suspense>
      <Outlet />
    </>
  );
}

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: enter,
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
});

/** The screens of Admin: each area adds its own, beside one navigation. */
export const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('./AdminFrame.tsx'), 'AdminFrame'),
});

interface Entering {
  location: { pathname: string; search: object };
}

/** Loads the user, and redirects to a missing step. `open`: no step is missing, so the page may load its data. */
export async function enter({ location }: Entering): Promise<{ open: boolean }> {
  const me = await whoIsThere();
  const { missing } = me;
  await openDrafts(me);
  const detour = detourFrom(missing, location.pathname, 'tab' in location.search ? location.search.tab : undefined);
  if (detour) throw redirect(detour);
  return { open: missing === null };
}

async function whoIsThere(): Promise<Me> {
  try {
    return await learnWhoIAm();
  } catch (error) {
    // The browser is on its way to /login: show nothing in the meantime.
    if (error instanceof ApiError && error.problem.status === 401) await new Promise(() => {});
    throw error;
  }
}

/** The page's name for the browser's tab and screen readers. */
export const titled = (title: string) => () => ({ meta: [{ title: `${title} · ${productName()}` }] });

/** For a page with a permission: users without it see Access denied, before any of its data is loaded. */
export const only =
  (permission: Permission) =>
  ({ context }: { context: { queryClient: QueryClient } }) => {
    const me = context.queryClient.getQueryData(meQuery.queryKey);
    if (me?.can[permission]) return;
    const { status, text } = commonErrors.forbidden;
    throw new ApiError({ type: 'about:blank', title: text, status, code: me?.impersonator ? 'impersonating' : 'forbidden' });
  };
