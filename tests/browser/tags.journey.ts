// Tags many contacts at once, while a colleague watches.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createTag } from '#contract/tags.ts';
import { call, expectAccessible, rows, searchBox, signIn, test, unique } from './support.ts';

const tagged = (id: number) =>
  `/contacts?search=${encodeURIComponent(JSON.stringify([{ field: 'tags', operator: 'any_of', value: [id] }]))}`;

test('fifty contacts are tagged at once, and another browser sees it happen', async ({ page, another }) => {
  await signIn(page, 'manager@harbor.test');
  const tag = await call(page, createTag, { body: { name: unique('a spring '), color: 'green' } });
  const colleague = await another('admin@harbor.test', tagged(tag.id));
  await expect(colleague.getByRole('heading', { name: /No (matching contacts|contacts match)/ })).toBeVisible();

  await rows(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Selected contacts' });
  await expect(bar.getByRole('status')).toHaveText(/^1 of [\d,]+ selected$/);
  await bar.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByLabel('How many').fill('50');
  await page.getByRole('button', { name: 'The first 50' }).click();
  await expect(bar.getByRole('status')).toHaveText(/^50 of [\d,]+ selected \(the first 50\)$/);
  await expect(rows(page).nth(9).getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Tag 50 contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tag 50 contacts' });
  await expect(dialog.getByRole('combobox', { name: 'Add tags' })).toBeFocused();
  await page.keyboard.press('Escape'); // closes the list of tags; the dialog stays
  await dialog.getByRole('button', { name: 'Tag 50 contacts' }).click();
  await expect(dialog.getByText('Choose a tag to add or to remove')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Add tags' }).fill(tag.name);
  await page.getByRole('option', { name: tag.name }).click();
  await expectAccessible(page);
  const work = page.getByRole('complementary', { name: 'Running work' });
  await dialog.getByRole('button', { name: 'Tag 50 contacts' }).click();
  await expect(work).toContainText('Tagged 50 contacts'); // fifty may be done before any progress is shown
  await expect(bar).toBeHidden();

  await expect(rows(page).first()).toContainText(tag.name);
  await expect(colleague.getByRole('grid', { name: 'Contacts' })).toHaveAttribute('aria-rowcount', '51');
  await expect(rows(colleague).first()).toContainText(tag.name);
});

test('all in view but two are tagged', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Many');
  for (const first_name of ['Ada', 'Ben', 'Cy', 'Di', 'Ed']) await call(page, createContact, { body: { first_name, last_name } });
  const tag = await call(page, createTag, { body: { name: unique('autumn ') } });
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(5);

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  for (const name of ['Ben', 'Di']) await page.getByRole('checkbox', { name: `Select ${name} ${last_name}` }).uncheck();
  await expect(page.getByRole('region', { name: 'Selected contacts' }).getByRole('status')).toHaveText(
    '3 of 5 selected (all in view but 2)',
  );
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Tag 3 contacts' });
  await expect(dialog).toContainText('This is all in view but 2.');
  await dialog.getByRole('combobox', { name: 'Add tags' }).fill(tag.name);
  await page.getByRole('option', { name: tag.name }).click();
  await dialog.getByRole('button', { name: 'Tag 3 contacts' }).click();
  await expect(page.getByRole('complementary', { name: 'Running work' })).toContainText('Tagged 3 contacts');

  await page.goto(tagged(tag.id));
  await expect(rows(page)).toHaveCount(3);
  for (const name of ['Ada', 'Cy', 'Ed']) await expect(rows(page).filter({ hasText: `${name} ${last_name}` })).toHaveCount(1);
});
