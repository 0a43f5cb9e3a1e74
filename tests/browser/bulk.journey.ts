// Changes, deletes and restores many contacts, and undoes it.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { updateContactGroup } from '#contract/contactActions.ts';
import { createContact, updateContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

const selected = (page: Page) => page.getByRole('region', { name: 'Selected contacts' });
const work = (page: Page) => page.getByRole('complementary', { name: 'Running work' });

async function chooseAll(page: Page, count: number) {
  await expect(rows(page)).toHaveCount(count);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
}

test('a field is changed on many contacts, and changed back', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Changed');
  for (const first_name of ['Ada', 'Ben', 'Cy']) await call(page, createContact, { body: { first_name, last_name } });
  await searchBox(page).fill(last_name);
  await chooseAll(page, 3);
  await selected(page).getByRole('button', { name: 'Change a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 contacts' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('City');
  await page.getByRole('option', { name: 'City' }).click();
  await expect(dialog.getByRole('button', { name: 'Clear the field on 3 contacts' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'City' }).fill('Ocala');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 3 contacts' }).click();
  await expect(work(page)).toContainText('Changed 3 contacts');
  await expect(rows(page).first()).toContainText('Ocala');
  await expectAccessible(page);
  await work(page).getByRole('button', { name: 'Undo' }).click();
  await expect(work(page)).toContainText('Undone on 3 contacts');
  await expect(rows(page).first()).not.toContainText('Ocala');
});

test('contacts are deleted, found among the deleted ones, and restored', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Deleted');
  for (const first_name of ['Ada', 'Ben']) await call(page, createContact, { body: { first_name, last_name } });
  await searchBox(page).fill(last_name);
  await chooseAll(page, 2);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await selected(page).getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 contacts?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete 2 contacts' }).click();
  await expect(work(page)).toContainText('Deleted 2 contacts');
  await expect(rows(page)).toHaveCount(0);

  await page.goto(`/contacts?contact_group=deleted&q=${encodeURIComponent(last_name)}`);
  await chooseAll(page, 2);
  await selected(page).getByRole('button', { name: 'Restore 2 contacts' }).click();
  await page.getByRole('dialog', { name: 'Restore 2 contacts?' }).getByRole('button', { name: 'Restore 2 contacts' }).click();
  await expect(work(page)).toContainText('Restored 2 contacts');
  await expect(rows(page)).toHaveCount(0);
  await searchBox(page).fill('');
  await page.goto(`/contacts?q=${encodeURIComponent(last_name)}`);
  await expect(rows(page)).toHaveCount(2);
});

test('a contact is deleted on its page, restored there, and the deletion can be undone', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Single');
  const { id } = await call(page, createContact, { body: { first_name: 'Ada', last_name } });
  await page.goto(`/contacts/${id}`);
  const remove = async () => {
    await page.getByRole('button', { name: `Actions of Ada ${last_name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete the contact' }).click();
    await expect(page.getByRole('alert')).toContainText('It can be read and not changed.');
  };
  await remove();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore the contact' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await remove();
  await expect(work(page)).toContainText('Deleted 1 contact');
  await work(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the page of bulk actions tells what was done, and undoes it', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Listed');
  const people = await Promise.all(
    ['Ada', 'Ben'].map((first_name) => call(page, createContact, { body: { first_name, last_name } })),
  );
  const ids = people.map(({ id }) => id);
  await call(page, updateContactGroup, { body: { ids, fields: { city: 'Ocala', occupation: 'Nurse' } } });
  await page.goto('/bulk-actions');
  const row = page.getByRole('row', { name: /Change/ }).first();
  await expect(row).toContainText('City, Occupation');
  await expect(row).toContainText('Complete');
  await expect(row).toContainText('2 contacts');
  await expectAccessible(page);
  await call(page, updateContact, { params: { id: ids[0] ?? 0 }, body: { city: 'Naples' } });
  await row.getByRole('button', { name: /^Actions of Change/ }).click();
  await page.getByRole('menuitem', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Undo on 2 contacts?' }).getByRole('button', { name: 'Undo on 2 contacts' }).click();
  const undo = page.getByRole('row', { name: /Undo/ }).first();
  await expect(undo).toContainText('2 contacts, 1 left as changed since');
  await expect(page.getByRole('row', { name: /Change/ }).first()).toContainText('Undone');
  await undo.getByRole('button', { name: /^Actions of Undo/ }).click();
  await page.getByRole('menuitem', { name: 'Show what stayed as it was' }).click();
  const kept = page.getByRole('dialog', { name: 'Left as changed since' });
  await expect(kept.getByRole('row', { name: new RegExp(`Ada ${last_name}`) })).toContainText('City');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('contacts are exported to a file with chosen columns', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Exported');
  for (const first_name of ['Ada', 'Ben']) await call(page, createContact, { body: { first_name, last_name, city: 'Ocala' } });
  await searchBox(page).fill(last_name);
  await chooseAll(page, 2);
  await selected(page).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export 2 contacts' });
  await dialog.getByRole('radio', { name: 'Chosen columns' }).check();
  await dialog.getByRole('button', { name: 'Export 2 contacts' }).click();
  await expect(dialog).toContainText('Choose at least one column');
  for (const column of ['First name', 'City']) {
    await dialog.getByRole('combobox', { name: 'Chosen columns' }).fill(column);
    await page.getByRole('option', { name: column, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export 2 contacts' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('contacts.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe('\uFEFFFirst name,City\r\nAda,Ocala\r\nBen,Ocala\r\n');
  await expect(page.getByText('2 contacts exported.')).toBeVisible();
});
