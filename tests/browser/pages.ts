// Pages that stay open from one journey to the next, cleared: a load in one costs half of what a fresh one does, as its
// process and caches are warm. Nothing is fetched ahead in them (web/ui/later.ts).
import { type Browser, test as base, type Page } from '@playwright/test';

/** Pages kept for `another` and `visitor` beside the journey's own. Each holds some hundred megabytes. */
const maxKept = 4;
/** Then a page makes room for a fresh one: its process has grown from 115 to 350 MB. */
const maxJourneys = 12;
const events = ['request', 'response', 'websocket', 'dialog', 'console', 'pageerror', 'download'] as const;
/** These have a lasting effect on a page: it is closed after the journey. */
const lasting = {
  page: ['addInitScript', 'routeWebSocket', 'exposeFunction', 'exposeBinding', 'emulateMedia', 'setExtraHTTPHeaders'],
  context: ['addInitScript', 'newCDPSession', 'setOffline', 'grantPermissions', 'setExtraHTTPHeaders', 'setGeolocation'],
} as const;

export class Pages {
  readonly #browser: Browser;
  readonly #cleared: Page[] = [];
  readonly #changed = new WeakSet<Page>();
  readonly #journeys = new WeakMap<Page, number>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A page without cookies or storage. */
  async take(): Promise<Page> {
    const kept = this.#cleared.pop();
    if (kept) return kept;
    const page = await newPage(this.#browser);
    this.#watch(page, lasting.page, page);
    this.#watch(page.context(), lasting.context, page);
    return page;
  }

  async giveBack(page: Page) {
    const journeys = (this.#journeys.get(page) ?? 0) + 1;
    this.#journeys.set(page, journeys);
    const worn = this.#changed.has(page) || journeys >= maxJourneys;
    if (page.isClosed() || worn || this.#cleared.length >= maxKept) return page.context().close();
    await clear(page);
    this.#cleared.push(page);
  }

  #watch<Name extends string>(subject: { [name in Name]: unknown }, names: readonly Name[], page: Page) {
    for (const name of names) {
      const original = subject[name] as (...args: unknown[]) => unknown;
      const watched = (...args: unknown[]) => {
        this.#changed.add(page);
        return original.apply(subject, args);
      };
      Object.assign(subject, { [name]: watched });
    }
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript({ content: `Object.defineProperty(NetworkInformation.prototype, 'saveData', { value: true })` });
  return context.newPage();
}

async function clear(page: Page) {
  const context = page.context();
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  for (const event of events) page.removeAllListeners(event);
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  await page.goto('/v1/health'); // a page of another origin, `about:blank` too, would get another process
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies(); // after the page is left: it may send a draft then
  await page.mouse.move(-1, -1);
}

interface Options {
  /** A page that no journey has used, as for sign-in and sessions. */
  fresh: boolean;
}
interface Fixtures {
  /** A second browser without a session. */
  visitor: () => Promise<Page>;
}

export const test = base.extend<Options & Fixtures, { pages: Pages }>({
  fresh: [false, { option: true }],
  pages: [async ({ browser }, use) => use(new Pages(browser)), { scope: 'worker' }],
  page: async ({ browser, pages, fresh, isMobile, hasTouch, viewport }, use) => {
    if (fresh || isMobile || hasTouch) {
      const page = await newPage(browser);
      await use(page);
      return page.context().close();
    }
    const page = await pages.take();
    await sized(page, viewport);
    await use(page);
    await pages.giveBack(page);
  },
  context: ({ page }, use) => use(page.context()),
  visitor: async ({ pages, viewport }, use) => {
    const taken: Page[] = [];
    await use(async () => {
      const page = await pages.take();
      taken.push(page);
      await sized(page, viewport);
      return page;
    });
    await Promise.all(taken.map((page) => pages.giveBack(page)));
  },
});

async function sized(page: Page, viewport: { width: number; height: number } | null) {
  const { width, height } = page.viewportSize() ?? {};
  if (viewport && (viewport.width !== width || viewport.height !== height)) await page.setViewportSize(viewport);
}
