// Duplicates: found with a reason, merged side by side, taken back; told apart; merged by rule.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

const group = (page: Page, name: string) => page.getByRole('listitem', { name });
const addTwins = async (page: Page, last_name: string) => {
  const email = `${last_name.toLowerCase()}@example.com`;
  const add = async (first_name: string, more: object) =>
    (await call(page, createContact, { body: { first_name, last_name, emails: [{ address: email }], ...more } })).id;
  return [await add('Ann', { city: 'Miami' }), await add('Ann', { occupation: 'Nurse', city: 'Ocala' })];
};

test('two records are found, merged side by side, and one again in the timeline', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  // First in the order of last names, so that they stand on the first page.
  const last_name = unique('Aaab');
  const [one, two] = await addTwins(page, last_name);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Duplicates' }).click();
  const found = group(page, `Ann ${last_name}`);
  await expect(found).toContainText('Same e-mail and name');
  await expectAccessible(page);
  await found.getByRole('button', { name: 'Merge 2…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge 2 contacts' });
  await expect(dialog.getByRole('radio', { name: 'Occupation: Nurse, column 2' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Address: Miami, column 1' }).check();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Merge 2 contacts' }).click();
  await expect(page.getByText('Merged 2 contacts into')).toBeVisible();
  await expect(found).toHaveCount(0);

  await page.goto(`/contacts/${two}`);
  await expect(page).toHaveURL(new RegExp(`/contacts/${one}`));
  await expect(page.getByText(`merged Ann ${last_name} into this contact`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(page.getByText('undid a merge')).toBeVisible();
  await page.goto(`/contacts/${two}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(last_name);
  await expect(page).toHaveURL(new RegExp(`/contacts/${two}`));
});

test('the notice after a merge from the list undoes it', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Listed');
  await addTwins(page, last_name);
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'The rows loaded so far' }).click();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('dialog', { name: 'Merge 2 contacts' }).getByRole('button', { name: 'Merge 2 contacts' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('what are no duplicates is remembered, and a rule merges the rest', async ({ page }) => {
  await signIn(page, 'agent@keystone.test');
  const [apart, alike] = [unique('Aaac'), unique('Aaad')];
  await addTwins(page, apart);
  await addTwins(page, alike);
  await page.goto('/duplicates');
  await group(page, `Ann ${apart}`).getByRole('button', { name: 'Not duplicates' }).click();
  await expect(group(page, `Ann ${apart}`)).toHaveCount(0);
  await page.reload();
  await expect(group(page, `Ann ${alike}`)).toBeVisible();
  await expect(group(page, `Ann ${apart}`)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Merge all…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge all duplicates' });
  await expect(dialog).toContainText('merged into another');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Merge \d+ group/ }).click();
  const work = page.getByRole('complementary', { name: 'Running work' });
  await expect(work).toContainText('Merged duplicates of');
  await expect(group(page, `Ann ${alike}`)).toHaveCount(0);
  await work.getByRole('button', { name: 'Undo' }).click();
  await expect(work).toContainText('Undone on');
  await page.reload();
  await expect(group(page, `Ann ${alike}`)).toBeVisible();
});
