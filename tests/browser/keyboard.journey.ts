// Hands that never leave the keys.
import { expect, test } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, rows, searchBox, signIn, unique } from './support.ts';

test('the list is worked by keyboard alone', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Keys');
  for (const first_name of ['Abe', 'Bea', 'Cal', 'Dot']) await call(page, createContact, { body: { first_name, last_name } });
  const row = (name: string) => rows(page).filter({ hasText: name });
  const key = (...keys: string[]) => keys.reduce((done, each) => done.then(() => page.keyboard.press(each)), Promise.resolve());

  await key('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(last_name);
  await expect(rows(page)).toHaveCount(4);
  await key('Tab');
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());

  await expect(row('Abe')).toHaveAttribute('data-active');
  await key('j', 'j', 'k');
  await expect(row('Bea')).toHaveAttribute('data-active');
  await key('x');
  await expect(row('Bea')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('1 of 4 selected');

  const grid = page.getByRole('grid', { name: 'Contacts' });
  await grid.focus();
  await key('ArrowDown', 'Shift+ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('3 of 4 selected');
  await key('Home', 'Space');
  await expect(row('Abe')).toHaveAttribute('aria-selected', 'true');
  await key('Enter');
  await expect(page.getByRole('heading', { name: `Abe ${last_name}` })).toBeVisible();
  await key('j');
  await expect(page.getByRole('heading', { name: `Bea ${last_name}` })).toBeVisible();
  await key('Escape');
  await expect(searchBox(page)).toHaveValue(last_name);

  await key('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByPlaceholder('Search people, places and commands')).toBeFocused();
  await page.keyboard.type(`dot ${last_name}`);
  await expect(palette.getByRole('button', { name: `Dot ${last_name}` })).toBeVisible();
  await expectAccessible(page);
  await key('ArrowDown', 'Enter');
  await expect(page.getByRole('heading', { name: `Dot ${last_name}` })).toBeVisible();
  await expect(palette).toBeHidden();
  await key('g', 'i');
  await expect(page).toHaveURL('/imports');
  await key('g', 'c');
  await expect(page).toHaveURL('/contacts');
});

test('the keys are told on request, and can be switched off', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Search contacts');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  const settings = page.getByRole('dialog', { name: /Ana Reyes/ });
  const single = settings.getByRole('switch', { name: 'Single-key shortcuts' });
  await page.getByRole('button', { name: /Ana Reyes/ }).press('Enter');
  await single.focus();
  await page.keyboard.press('Space');
  await expect(single).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();

  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
});

test('whoever tabs may skip the navigation', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
