// A browser during single sign-on: follows redirects, at the provider over real HTTP with its cookies, here
// through app.inject.
import { finishSsoWithoutCompany, startSso } from '#contract/sso.ts';
import { sessionCookie } from '#kernel/http/sessions.ts';
import { Browser } from './browser.ts';

/** In the form of app.inject. */
export const testOrigin = 'http://localhost';

export class SsoBrowser extends Browser {
  readonly #theirs = new Map<string, string>();

  get token(): string | undefined {
    return this.cookies.get(sessionCookie);
  }

  /** The provider's address from our server. */
  async start(email: string, more: { redirect_path?: string; place?: string } = {}): Promise<string> {
    return (await this.call(startSso, { body: { email, ...more } })).url;
  }

  /** Signs in there; returns the address to which it sends the browser back. */
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
      if (at.pathname.startsWith(`${finishSsoWithoutCompany.path}/`)) return at;
    }
    throw new Error('it goes round in circles');
  }

  /** Comes back; returns where our server sends the browser next. */
  async comeBack(to: URL): Promise<string> {
    const answer = this.keep(await this.app.inject({ url: to.pathname + to.search, headers: this.headers }));
    if (answer.statusCode !== 303) throw new Error(`${answer.statusCode}: ${answer.body}`);
    return String(answer.headers.location);
  }

  /** The whole sign-in; goes to the provider again if sent there again. */
  async signIn(email: string, more?: { redirect_path?: string; place?: string }): Promise<string> {
    let url = await this.start(email, more);
    for (let turn = 0; turn < 3; turn += 1) {
      url = await this.comeBack(await this.visit(url));
      if (url.startsWith('/')) return url;
    }
    throw new Error('sent to the provider again and again');
  }
}
