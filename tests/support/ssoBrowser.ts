// A browser on its way through single sign-on: it keeps cookies and follows redirects, at the provider by real HTTP, here by app.inject.
import { finishSso, startSso } from '#contract/sso.ts';
import { sessionCookie } from '#kernel/sessions.ts';
import type { TestServer } from './server.ts';
import { send } from './server.ts';

/** As app.inject has it. */
export const testOrigin = 'http://localhost';

export class SsoBrowser {
  readonly #server: TestServer;
  readonly #ours = new Map<string, string>();
  readonly #theirs = new Map<string, string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  get token(): string | undefined {
    return this.#ours.get(sessionCookie);
  }
  get cookies(): Record<string, string> {
    return { cookie: [...this.#ours].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') };
  }

  /** Where the provider is, as our server says. */
  async start(email: string, more: { redirect_path?: string; place?: string } = {}): Promise<string> {
    const answer = await send(this.#server.app, this.cookies, startSso, { body: { email, ...more } });
    this.#keep(answer.cookies);
    if (answer.statusCode !== 200) throw new Error(answer.json<{ code: string }>().code);
    return answer.json<{ url: string }>().url;
  }

  /** Signs in there, and answers the address that it sends the browser back to. */
  async visit(url: string): Promise<URL> {
    for (let at = new URL(url), hops = 0; hops < 10; hops += 1) {
      const cookie = [...this.#theirs].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        this.#theirs.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${at} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
      at = new URL(location, at);
      if (at.pathname === finishSso.path) return at;
    }
    throw new Error('it goes round in circles');
  }

  /** Comes back, and answers where our server sends it on. */
  async comeBack(to: URL): Promise<string> {
    const answer = await this.#server.app.inject({ url: to.pathname + to.search, headers: this.cookies });
    this.#keep(answer.cookies);
    if (answer.statusCode !== 303) throw new Error(`${answer.statusCode}: ${answer.body}`);
    return String(answer.headers.location);
  }

  /** All of it; goes to the provider again where it is sent there again. */
  async signIn(email: string, more?: { redirect_path?: string; place?: string }): Promise<string> {
    let url = await this.start(email, more);
    for (let turn = 0; turn < 3; turn += 1) {
      url = await this.comeBack(await this.visit(url));
      if (url.startsWith('/')) return url;
    }
    throw new Error('sent to the provider again and again');
  }

  #keep(set: { name: string; value: string; maxAge?: number; expires?: Date }[]) {
    for (const { name, value, expires } of set) {
      if (expires && expires.getTime() <= Date.now()) this.#ours.delete(name);
      else this.#ours.set(name, value);
    }
  }
}
