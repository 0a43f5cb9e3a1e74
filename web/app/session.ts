// Who is signed in, and what signing in and out does to this browser.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { deleteSession } from '#contract/sessions.ts';
import { getMe, type Me } from '#contract/users.ts';
import { call, cookie } from './api.ts';
import { keyOf, queryClient } from './queries.ts';

/** Never aborted, unlike other reads: the whole app waits for it. */
export const meQuery = queryOptions({
  queryKey: keyOf(getMe, {}),
  queryFn: () => call(getMe),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user. Inside the shell there always is one. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** The same where nobody may be signed in: never asks the server. */
export const useMeIfKnown = (): Me | undefined => useQuery({ ...meQuery, enabled: false }).data;

/** Whether this is the signed-in user, for what is heard outside of components. */
export const isMe = (id: number | undefined) => id !== undefined && queryClient.getQueryData(meQuery.queryKey)?.id === id;

/** Takes the answer of signing in, and says where to go: the path remembered when the session was lost, else the start. */
export function beginSession(me: Me): string {
  queryClient.setQueryData(meQuery.queryKey, me);
  const path = cookie('redirect_path');
  setRedirectPath('', 0);
  return path && /^\/contacts(?![^/?#])/.test(path) ? path : '/';
}

export async function signOut() {
  await call(deleteSession);
  endSession();
  leaveTo('/login');
}

/** The server no longer knows this session: remember where the user was, and ask to sign in again. */
export function loseSession() {
  const { pathname, search } = location;
  if (pathname === '/login') return;
  if (pathname.startsWith('/contacts')) {
    setRedirectPath(pathname + search, 3600);
  }
  endSession();
  leaveTo('/login');
}

/** A whole page load: nothing of one user's state can reach the next one's screen. */
const leaveTo = (path: string) => location.assign(path);

function endSession() {
  queryClient.clear();
  sessionStorage.clear();
}

function setRedirectPath(path: string, seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser served
  document.cookie = `redirect_path=${encodeURIComponent(path)}; path=/; max-age=${seconds}; samesite=lax`;
}
