// Transfers contacts to several people, follows it, reverts it, and reads a contact's history.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

const selected = (page: Page) => page.getByRole('region', { name: 'Selected contacts' });
const work = (page: Page) => page.getByRole('complementary', { name: 'Running work' });

async function choose(page: Page, box: string, name: string) {
  await page.getByRole('combobox', { name: box }).fill(name);
  await page.getByRole('option', { name }).click();
}

async function openDialog(page: Page, last_name: string, count: number) {
  for (let number = 1; number <= count; number++)
    await call(page, createContact, { body: { first_name: `N${number}`, last_name } });
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(count);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await selected(page).getByRole('button', { name: 'Transfer', exact: true }).click();
  return page.getByRole('dialog', { name: `Transfer ${count} contacts` });
}

test('contacts are shared out among people, and brought back', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const last_name = unique('Shared');
  const dialog = await openDialog(page, last_name, 5);
  await dialog.getByRole('button', { name: 'Transfer 5 contacts' }).click();
  await expect(dialog.getByText('Choose who receives the contacts')).toBeVisible();
  await dialog.getByText('Several people').click();
  await choose(page, 'Add a person', 'Ana Reyes');
  await choose(page, 'Add a person', 'Terrence Boyd');
  await dialog.getByLabel('Shares of Ana Reyes').fill('4');
  const people = dialog.getByRole('list', { name: 'People and their shares' }).getByRole('listitem');
  await expect(people).toContainText(['4 contacts', '1 contact']);
  await choose(page, 'Also change a field', 'City');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Ocala');
  await dialog.getByRole('checkbox', { name: 'Tell the receivers by mail' }).check();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Transfer 5 contacts' }).click();
  await expect(work(page)).toContainText('Transferred 5 contacts');
  await expect(rows(page).filter({ hasText: 'Ana Reyes' })).toHaveCount(4);
  await expect(rows(page).filter({ hasText: 'Terrence Boyd' })).toHaveCount(1);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transfers' }).click();
  const table = page.getByRole('table', { name: 'Transfers' });
  await expect(table.getByRole('row').nth(1)).toContainText('Ana Reyes and 1 more');
  await expectAccessible(page);
  await expectFits(page);
  await table.getByRole('link', { name: 'Ana Reyes and 1 more' }).first().click();
  await expect(page.getByRole('heading', { name: 'To Ana Reyes and 1 more' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'About the transfer' })).toContainText('4 shares: 4 contacts');
  const log = page.getByRole('table', { name: 'Log of the transfer' });
  await expect(log.getByRole('row')).toHaveCount(6);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Revert the transfer?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Revert the transfer' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Reverted 5 contacts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revert', exact: true })).toHaveCount(0);

  await log.getByRole('link', { name: `N1 ${last_name}` }).click();
  await page.getByRole('tab', { name: 'Transfers' }).click();
  const history = page.getByRole('table', { name: 'Transfers of the contact' });
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('Eleanor Whitfield, as an undo');
  await expectAccessible(page);
  await history.getByRole('link', { name: 'Open' }).first().click();
  await expect(page.getByRole('heading', { name: 'To Ana Reyes and 1 more' })).toBeVisible();
});

test('an agent transfers to a pool, sees their own transfers and no others', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Pooled');
  const dialog = await openDialog(page, last_name, 2);
  await expect(dialog.getByText('Several people')).toHaveCount(0);
  await dialog.getByText('A pool', { exact: true }).click();
  await choose(page, 'Pool', 'Miami web leads');
  await dialog.getByRole('button', { name: 'Transfer 2 contacts' }).click();
  await expect(work(page)).toContainText('Transferred 2 contacts');
  await page.goto('/transfers');
  const table = page.getByRole('table', { name: 'Transfers' });
  await expect(table.getByRole('row').nth(1)).toContainText('Pool Miami web leads');
  await expect(table).not.toContainText('Eleanor Whitfield');
  await page.getByRole('searchbox', { name: 'Search by person or pool' }).fill('no such name');
  await expect(page.getByText('No matching transfers')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by person or pool' }).fill('miami');
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect(page).toHaveURL(/q=miami.*order=oldest|order=oldest.*q=miami/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search by person or pool' })).toHaveValue('miami');
  await expect(page.getByRole('combobox', { name: 'Order' })).toHaveValue('Oldest first');
  await expect(table.getByRole('row').nth(1)).toContainText('Pool Miami web leads');
});
