import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, picture, signIn } from './support.ts';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
const search = (page: Page) => page.getByPlaceholder('Name, phone or e-mail');

test('an administrator searches, filters, orders and scrolls to the end of the list', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  await expect(rows(page).nth(5)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'contacts-light');

  await search(page).fill('305');
  await expect(page).toHaveURL(/q=305/);
  await search(page).fill('zzzz');
  await expect(page.getByText(/no contact/i)).toBeVisible();
  await search(page).fill('');

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('status');
  await page.getByRole('option', { name: 'Status', exact: true }).click();
  await page
    .getByRole('checkbox', { name: 'Sold' })
    .or(page.getByRole('option', { name: 'Sold' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('Sold').first()).toBeVisible();
  await page.reload(); // the filter stands in the address
  await expect(rows(page).first()).toContainText('Sold');
  await page.goBack();
  await expect(page).not.toHaveURL(/search=/);

  await page
    .getByRole('button', { name: /^Updated/ })
    .or(page.getByRole('columnheader', { name: 'Updated' }).getByRole('button'))
    .first()
    .click();
  await expect(page).toHaveURL(/order_field=updated_at/);

  const grid = page.getByRole('grid').or(page.getByRole('table')).first();
  const total = Number(
    (
      await page
        .getByText(/^\d{1,3}(,\d{3})+$/)
        .first()
        .textContent()
    )?.replace(/\D/g, ''),
  );
  await grid.focus();
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(total + 1));
    await expect(page.locator(`[aria-rowindex="${total + 1}"]`)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
});

test('fifty contacts are tagged at once, all in view but one besides, and the banner tells when it is done', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  await rows(page).first().getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByLabel('How many').fill('50');
  await page.getByRole('button', { name: 'The first 50' }).click();
  await expect(page.getByText(/^50 of/)).toBeVisible();
  await picture(page, 'contacts-selected');
  await page.getByRole('button', { name: 'Tag 50 contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tag 50 contacts' });
  await dialog.getByLabel('Add tags').fill('spring review');
  await page.getByRole('option', { name: /spring review/ }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tag 50 contacts' }).click();
  await expect(page.getByText(/tagged 50 contacts|50 contacts tagged/i).first()).toBeVisible();

  await page.getByRole('checkbox', { name: /all/i }).first().click();
  await rows(page).nth(1).getByRole('checkbox').click();
  await expect(page.getByText(/all in view but 1/)).toBeVisible();
});

test('a contact is made, opened, edited in place, tagged and noted, and its timeline tells of it', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^(Add|Save|Create)/ }).click();
  await expect(dialog.getByText('Give a name, a phone or an e-mail').first()).toBeVisible();
  await dialog.getByLabel('First name').fill('Quentin');
  await dialog.getByLabel('Last name').fill('Zebrowski');
  await dialog.getByLabel('Phone').first().fill('(305) 555-0142');
  await dialog.getByRole('button', { name: /^(Add|Save|Create)/ }).click();
  await expect(page.getByRole('heading', { name: 'Quentin Zebrowski' })).toBeVisible();
  await expect(page.getByRole('link', { name: '(305) 555-0142' })).toHaveAttribute('href', 'tel:+13055550142');
  await expectAccessible(page);
});

test('the list is usable by keyboard alone', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).nth(3)).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('a');
  await expect(page).toHaveURL(/q=a/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').or(page.getByRole('combobox')).first()).toBeVisible();
  await page.keyboard.type('imports');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/imports/);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/contacts/);
});
