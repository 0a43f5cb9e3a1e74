// Shared code of the journeys: sign-in, data of their own, a record of short-lived texts, and accessibility checks.
import { randomBytes } from 'node:crypto';
import { type Cookie, expect, type Locator, type Page, type WebSocket } from '@playwright/test';
import axe from 'axe-core';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import { requestOf } from '#contract/kit/request.ts';
import { createSession } from '#contract/signIn.ts';
import { test as base } from './pages.ts';

export const password = 'steward-demo';

/** Each user signs in now and then in a run, as the server counts attempts. Tests of sign-in itself use the form. */
const sessions = new Map<string, { cookies: Cookie[]; at: number }>();
/** Milliseconds. A quarter of an hour after sign-in some calls ask for the password again. */
const freshFor = 5 * 60_000;

/** Opens a path, signed in. */
export async function signIn(page: Page, email: string, path = '/contacts') {
  const known = sessions.get(email);
  if (known && Date.now() - known.at < freshFor) await page.context().addCookies(known.cookies);
  else {
    await call(page, createSession, { body: { email, password } });
    sessions.set(email, { cookies: await page.context().cookies(), at: Date.now() });
  }
  await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
}

/** Does what opens the page, and waits until the page hears of changes: what happened before that is not told to it. */
export async function online(page: Page, open: () => Promise<unknown>) {
  const confirmed = new Set<WebSocket>(); // a page that is left may still open one
  page.on('websocket', (line) =>
    line.on('framereceived', ({ payload }) => void (String(payload).includes('confirm_subscription') && confirmed.add(line))),
  );
  await open();
  await expect.poll(() => [...confirmed].some((line) => !line.isClosed())).toBe(true);
}

/** A second browser with another user. */
export const test = base.extend<{ another: (email: string, path?: string) => Promise<Page> }>({
  another: ({ visitor }, use) =>
    use(async (email, path) => {
      const page = await visitor();
      await signIn(page, email, path);
      return page;
    }),
});

/** Signs in with the form, in a new session. */
export async function signInByHand(page: Page, email: string, word = password) {
  await page.getByLabel('E-mail or username').fill(email);
  await startAtContacts(page);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.keyboard.press('Enter');
}

/** Most journeys begin at the list of contacts; a path that the page remembers counts more. */
async function startAtContacts(page: Page) {
  const context = page.context();
  if ((await context.cookies()).some(({ name }) => name === 'redirect_path')) return;
  await context.addCookies([{ name: 'redirect_path', value: encodeURIComponent('/contacts'), url: page.url() }]);
}

/** Calls the API as the page's user, for the journey's own data. */
export async function call<E extends Endpoint>(page: Page, endpoint: E, input: CallOf<E>): Promise<AnswerOf<E>> {
  const { url, headers, body } = requestOf(endpoint, input as object);
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrf_token')?.value ?? '';
  const answer = await page.request.fetch(url, {
    method: endpoint.method,
    headers: { ...headers, 'x-csrf-token': decodeURIComponent(csrf) },
    ...(body !== undefined && { data: body }),
  });
  if (!answer.ok()) throw new Error(`${endpoint.method} ${url}: ${await answer.text()}`);
  return (answer.status() === 204 ? undefined : await answer.json()) as AnswerOf<E>;
}

/** A word that is nowhere else in the demo, so that journeys do not affect each other. */
export const unique = (word: string) => word + [...randomBytes(5)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** The rows of the list on screen, without its header. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') });
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by name, phone or e-mail' });

/** Drops a file on the import wizard, as a user would. */
export async function dropFile(page: Page, name: string, content: Buffer) {
  const files = await page.evaluateHandle(
    ([file, base64 = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], file ?? ''));
      return transfer;
    },
    [name, content.toString('base64')],
  );
  await page.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: files });
}

/** Every text that an element has shown since then, also those too short-lived to wait for. */
export async function textsOf(element: Locator): Promise<() => Promise<string[]>> {
  const texts = await element.evaluateHandle((node) => {
    const seen: string[] = [];
    const look = () => {
      const text = node.textContent ?? '';
      if (seen.at(-1) !== text) seen.push(text);
    };
    look();
    new MutationObserver(look).observe(node, { childList: true, subtree: true, characterData: true });
    return seen;
  });
  return () => texts.jsonValue();
}

/** WCAG 2.2 A and AA; a dark screen differs from the light one only in colours. */
export async function expectAccessible(page: Page) {
  const said = await violations(page, wcag);
  const html = page.locator('html');
  const scheme = (await html.getAttribute('data-mantine-color-scheme')) ?? 'light';
  await paint(scheme === 'light' ? 'dark' : 'light');
  said.push(...(await violations(page, ['color-contrast'])));
  await paint(scheme);
  expect(said.join('\n')).toBe('');

  /** Waits until no colour fades, which takes some frames even with reduced motion; ignores endless animations. */
  function paint(next: string) {
    return html.evaluate(async (element, to) => {
      element.setAttribute('data-mantine-color-scheme', to);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const fading = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(fading.map(({ finished }) => finished));
    }, next);
  }
}

/** Nothing sticks out at the side or is cut off; after a resize the layout takes one more frame. */
export async function expectFits(page: Page) {
  const findCut = (main: Element) => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the whole page'] : []),
    ...[...main.querySelectorAll('h1, h2, a, button, input, textarea')]
      .filter((element) => element.checkVisibility() && !element.closest('[role="grid"], [role="tablist"]')) // these scroll by themselves
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.outerHTML.slice(0, 200)),
  ];
  await expect.poll(() => page.getByRole('main').evaluate(findCut)).toEqual([]);
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks the first rows of a list only, as its rows are alike. Loads axe once a page, as that takes longer than a check. */
async function violations(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(
      { exclude: [['[role="row"]:nth-child(n+6)']] },
      { runOnly: only, resultTypes: ['violations'] },
    );
    const scheme = document.documentElement.getAttribute('data-mantine-color-scheme');
    return violations.flatMap(({ id, help, nodes }) => [
      `${id} (${scheme}): ${help}`,
      ...nodes.map(({ target, failureSummary }) => `  ${target.join(' ')} ${failureSummary ?? ''}`),
    ]);
  }, runOnly);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
