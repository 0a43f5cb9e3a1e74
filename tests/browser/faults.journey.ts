// Two screens stay open while the processes behind them are killed. Uses its own Steward, so that no other
// journey is affected.
import { expect } from '@playwright/test';
import { kill } from '../faults/processes.ts';
import { aProduct, type Product, type Target } from '../faults/product.ts';
import { until } from '../support/until.ts';
import { dropFile, expectAccessible, signInByHand, test } from './support.ts';

let product: Product;
test.skip(process.platform !== 'linux', 'processes are found as Linux shows them');
test.beforeAll(async () => {
  product = await aProduct({ contacts: 20 });
  product.start();
  await until(product.isWell, 60);
});
test.afterAll(() => product.stop());

const rowsOfFile = 40_000;

test('an import and a list come through the fall of web and worker without a reload, and say what is so', async ({ browser }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL: product.origin });
  const [list, page] = [await context.newPage(), await context.newPage()];
  await list.goto('/contacts');
  await signInByHand(list, 'admin@harbor.test');
  const count = list.getByRole('heading', { name: 'Contacts' }).locator('..');
  await expect(count).toContainText(/Contacts\d+/);

  await page.goto('/imports/new');
  const lines = Array.from({ length: rowsOfFile }, (_, row) => `Pat ${row},Long,786${2_000_000 + row}`);
  await dropFile(page, 'long.csv', Buffer.from(['First name,Last name,Phone', ...lines].join('\n')));
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: /^Import [\w ]+,\d+ rows$/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Importing' })).toBeVisible();
  for (const each of [list, page]) await each.evaluate(() => Object.assign(window, { sameLoad: true }));

  await fell('worker');

  // A short outage: the connection comes back by itself.
  const line = page.getByRole('status', { name: 'Connection' });
  const back = page.waitForEvent('websocket');
  await fell('web');
  await back;

  // A longer one: the page shows it, and removes the notice afterwards.
  const falling = setInterval(() => {
    for (const { pid } of product.find('web')) kill(pid);
  }, 100);
  await expect(line).toContainText('Reconnecting');
  await expectAccessible(page);
  clearInterval(falling);
  await expect(line).toHaveText('', { timeout: 30_000 });

  await expect(page.getByRole('status').filter({ hasText: '40,000 new contacts imported' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('definition').filter({ hasText: /^[\d,]+$/ })).toHaveText(['40,000', '0', '0', '0']);
  await expect(count).toContainText('10,000+', { timeout: 30_000 });
  for (const each of [list, page]) expect(await each.evaluate(() => 'sameLoad' in window)).toBe(true);
  await context.close();
});

async function fell(target: Target) {
  const [victim] = product.find(target);
  if (!victim || !kill(victim.pid)) throw new Error(`there is no ${target} to kill`);
  await until(async () => product.find(target).some(({ pid }) => pid !== victim.pid));
}
