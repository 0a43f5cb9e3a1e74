// Checks a number on the contact's page and the numbers of a selection, and filters the list by the kind of line.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

test('numbers are checked, shown with the date, and found by the kind of line', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  const last_name = unique('Dialed');
  /** The last digit says what the demo's carrier answers. */
  const numberWith = (digit: number) => `7865${Math.floor(Math.random() * 90_000) + 10_000}${digit}`;
  const somebody = (first_name: string, number: string) =>
    call(page, createContact, { body: { first_name, last_name, phones: [{ type: 2, number }] } });
  const rosa = await somebody('Rosa', numberWith(2));
  await somebody('Ben', numberWith(7));

  await page.goto(`/contacts/${rosa.id}`);
  const details = page.getByRole('list', { name: 'Contact details' });
  await details.getByRole('button', { name: /^Actions of \(786\)/ }).click();
  await page.getByRole('menuitem', { name: 'Check number' }).click();
  await expect(details.getByText(/^Mobile · Sandbox Wireless · checked /)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/contacts');
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Check numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check numbers of 2 contacts' });
  await expect(dialog.getByText('1 number will be checked. 1 number was checked in the last 30 days.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Check 1 number for $0.008' }).click();

  await page.goto('/number-checks');
  await page.getByRole('searchbox', { name: 'Search' }).fill(last_name);
  const table = page.getByRole('table', { name: 'Number checks' });
  await expect(table.getByRole('row').filter({ hasText: 'Ben' })).toContainText('Landline');
  await expect(table.getByRole('row').filter({ hasText: 'Rosa' })).toContainText('$0.008');
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});
