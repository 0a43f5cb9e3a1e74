// The main screens on a phone, and in dark colours.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { updateTheme } from '#contract/profile.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('a contact is found, opened and called', async ({ page }) => {
    await signIn(page, 'agent@harbor.test');
    const last_name = unique('Featherstonehaugh-Cholmondeley-Worthington');
    const body = {
      first_name: 'Maximiliana',
      last_name,
      phones: [{ number: '3055550124' }],
      emails: [{ address: `${last_name}@example.com` }],
    };
    await call(page, createContact, { body });
    await expect(rows(page).nth(3)).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);

    await searchBox(page).fill(last_name);
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: `Call Maximiliana ${last_name}` })).toBeVisible();
    await expectFits(page);
    await page.getByRole('link', { name: `Maximiliana ${last_name}`, exact: true }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Maximiliana ${last_name}`);
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Details' }).tap();
    await page.getByRole('button', { name: 'Edit Phones and e-mails' }).tap();
    await expect(page.getByRole('textbox', { name: 'Phone 1' })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });

  test('the navigation opens, and the imports fit', async ({ page }) => {
    await signIn(page, 'agent@harbor.test');
    await page.getByRole('button', { name: 'Open the navigation' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    await expect(drawer.getByRole('link', { name: 'Contacts' })).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Imports' }).tap();
    await expect(page.getByRole('heading', { name: 'Imports' })).toBeVisible();
    await expect(drawer).toBeHidden();
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Import', exact: true }).tap();
    await expect(page.getByText('Drop a file here')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});

test('the dark is chosen once and stays, on the sign-in page too', async ({ page }) => {
  await signIn(page, 'agent@summit.test');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page
    .getByRole('button', { name: /Summit|Recruit/ })
    .or(page.getByRole('navigation').getByRole('button').last())
    .last()
    .click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(23, 25, 28)');
  await page.getByText('Large', { exact: true }).click();
  await expect(html).toHaveCSS('font-size', '18px');
  await expectAccessible(page);

  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html).toHaveCSS('font-size', '18px');
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(23, 25, 28)');
  await expectAccessible(page);

  await signIn(page, 'agent@summit.test');
  await call(page, updateTheme, { body: { font_size: 'medium', background: 'light' } });
});
