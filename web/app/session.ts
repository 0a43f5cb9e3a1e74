// Who is signed in, and what signing in and out does to this browser.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { deleteSession, getMe } from '#contract/signIn.ts';
import type { Me } from '#contract/users.ts';
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
    if (known && known.id !== person.id) becomeSomebodyElse(person); // signed in elsewhere in this browser, and nobody has told
    return person;
  },
  retry: retryOn('unavailable', 'sessions.overtaken'), // the other session may be on its way
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user. Inside the shell there always is one. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** The same where nobody may be signed in: never asks the server. */
export const useMeIfKnown = (): Me | undefined => useQuery({ ...meQuery, enabled: false }).data;

const me = () => queryClient.getQueryData(meQuery.queryKey);

/** Whether this is the signed-in user, for what is heard outside of components. */
export const isMe = (id: number | undefined) => id !== undefined && me()?.id === id;

/** Whether nothing is to be done first. */
export const useIsOpen = () => useMe().missing === null;

/** What they are called on screen. */
export const nameOfMe = ({ profile, username }: Me) => `${profile.first_name} ${profile.last_name}`.trim() || username;

/** A call has answered who one is by now. */
export const keepMe = (person: Me) => void queryClient.setQueryData(meQuery.queryKey, person);

/** Whether the browser has a session, as far as a script can see: the token itself is kept from it. */
export const hasSession = () => csrfToken() !== undefined;

/** Asked for anew, once however many ask: the server has said that something is to be done first. */
export const askWhoIAm = () => queryClient.refetchQueries({ queryKey: meQuery.queryKey }, { cancelRefetch: false });

/** The page remembered when the session was lost, else the start. */
export const pathAfterSignIn = () => returnPath(cookie(remembered)) ?? '/';

/** Who is there, for a page that may have been sent here by the company's own sign-in: other tabs hear of it when this one first learns it. */
export async function learnWhoIAm(): Promise<Me> {
  const known = me();
  if (known) return known;
  const person = await queryClient.ensureQueryData(meQuery);
  tellTabs({ event: 'entered', as: person.state_key });
  return person;
}

/** Takes the answer of signing in, and says where to go. */
export function beginSession(person: Me): string {
  forgetOthers();
  keepMe(person);
  tellTabs({ event: 'entered', as: person.state_key });
  const path = pathAfterSignIn();
  remember('', 0);
  return path;
}

/** The session is somebody else's from here on: all begins anew. */
export function becomeSomebodyElse(person: Me) {
  tellTabs({ event: 'entered', as: person.state_key });
  endSession();
  leaveTo('/');
}

export async function signOut() {
  const answer = await call(deleteSession).catch((error: unknown) => {
    if (!isRefused(error, 'unauthenticated')) throw error;
  });
  tellTabs({ event: 'left' });
  remember('', 0);
  endSession();
  const onward = answer?.sso_logout_url;
  leaveTo(onward && /^https?:/.test(onward) ? onward : '/login');
}

const ended = 'session ended';
/** Whether a session was lost on the way to this page, told once. */
export function takeEnded(): boolean {
  const was = sessionStorage.getItem(ended) !== null;
  sessionStorage.removeItem(ended);
  return was;
}

const endedAtProvider = 'sso.missing_session' satisfies ErrorCode;
const overtaken = 'sessions.overtaken' satisfies ErrorCode;

/** The server no longer knows this session: remember where the user was, and ask to sign in again. What the company's provider ended is told there. */
export function loseSession(code: string) {
  const { pathname, search } = location;
  if (isPublic(pathname)) return;
  if (code === overtaken && me()) {
    endSession();
    return leaveTo('/'); // as whoever is signed in by now; once, for the other session may have gone astray
  }
  const path = returnPath(pathname + search);
  if (path) remember(path, 3600);
  const was = me() !== undefined;
  endSession();
  if (was) sessionStorage.setItem(ended, 'yes');
  leaveTo(code === endedAtProvider ? `/login?error=${endedAtProvider}` : '/login');
}

/** What another tab does to the session that all have. */
export const followOtherTabs = () =>
  onTold((told) => {
    const known = me();
    if (told.event === 'entered' && (!known || known.state_key === told.as)) return;
    endSession();
    if (!isPublic(location.pathname)) leaveTo(told.event === 'left' ? '/login' : '/');
  });

/** Pages for whoever comes: nothing of the signed-in user is on them. */
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

/** A whole page load: nothing of one user's state can reach the next one's screen. The first to ask for one says where to. */
function leaveTo(path: string) {
  if (performance.now() - left < leavingTakes) return;
  left = performance.now();
  location.assign(path);
}
let left = Number.NEGATIVE_INFINITY;
/** Milliseconds. Somebody who has stayed after all, to save something, can leave later. */
const leavingTakes = 3_000;

function endSession() {
  queryClient.clear();
  sessionStorage.clear();
}

/** What an earlier user left in this tab. The query for who one is stays, for the frame looks at it. */
function forgetOthers() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  sessionStorage.clear();
}

const remembered = 'redirect_path';
function remember(path: string, seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser served
  document.cookie = `${remembered}=${encodeURIComponent(path)}; path=/; max-age=${seconds}; samesite=lax`;
}
