// Signs in over HTTP, as a browser does, to any process.

import type { Me } from '#contract/me.ts';
import { createSession } from '#contract/signIn.ts';

/** The cookies of an answer, in the form to send back. */
export const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');

/** The headers of every call of a browser with these cookies. */
export const headersWith = (cookie: string) => ({ cookie, 'x-csrf-token': /csrf_token=([^;]+)/.exec(cookie)?.[1] ?? '' });

/** Throws if it is refused or waits for a second factor. */
export async function signInAt(origin: string, email: string, password: string) {
  const answer = await fetch(origin + createSession.path, {
    method: createSession.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${email} could not sign in: ${answer.status} ${text}`);
  return { me: JSON.parse(text) as Me, headers: headersWith(cookiesOf(answer)) };
}
