// Each role's view: its contacts, its screens, and the page for missing access.
import { expect, type Page } from '@playwright/test';
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
  await expect(navigation.getByRole('link')).toHaveText([
    'My day',
    'Tasks',
    'Contacts',
    'Inbox',
    'Mailings',
    'Mails',
    'Calendar',
    'Wallet',
    'Billing',
  ]);
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
  await expect(page).toHaveURL('/');
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

const adminNavigation = (page: Page) => page.getByRole('navigation', { name: 'Admin' });
const userRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name: new RegExp(name) });

test('a business unit’s administrator keeps the users of the unit, and is offered nothing else', async ({ page }) => {
  await signIn(page, 'buadmin@harbor.test', '/admin/users');
  await expect(userRow(page, 'Ana Reyes')).toContainText('Miami');
  await expect(userRow(page, 'Marcus Okafor')).toHaveCount(0); // in Tampa
  const links = adminNavigation(page).getByRole('link');
  await expect(links.filter({ hasText: 'Users' })).toBeVisible();
  for (const name of ['Business units', 'Audit log', 'Settings', 'Security', 'Features'])
    await expect(links.filter({ hasText: name })).toHaveCount(0);

  await userRow(page, 'Eleanor Whitfield').getByRole('button', { name: 'Actions of Eleanor Whitfield' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Edit in the row']);
  for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Invite a user' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite a user' });
  await drawer.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option').first()).toHaveText('Business unit admin');
  await page.keyboard.press('Escape');
  await drawer.getByRole('combobox', { name: 'Business unit' }).click();
  await expect(page.getByRole('option')).toHaveText(['Miami']);
  await page.keyboard.press('Escape');

  for (const path of ['/admin/units', '/admin/audit', '/admin/settings', '/admin/features']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Access denied!' })).toBeVisible();
  }
});

test('an admin below the system admin keeps users, units and the audit log, but not the system admin', async ({ page }) => {
  await signIn(page, 'subadmin@harbor.test', '/admin/users');
  await expect(userRow(page, 'Ana Reyes')).toBeVisible();
  await userRow(page, 'Eleanor Whitfield').getByRole('button', { name: 'Actions of Eleanor Whitfield' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Edit in the row', 'Paid membership']);
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await userRow(page, 'Daniel O')
    .getByRole('button', { name: /^Actions of Daniel/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Act as Daniel' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Invite a user' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option').first()).toHaveText('Admin');

  await page.goto('/admin/units');
  await expect(page.getByRole('row', { name: /Miami/ })).toBeVisible();
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Who' }).fill('Eleanor');
  await page.getByRole('option', { name: /Eleanor Whitfield/ }).click();
  await expect(
    page.getByRole('heading', { name: 'No matching entries' }).or(page.getByRole('table', { name: 'Audit log' })),
  ).toBeVisible();
});
