// Typed text never disappears: not by a reload, an ended session, another user's change, or an invalid date.
import { expect, type Page } from '@playwright/test';
import { createContact, getContact, updateContact } from '#contract/contacts.ts';
import { deleteSession } from '#contract/signIn.ts';
import { signInAs } from './account.ts';
import { test } from './company.ts';
import { call, expectAccessible, rows, searchBox, signIn, signInByHand, unique } from './support.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const read = (page: Page, id: number) => call(page, getContact, { params: { id }, query: { not_remove_new_tag: true } });

test('a quick edit stays when somebody else changes the contact, and both come together', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Quickly');
  const { id } = await call(page, createContact, { body: { first_name: 'Ida', last_name, phones: [{ number: '3055550131' }] } });
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: `Ida ${last_name}` });
  await dialog.getByLabel('Standing note').fill('Likes to be called late');
  await dialog.getByRole('button', { name: 'Add an e-mail' }).click();
  await dialog.getByRole('textbox', { name: 'E-mail 1' }).fill('ida@example.com');

  await call(page, updateContact, { params: { id }, body: { note: 'Has moved', city: 'Tampa' } });
  await expect(dialog.getByRole('status')).toContainText('meanwhile: Standing note');
  await expect(dialog.getByLabel('Standing note')).toHaveValue('Likes to be called late');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const clash = page.getByRole('dialog', { name: /changed this contact/ });
  await expect(clash.getByRole('radiogroup', { name: 'Standing note' })).toContainText('Has moved');
  await expect(clash.getByRole('radiogroup')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(clash).toBeHidden();
  await expect(dialog.getByLabel('Standing note'), 'Escape closes the topmost alone').toHaveValue('Likes to be called late');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await clash.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await read(page, id)).toMatchObject({
    note: 'Likes to be called late',
    city: 'Tampa',
    emails: [{ address: 'ida@example.com' }],
  });
});

test('an edit that was left is there again, and Undo brings back one that was discarded', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Leftover');
  const { id } = await call(page, createContact, { body: { first_name: 'Lee', last_name } });
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: `Lee ${last_name}` });
  await dialog.getByLabel('Standing note').fill('Half a sentence');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Not saved yet, but kept')).toBeVisible();
  await page.goto(`/contacts/${id}`);
  const note = page.getByRole('textbox', { name: 'Standing note' });
  await expect(note).toHaveValue('Half a sentence');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('complementary', { name: 'Summary' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toHaveValue('Half a sentence');
  await page.getByRole('complementary', { name: 'Summary' }).getByRole('button', { name: 'Save' }).click();
  await expect(note).toBeHidden();
  expect(await read(page, id)).toMatchObject({ note: 'Half a sentence' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(note).toBeHidden();
});

test('an edit outlives the session it began in, for its own user alone, and lies in storage unreadable', async ({
  page,
  aCompany,
}) => {
  const { agent, admin } = await aCompany();
  await signInAs(page, agent);
  await expect(searchBox(page)).toBeVisible();
  const { id } = await call(page, createContact, { body: { first_name: 'Sol', last_name: 'Keptfield' } });
  await page.goto(`/contacts/${id}?tab=details`);
  await page.getByRole('button', { name: 'Edit Medicare' }).click();
  await region(page, 'Medicare').getByLabel('Medicare number').fill('1EG4-TE5-MK73');
  await region(page, 'Medicare').getByLabel('Medicare part A').fill('05/01/2024');
  await page.getByRole('tab', { name: /Timeline/ }).click();
  await page.getByRole('textbox', { name: 'New note' }).fill('A note that waits');

  // The server ends the session without telling the page; its next call fails.
  await call(page, deleteSession, {}).catch(() => {}); // its answer has no body to read
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page).toHaveURL(/\/login/);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).toContain(`contact:${id}:medicare_number`);
  for (const secret of ['1EG4', 'MK73', '2024-05-01', 'A note that waits']) expect(stored).not.toContain(secret);

  await signInByHand(page, admin);
  await expect(page).toHaveURL(/\/contacts/);
  await page.goto(`/contacts/${id}?tab=details`);
  await expect(page.getByRole('button', { name: 'Edit Medicare' })).toBeVisible();
  await page.getByRole('tab', { name: /Timeline/ }).click();
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('');
  await page.getByRole('button', { name: /Dolores/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);

  await signInByHand(page, agent);
  await expect(page).toHaveURL(/\/contacts/);
  await page.goto(`/contacts/${id}`);
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('A note that waits');
  await page.getByRole('tab', { name: /Details · not saved/ }).click();
  await expect(region(page, 'Medicare').getByLabel('Medicare number')).toHaveValue('1EG4-TE5-MK73');
  await region(page, 'Medicare').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Medicare' })).toBeVisible();
  expect(await read(page, id)).toMatchObject({ medicare_number: '•••••••MK73', medicare_part_a: '2024-05-01' });
});

test('a date that is none stays as typed, with an error under it, and is not saved', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Dated'), birth_date: '1961-04-02' } });
  await page.goto(`/contacts/${id}?tab=details`);
  await page.getByRole('button', { name: 'Edit Personal' }).click();
  const personal = region(page, 'Personal');
  const birth = personal.getByLabel('Birth date', { exact: true });
  await birth.fill('13/45/1961');
  await personal.getByRole('combobox', { name: 'Gender' }).focus();
  await expect(birth).toHaveValue('13/45/1961');
  await expect(personal.getByText('This is not a date')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await personal.getByRole('button', { name: 'Save' }).click();
  await expect(birth).toHaveValue('13/45/1961');
  await expect(birth).toBeFocused();
  expect(await read(page, id)).toMatchObject({ birth_date: '1961-04-02' });

  await birth.fill('4/3/1961');
  await personal.getByRole('combobox', { name: 'Gender' }).focus();
  await expect(birth).toHaveValue('04/03/1961');
  await page.keyboard.press('Escape');
  await personal.getByRole('button', { name: 'Pick a day' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'April 3, 1961', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'April 5, 1961', exact: true }).click();
  await expect(birth).toHaveValue('04/05/1961');
  await personal.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Personal' })).toBeVisible();
  expect(await read(page, id)).toMatchObject({ birth_date: '1961-04-05' });
});
