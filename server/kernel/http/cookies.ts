// The browser's cookies: two of the session, and those of sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieJar, Platform } from '#kernel/context.ts';
import { type Config, isHttps } from '#kernel/ops/config.ts';
import { csrfCookie, csrfTokenOf, sessionCookie, sessionDays } from './sessions.ts';

export function cookiesOf({ config, seal }: Platform, request: FastifyRequest, reply: FastifyReply): CookieJar {
  const base = { path: '/', sameSite: 'lax', secure: isHttps(config) } as const;
  const set = (name: string, value: string, seconds: number) =>
    void reply.setCookie(nameIn(config, name), value, { ...base, maxAge: seconds, httpOnly: true });
  const drop = (name: string) => void reply.clearCookie(nameIn(config, name), base);
  return {
    setSession(token) {
      set(sessionCookie, token, sessionDays * 86_400);
      reply.setCookie(nameIn(config, csrfCookie), csrfTokenOf(token, seal), { ...base, maxAge: sessionDays * 86_400 });
    },
    dropSession() {
      drop(sessionCookie);
      drop(csrfCookie);
    },
    get: (name) => request.cookies[nameIn(config, name)],
    set,
    drop,
  };
}

/** The session token of a request. */
export const sessionTokenOf = (config: Config, { cookies }: FastifyRequest) => cookies[nameIn(config, sessionCookie)];

/** The session's CSRF token: a page may read it, and sends it back in a header. */
export const csrfCookieOf = (config: Config, { cookies }: FastifyRequest) => cookies[nameIn(config, csrfCookie)];

/**
 * With this prefix a browser accepts the cookie only from this exact host: a neighbour under the same domain
 * cannot set it.
 */
const nameIn = (config: Config, name: string) => (isHttps(config) ? `__Host-${name}` : name);
