// What each role sees: whose contacts, which screens, and the page for missing access.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, rows, searchBox, signIn, test, unique } from './support.ts';

test('an agent sees the own contacts, the manager above those too, a colleague none of them', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Private');
  const { id } = await call(page, createContact, { body: { first_name: 'Vera', last_name } });
  const path = `/contacts?q=${last_name}`;
  await page.goto(path);
  await expect(rows(page)).toContainText('Ana Reyes');

  const manager = await another('manager@harbor.test', path);
  await expect(rows(manager)).toContainText(`Vera ${last_name}`);

  const colleague = await another('agent2@harbor.test', path);
  await expect(colleague.getByRole('heading', { name: /No (matching contacts|contacts match)/ })).toBeVisible();
  await colleague.goto(`/contacts/${id}`);
  await expect(colleague.getByRole('heading', { name: 'This contact does not exist' })).toBeVisible();
  await expectAccessible(colleague);

  const stranger = await another('admin@keystone.test', `/contacts/${id}`);
  await expect(stranger.getByRole('heading', { name: 'This contact does not exist' })).toBeVisible();
});

test('a basic user has the own contacts and nothing else', async ({ page }) => {
  await signIn(page, 'basic@keystone.test');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['Contacts']);
  await expect(page.getByRole('button', { name: 'New contact' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import' })).toBeHidden();
  await expect(rows(page).nth(2)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selected contacts' })).toBeHidden();

  for (const path of ['/imports', '/imports/new', '/admin/custom-fields', '/admin/jobs']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Access denied!' })).toBeVisible();
    await expect(navigation).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page).toHaveURL('/contacts');
});

test('an address that leads nowhere says so, with the way on in sight', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/contcats');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/contacts/99999999');
  await expect(page.getByRole('heading', { name: 'This contact does not exist' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
  await expect(searchBox(page)).toBeVisible();
});
