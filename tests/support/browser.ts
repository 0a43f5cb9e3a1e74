// A browser's cookies: keeps what the server sets, so that a session may change its token.
import type { AnswerOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { Problem } from '#contract/kit/errors.ts';
import { csrfCookie } from '#kernel/http/sessions.ts';
import { type Client, Refused, type Sent, send, type TestServer } from './server.ts';

type Answer = Awaited<ReturnType<typeof send>>;

export class Browser {
  readonly app: TestServer['app'];
  readonly cookies = new Map<string, string>();

  /** `as`: with the session of a signed-in user. */
  constructor({ app }: Pick<TestServer, 'app'>, as?: Client) {
    this.app = app;
    for (const pair of as?.headers.cookie?.split('; ') ?? []) {
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** The headers of a call. */
  get headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    return { cookie, 'x-csrf-token': this.cookies.get(csrfCookie) ?? '' };
  }

  /** The parsed answer; throws Refused. */
  async call<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<AnswerOf<E>> {
    const answer = await this.send(endpoint, input as object);
    if (answer.statusCode >= 400) throw new Refused(answer.statusCode, answer.json<Problem>());
    return (answer.statusCode === 204 ? undefined : answer.json()) as AnswerOf<E>;
  }

  async send(endpoint: Endpoint, input: object): Promise<Answer> {
    return this.keep(await send(this.app, this.headers, endpoint, input));
  }

  /** Stores the cookies of an answer; drops expired ones. */
  protected keep(answer: Answer): Answer {
    for (const { name, value, expires } of answer.cookies) {
      if (expires && expires.getTime() <= Date.now()) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

export const aBrowser = (server: Pick<TestServer, 'app'>, as?: Client) => new Browser(server, as);
