// What journeys share: signing in, pictures, and the look for what keeps people out.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function signIn(page: Page, email: string, path = '/') {
  await page.goto(path);
  await page.getByLabel('E-mail or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('steward-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Into docs/pictures where PICTURES is set (that is how the README's are made), else beside the reports. */
export async function picture(page: Page, name: string) {
  const folder = join(import.meta.dirname, process.env.PICTURES ? '../../docs/pictures' : '../../test-results/pictures');
  const path = join(folder, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}

/** WCAG 2.2 A and AA, in the scheme shown. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const said = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.target.join(' ')}`).join('\n')}`,
  );
  expect(said.join('\n')).toBe('');
}
