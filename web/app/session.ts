// The signed-in user, and what signing in and out does in this browser.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/kit/errors.ts';
import type { Me } from '#contract/me.ts';
import { deleteSession, getMe } from '#contract/signIn.ts';
import { call, cookie, csrfToken, isRefused } from './api.ts';
import { keyOf, queryClient, retryOn } from './queries.ts';
import { returnPath } from './returnPath.ts';
import { onTold, tellTabs } from './tabs.ts';

/** Never aborted, unlike other reads: the whole app waits for it. */
export const meQuery = queryOptions({
  queryKey: keyOf(getMe, {}),
  queryFn: async () => {
    const known = me();
    const person = await call(getMe);
    if (known && known.id !== person.id) becomeSomebodyElse(person); // another user signed in elsewhere in this browser, without a message
    return person;
  },
  retry: retryOn('unavailable', 'sessions.overtaken'), // the other session may be on its way
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user. Inside the shell there always is one. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** The same if nobody may be signed in: never calls the server. */
export const useMeIfKnown = (): Me | undefined => useQuery({ ...meQuery, enabled: false }).data;

const me = () => queryClient.getQueryData(meQuery.queryKey);

/** Whether this is the signed-in user, for code outside of components. */
export const isMe = (id: number | undefined) => id !== undefined && me()?.id === id;

/** The product's name: of the user's company, or before sign-in of the installation (tools/brandPages.ts). */
export const productName = () => me()?.company.product ?? document.documentElement.dataset.product;

/** Whether nothing is to be done first. */
export const useIsOpen = () => useMe().missing === null;

/** The user's name on screen. */
export const nameOfMe = ({ profile, username }: Me) => `${profile.first_name} ${profile.last_name}`.trim() || username;

/** Stores the user from a call's answer. */
export const keepMe = (person: Me) => void queryClient.setQueryData(meQuery.queryKey, person);

/** Whether the browser has a session, as far as a script can see: the token itself is hidden from scripts. */
export const hasSession = () => csrfToken() !== undefined;

/** Loads the user again, once for all callers: the server reported a missing step. */
export const askWhoIAm = () => queryClient.refetchQueries({ queryKey: meQuery.queryKey }, { cancelRefetch: false });

/** The same after a change, which an answer on its way may not have seen. */
export const askWhoIAmNow = () => queryClient.refetchQueries({ queryKey: meQuery.queryKey });

/** The page remembered when the session was lost, else the start page. */
export const pathAfterSignIn = () => returnPath(cookie(remembered)) ?? '/';

/** The user, for a page after single sign-on: tells other tabs when this one first learns it. */
export async function learnWhoIAm(): Promise<Me> {
  const known = me();
  if (known) return known;
  const person = await queryClient.ensureQueryData(meQuery);
  tellTabs({ event: 'entered', as: person.state_key });
  return person;
}

/** Stores the answer of a sign-in, and returns where to go. */
export function beginSession(person: Me): string {
  forgetOthers();
  keepMe(person);
  tellTabs({ event: 'entered', as: person.state_key });
  const path = pathAfterSignIn();
  remember('', 0);
  return path;
}

/** The session now belongs to another user: starts from the beginning. */
export function becomeSomebodyElse(person: Me) {
  tellTabs({ event: 'entered', as: person.state_key });
  endSession();
  leaveTo('/');
}

export async function signOut() {
  signingOut = true;
  const answer = await call(deleteSession).catch((error: unknown) => {
    signingOut = false;
    if (!isRefused(error, 'unauthenticated')) throw error;
  });
  tellTabs({ event: 'left' });
  remember('', 0);
  endSession();
  const onward = answer?.sso_logout_url;
  leaveTo(onward && /^https?:/.test(onward) ? onward : '/login');
}

/** Calls that are under way then are refused: the user left on purpose, so no page is remembered for the next one. */
let signingOut = false;

const ended = 'session ended';
/** Whether a session was lost on the way to this page; true only once. */
export function takeEnded(): boolean {
  const was = sessionStorage.getItem(ended) !== null;
  sessionStorage.removeItem(ended);
  return was;
}

const endedAtProvider = 'sso.missing_session' satisfies ErrorCode;
const overtaken = 'sessions.overtaken' satisfies ErrorCode;

/**
 * The server no longer knows this session: remembers the page and goes to sign-in, with the provider's error if
 * it ended the session.
 */
export function loseSession(code: string) {
  const { pathname, search } = location;
  if (isPublic(pathname) || signingOut || isLeaving()) return;
  if (code === overtaken && me()) {
    endSession();
    return leaveTo('/'); // as the user who is signed in now; once only, as the other session may be lost too
  }
  const path = returnPath(pathname + search);
  if (path) remember(path, 3600);
  const was = me() !== undefined;
  endSession();
  if (was) sessionStorage.setItem(ended, 'yes');
  leaveTo(code === endedAtProvider ? `/login?error=${endedAtProvider}` : '/login');
}

/** Follows what another tab does to the shared session. */
export const followOtherTabs = () =>
  onTold((told) => {
    const known = me();
    if (told.event === 'left') remember('', 0); // a call of this tab may have been refused just before
    if (told.event === 'entered' && (!known || known.state_key === told.as)) return;
    endSession();
    if (!isPublic(location.pathname)) leaveTo(told.event === 'left' ? '/login' : '/');
  });

/** Public pages: they show nothing of the signed-in user. */
const isPublic = (pathname: string) => publicPaths.includes(pathname);
const publicPaths = [
  '/login',
  '/login-app',
  '/reset-password',
  '/contact-us',
  '/privacy-policy',
  '/terms-of-use',
  '/sso-logout',
  '/sandbox/mail',
];

/** A full page load: no state of one user reaches the next. The first caller chooses the target. */
function leaveTo(path: string) {
  if (isLeaving()) return;
  left = performance.now();
  location.assign(path);
}
const isLeaving = () => performance.now() - left < leavingTakes;
let left = Number.NEGATIVE_INFINITY;
/** Milliseconds. A user who stayed to save something can leave later. */
const leavingTakes = 3_000;

function endSession() {
  queryClient.clear();
  sessionStorage.clear();
}

/** Removes an earlier user's data from this tab. The user's own query stays, as the frame reads it. */
function forgetOthers() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  sessionStorage.clear();
}

const remembered = 'redirect_path';
function remember(path: string, seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser served
  document.cookie = `${remembered}=${encodeURIComponent(path)}; path=/; max-age=${seconds}; samesite=lax`;
}
