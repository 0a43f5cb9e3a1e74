// What journeys share: signing in, data of their own, a record of what passes by, and the look for what keeps people out.
import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import { requestOf } from '#contract/kit/request.ts';
import { createSession } from '#contract/signIn.ts';

export const password = 'steward-demo';

/** Every person signs in once in a run: the server counts attempts. What is tested of signing in does it by hand. */
const sessions = new Map<string, Cookie[]>();

/** Signed in, at a path. */
export async function signIn(page: Page, email: string, path = '/contacts') {
  const known = sessions.get(email);
  if (known) await page.context().addCookies(known);
  else {
    await call(page, createSession, { body: { email, password } });
    sessions.set(email, await page.context().cookies());
  }
  await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
}

/** A second browser with somebody else in it, closed when the test is over. */
export const test = base.extend<{ another: (email: string, path?: string) => Promise<Page> }>({
  another: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (email, path) => {
      const page = await browser.newPage();
      pages.push(page);
      await signIn(page, email, path);
      return page;
    });
    await Promise.all(pages.map((page) => page.close()));
  },
});

/** Signed in through the form on screen, with a session of one's own. */
export async function signInByHand(page: Page, email: string, word = password) {
  await page.getByLabel('E-mail or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.keyboard.press('Enter');
}

/** Calls the API as the person signed in on a page: for a journey's own data. */
export async function call<E extends Endpoint>(page: Page, endpoint: E, input: CallOf<E>): Promise<AnswerOf<E>> {
  const { url, body } = requestOf(endpoint, input as object);
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrf_token')?.value ?? '';
  const answer = await page.request.fetch(url, {
    method: endpoint.method,
    headers: { 'x-csrf-token': decodeURIComponent(csrf) },
    ...(body !== undefined && { data: body }),
  });
  if (!answer.ok()) throw new Error(`${endpoint.method} ${url}: ${await answer.text()}`);
  return (await answer.json()) as AnswerOf<E>;
}

/** A word that nothing else in the demo holds, so that journeys do not meet. */
export const unique = (word: string) => word + [...randomBytes(5)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** The rows of the list on screen, without its head. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') });
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by name, phone or e-mail' });

/** Lets a file fall on the import wizard, as a hand would. */
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

/** Every text that an element has shown since: what passes by too quickly to be looked for is here. */
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

/** WCAG 2.2 A and AA; a dark screen differs from the light one by its colours alone. */
export async function expectAccessible(page: Page) {
  const said = [...(await violations(page, look(page).withTags(wcag)))];
  const html = page.locator('html');
  const scheme = (await html.getAttribute('data-mantine-color-scheme')) ?? 'light';
  await paint(scheme === 'light' ? 'dark' : 'light');
  said.push(...(await violations(page, look(page).withRules(['color-contrast']))));
  await paint(scheme);
  expect(said.join('\n')).toBe('');

  /** Until no colour fades any more, which takes some frames even where motion is reduced; what goes round for ever is not waited for. */
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

/** Nothing stands out at the side, nor is cut off there; a page that was just resized is laid out anew a frame later. */
export async function expectFits(page: Page) {
  const findCut = (main: Element) => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the whole page'] : []),
    ...[...main.querySelectorAll('h1, h2, a, button, input, textarea')]
      .filter((element) => element.checkVisibility() && !element.closest('[role="grid"]')) // a grid scrolls by itself
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.outerHTML.slice(0, 200)),
  ];
  await expect.poll(() => page.getByRole('main').evaluate(findCut)).toEqual([]);
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A list's rows are alike, and many: the first few stand for all. The legacy mode spares a second page, which only frames need. */
const look = (page: Page) =>
  new AxeBuilder({ page })
    .exclude('[role="row"]:nth-child(n+6)')
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();

async function violations(page: Page, axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  const scheme = await page.locator('html').getAttribute('data-mantine-color-scheme');
  return found.violations.flatMap(({ id, help, nodes }) => [
    `${id} (${scheme}): ${help}`,
    ...nodes.map(({ target, failureSummary }) => `  ${target.join(' ')} ${failureSummary ?? ''}`),
  ]);
}
