// The frame of the Admin screens: their navigation, at the left or as a menu.
import { expect } from '@playwright/test';
import { expectAccessible, expectFits, signIn, test } from './support.ts';

test('one entry leads to Admin, and its own navigation from screen to screen', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Failed jobs' })).toBeHidden();
  await main.getByRole('link', { name: 'Admin' }).click();
  const admin = page.getByRole('navigation', { name: 'Admin' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom fields');
  await expect(admin.getByRole('link', { name: 'Custom fields' })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('link', { name: 'Admin' })).toHaveAttribute('data-active', 'true');
  await admin.getByRole('region', { name: 'Company' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await expectFits(page);
  await expectAccessible(page);
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed jobs');
});

test('on a phone the screens of Admin are chosen from a list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin@harbor.test', '/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom fields');
  await page.getByRole('combobox', { name: 'Admin' }).selectOption('Security');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await expect(page).toHaveURL('/admin/security');
  await expectFits(page);
  await expectAccessible(page);
});

test('the palette has the commands of every area, for those who may', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('import contacts');
  await page.getByRole('button', { name: 'Import contacts' }).click();
  await expect(page).toHaveURL('/imports/new');
  const basic = await another('basic@keystone.test');
  await basic.keyboard.press('Control+k');
  await basic.getByRole('dialog').getByRole('textbox').fill('import');
  await expect(basic.getByRole('dialog').getByText('Nothing found')).toBeVisible();
});
