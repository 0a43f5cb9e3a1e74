// The browser's cookies: the session's two, and what signing in keeps beside them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { CookieJar, Platform } from './context.ts';
import { csrfCookie, csrfTokenOf, sessionCookie, sessionDays } from './sessions.ts';

export function cookiesOf({ config, seal }: Platform, request: FastifyRequest, reply: FastifyReply): CookieJar {
  const base = { path: '/', sameSite: 'lax', secure: isSecure(config) } as const;
  const set = (name: string, value: string, seconds: number) =>
    void reply.setCookie(nameIn(config, name), value, { ...base, maxAge: seconds, httpOnly: true });
  const drop = (name: string) => void reply.clearCookie(nameIn(config, name), base);
  return {
    setSession(token) {
      set(sessionCookie, token, sessionDays * 86_400);
      reply.setCookie(csrfCookie, csrfTokenOf(token, seal), { ...base, maxAge: sessionDays * 86_400 });
    },
    dropSession() {
      drop(sessionCookie);
      reply.clearCookie(csrfCookie, base);
    },
    get: (name) => request.cookies[nameIn(config, name)],
    set,
    drop,
  };
}

/** The token of the session that a request comes with. */
export const sessionTokenOf = (config: Config, { cookies }: FastifyRequest) => cookies[nameIn(config, sessionCookie)];

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false;

/** By this prefix a browser takes it from this very host alone: no neighbour under the same domain can plant one here. */
const nameIn = (config: Config, name: string) => (isSecure(config) ? `__Host-${name}` : name);
