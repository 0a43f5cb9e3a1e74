// Saved views: kept, changed, reset, shared, ordered by keys, opened from an address and the palette; two people edit one.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createPolicy } from '#contract/policies.ts';
import { createSource, deleteSource } from '#contract/reference.ts';
import { createSavedView, deleteSavedView, updateSavedView } from '#contract/savedViews.ts';
import { call, expectAccessible, online, searchBox, signIn, test, unique } from './support.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views', exact: true });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name: new RegExp(`^${name}`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a list is saved as a view, changed, reset, saved and opened again', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Viewed');
  for (const first_name of ['Ada', 'Ben']) await call(page, createContact, { body: { first_name, last_name } });
  const name = unique('View');
  await searchBox(page).fill(last_name);
  await button(page, 'Save as view').click();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contacts\?view=\d+$/);
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
  await expect(tab(page, name)).toContainText('2');
  await expectAccessible(page);

  // A change shows; Reset takes it back.
  await searchBox(page).fill(`Ada ${last_name}`);
  await expect(tab(page, name)).toContainText('changed');
  await expect(page).toHaveURL(/changed=1/);
  await button(page, 'Reset').click();
  await expect(searchBox(page)).toHaveValue(last_name);
  await expect(tab(page, name)).not.toContainText('changed');

  // Saved, and taken back.
  await searchBox(page).fill(`Ada ${last_name}`);
  await expect(tab(page, name)).toContainText('changed');
  await button(page, 'Save').click();
  await expect(page.getByText(`Saved ${name}`).last()).toBeVisible();
  await expect(tab(page, name)).toContainText('1');
  await page.reload();
  await expect(searchBox(page)).toHaveValue(`Ada ${last_name}`);
  await expect(page.getByRole('link', { name: `Ben ${last_name}` })).toHaveCount(0);

  // As another one, with fewer columns.
  await button(page, 'Choose columns').click();
  await page.getByRole('checkbox', { name: 'Owner' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0);
  await button(page, 'Save as new').click();
  const second = unique('Narrow');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is a view with this name already')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(second);
  await page.keyboard.press('Enter');
  await expect(tab(page, second)).toHaveAttribute('aria-current', 'page');
  await tab(page, name).click();
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible();

  // Ordered by keys.
  await button(page, 'All views').click();
  const handle = button(page, `Move ${second}`);
  await handle.focus();
  for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('list', { name: 'Your views' }).getByRole('link').first()).toHaveText(second);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(tabs(page).getByRole('link').nth(1)).toContainText(second);
  await page.reload();
  await expect(tabs(page).getByRole('link').nth(1)).toContainText(second);

  // From the palette, and back from a contact.
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search people, places and commands').fill(second);
  await page.keyboard.press('Enter');
  await expect(tab(page, second)).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: `Ada ${last_name}`, exact: true }).click();
  await page.getByRole('navigation', { name: 'The list', exact: true }).getByRole('link', { name: 'Contacts' }).click();
  await expect(tab(page, second)).toHaveAttribute('aria-current', 'page');

  // Deleted.
  await button(page, 'All views').click();
  await button(page, `Delete ${second}`).click();
  await button(page, 'Delete the view').click();
  await expect(page.getByText(`Deleted ${second}`)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Views' }).getByText(second, { exact: true })).toHaveCount(0);
});

test('a shared view reaches the team at once, and two people do not overwrite each other', async ({ page, another }) => {
  const admin = await another('admin@harbor.test');
  await online(page, () => signIn(page, 'manager@harbor.test'));
  const name = unique('Team');
  await expect(tabs(page)).toBeVisible();
  const { id } = await call(admin, createSavedView, { body: { name, shared: true, scope: { q: 'zz' } } });
  await button(page, 'All views').click();
  await expect(page.getByRole('list', { name: 'Shared by colleagues' }).getByText(name)).toBeVisible();
  await expect(button(page, `Delete ${name}`)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // The admin edits in two windows.
  await admin.goto(`/contacts?view=${id}`);
  await expect(searchBox(admin)).toHaveValue('zz');
  await searchBox(admin).fill('zz mine');
  await expect(tab(admin, name)).toContainText('changed');
  const other = await another('admin@harbor.test');
  await call(other, updateSavedView, { params: { id }, body: { scope: { q: 'zz theirs' } } });
  await button(admin, 'Save').click();
  await expect(admin.getByText(`changed “${name}” meanwhile`)).toBeVisible();
  await expectAccessible(admin);
  await button(admin, 'Open theirs').click();
  await expect(searchBox(admin)).toHaveValue('zz theirs');

  // An open view follows.
  await online(page, () => page.goto(`/contacts?view=${id}`));
  await expect(searchBox(page)).toHaveValue('zz theirs');
  await call(other, updateSavedView, { params: { id }, body: { scope: { q: 'zz again' } } });
  await expect(searchBox(page)).toHaveValue('zz again');
  await expect(button(page, 'Save')).toHaveCount(0);
  await call(other, deleteSavedView, { params: { id } });
  await expect(page.getByText('This view no longer exists')).toBeVisible();
});

test('the number of a policy is not saved: the dialog says so', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Pia', last_name: unique('Numbered') } });
  const number = `PN-${Date.now()}`;
  await call(page, createPolicy, { params: { id }, body: { data: { product: 'Term 20', status: 'in_force', number } } });
  await searchBox(page).fill(number);
  await button(page, 'Save as view').click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('View'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'A view does not keep the number of a policy. Clear the search before you save.',
  );
  await expectAccessible(page);
});

test('a view that names a deleted source says so and still opens', async ({ page, another }) => {
  const admin = await another('admin@harbor.test');
  const source = await call(admin, createSource, { body: { title: unique('Gone') } });
  const name = unique('Tagged');
  await signIn(page, 'agent2@harbor.test');
  const search = [{ field: 'source', operator: 'any_of' as const, value: [source.id] }];
  const { id } = await call(page, createSavedView, { body: { name, scope: { search } } });
  await call(admin, deleteSource, { params: { id: source.id }, query: {} });
  await page.goto(`/contacts?view=${id}`);
  await expect(page.getByText('This view names a source that no longer exists')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Remove from the filters').click();
  await expect(tab(page, name)).toContainText('changed');
  await button(page, 'Save').click();
  await expect(tab(page, name)).not.toContainText('changed');
  await expect(page.getByText('no longer exists')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await call(page, deleteSavedView, { params: { id } });
});
