// A browser as far as cookies go: it keeps what the server sets, so that a session may change its token.
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { type Client, Refused, type Sent, send, type TestServer } from './server.ts';

export interface Browser {
  cookies: Map<string, string>;
  /** The parsed answer; throws Refused. */
  call<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<AnswerOf<E>>;
  send(endpoint: Endpoint, input: object): ReturnType<typeof send>;
}

/** `as`: with the session of somebody signed in. */
export function aBrowser({ app }: Pick<TestServer, 'app'>, as?: Client): Browser {
  const cookies = new Map((as?.headers.cookie ?? '').split('; ').flatMap((pair) => (pair ? [split(pair)] : [])));
  const browser: Browser = {
    cookies,
    async send(endpoint, input) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, 'x-csrf-token': cookies.get('csrf_token') ?? '' };
      const answer = await send(app, headers, endpoint, input);
      for (const { name, value } of answer.cookies) value ? cookies.set(name, value) : cookies.delete(name);
      return answer;
    },
    async call<E extends Endpoint>(endpoint: E, input: Sent<E>) {
      const answer = await browser.send(endpoint, input as object);
      if (answer.statusCode >= 400) throw new Refused(answer.statusCode, answer.json<Problem>());
      return (answer.statusCode === 204 ? undefined : answer.json()) as AnswerOf<E>;
    },
  };
  return browser;
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
