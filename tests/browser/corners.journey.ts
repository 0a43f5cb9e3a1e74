// Accessibility of screens and lists that no other journey visits.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, dropFile, expectAccessible, signIn, test, unique } from './support.ts';

test('a contact’s notes, and an empty list of tags beside them', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Nora', last_name: unique('Corner') } });
  await page.goto(`/contacts/${id}`);
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
  await page.getByPlaceholder('Write a note').fill('Call after five');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Call after five' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await expect(tags).toBeFocused();
  await tags.fill(unique('nothing'));
  await expect(page.getByRole('option', { name: /^Make the tag/ })).toBeVisible();
  await expectAccessible(page);
});

test('lists of choices that hold none', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  await page.getByRole('button', { name: /All contacts/ }).click();
  const person = page.getByRole('combobox', { name: 'Of one person' });
  await person.fill(unique('nobody'));
  await expect(page.getByRole('option', { name: 'Nothing found' })).toBeDisabled();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('shoe size');
  await expect(page.getByRole('option', { name: 'No such field' })).toBeDisabled();
  await expectAccessible(page);
});

test('jobs that failed', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/jobs');
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing failed' })).toBeVisible();
  await expectAccessible(page);
});

test('saved settings of an import', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/imports/new');
  await dropFile(page, 'google.csv', await readFile(join(import.meta.dirname, '../fixtures/imports/google-contacts.csv')));
  await page.getByRole('button', { name: 'Saved settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Save these as' })).toBeFocused();
  await expectAccessible(page);
  const name = unique('vendor');
  await page.getByRole('textbox', { name: 'Save these as' }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Saved the settings “${name}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Saved settings' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a tab from before an update says so when a part of it is gone', async ({ page }) => {
  const manifest = join(import.meta.dirname, '../../web/dist/.vite/manifest.json');
  const { file } = JSON.parse(await readFile(manifest, 'utf8'))['app/ShortcutHelp.tsx'];
  await page.route(`**/${file}`, (route) => route.fulfill({ status: 404 }));
  await page.route('/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js">' }),
  );
  await signIn(page, 'agent@harbor.test');
  await page.keyboard.press('?');
  const line = page.getByRole('status', { name: 'Connection' });
  await expect(line).toContainText('A newer version is available');
  await expectAccessible(page);
  await page.unrouteAll();
  await line.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  await expect(line).toHaveText('');
});
