// The browser's cookies: the session's two, and what signing in keeps beside them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieJar, Platform } from './context.ts';
import { csrfCookie, csrfTokenOf, sessionCookie, sessionDays } from './sessions.ts';

export function cookiesOf({ config, seal }: Platform, request: FastifyRequest, reply: FastifyReply): CookieJar {
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const base = { path: '/', sameSite: 'lax', secure } as const;
  const options = { ...base, maxAge: sessionDays * 86_400 };
  return {
    setSession(token) {
      reply.setCookie(sessionCookie, token, { ...options, httpOnly: true });
      reply.setCookie(csrfCookie, csrfTokenOf(token, seal), options);
    },
    dropSession() {
      reply.clearCookie(sessionCookie, { path: '/' });
      reply.clearCookie(csrfCookie, { path: '/' });
    },
    get: (cookieName) => request.cookies[cookieName],
    set: (cookieName, value, seconds) => void reply.setCookie(cookieName, value, { ...base, maxAge: seconds, httpOnly: true }),
    drop: (cookieName) => void reply.clearCookie(cookieName, { path: '/' }),
  };
}
