// The screens of look-up lists: an administrator changes a list that everyone uses.
import { expect, type Page } from '@playwright/test';
import { createContact, getContact } from '#contract/contacts.ts';
import { createStatus } from '#contract/reference.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

const names = (page: Page) =>
  page
    .getByRole('row')
    .getByRole('rowheader')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.textContent));

test('an administrator adds a status, is told of one that is there, and renames it; a colleague sees it at once', async ({
  page,
  another,
}) => {
  await signIn(page, 'admin@keystone.test', '/admin/statuses');
  await expect(page.getByRole('heading', { name: 'Statuses', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /\d+ contacts?/ }).first()).toBeVisible();
  const agent = await another('agent@keystone.test');
  await agent.getByRole('button', { name: 'Filter', exact: true }).click();
  await agent.getByRole('combobox', { name: 'Filter by' }).fill('status');
  await agent.getByRole('option', { name: 'Status', exact: true }).click();
  await expectAccessible(page);

  const title = unique('Waiting ');
  await page.getByRole('button', { name: 'Add a status' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add a status' });
  await expect(drawer.getByLabel('Title')).toBeFocused();
  await drawer.getByLabel('Title').fill('sÓld');
  await drawer.getByRole('button', { name: 'Add the status' }).click();
  await expect(drawer.getByText('This name is on the list already')).toBeVisible();
  await expect(drawer.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await drawer.getByLabel('Title').fill(title);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  // Kept until it is saved or discarded.
  await page.getByRole('button', { name: 'Add a status' }).click();
  await expect(drawer.getByLabel('Title')).toHaveValue(title);
  await expect(drawer.getByText('Not saved yet')).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Color' }).click();
  await page.getByRole('option', { name: 'Teal' }).click();
  await drawer.getByRole('button', { name: 'Add the status' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('0 contacts');
  await expect(agent.getByRole('checkbox', { name: title })).toBeVisible();

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${title}` });
  await edit.getByLabel('Title').fill(`${title} still`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `${title} still`, exact: true })).toBeVisible();
  await expect(agent.getByRole('checkbox', { name: `${title} still` })).toBeVisible();
});

test('a row is moved by keys and by hand, and stays there', async ({ page }) => {
  await signIn(page, 'admin@summit.test', '/admin/statuses');
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await expect(handle('New')).toBeVisible();
  const [first = '', second = '', third = ''] = (await names(page)) as string[];
  await handle(first).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(handle(first)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: `${first}: place 2` })).toBeAttached();
  await page.keyboard.press('Escape');
  expect((await names(page)).slice(0, 3)).toEqual([first, second, third]);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const moved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.keyboard.press('Space');
  await moved;
  await page.reload();
  await expect(handle(first)).toBeVisible();
  expect((await names(page)).slice(0, 3)).toEqual([second, third, first]);

  await handle(first).hover();
  await page.mouse.down();
  await handle(second).hover();
  const back = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.mouse.up();
  await back;
  await page.reload();
  await expect(handle(first)).toBeVisible();
  expect((await names(page)).slice(0, 3)).toEqual([first, second, third]);
});

test('a status in use goes once another has taken its place', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/statuses');
  const [from, to] = [unique('Old '), unique('New ')];
  const { id: status_id } = await call(page, createStatus, { body: { title: from } });
  const heir = await call(page, createStatus, { body: { title: to } });
  const { id } = await call(page, createContact, { body: { last_name: unique('Status'), status_id } });
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(from) })).toContainText('1 contact');
  await page.getByRole('button', { name: `Delete ${from}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${from}?` });
  await dialog.getByRole('button', { name: 'Replace and delete' }).click();
  await expect(dialog.getByText('Choose what takes its place')).toBeVisible();
  await dialog.getByRole('combobox', { name: /1 contact has it/ }).fill(to);
  await page.getByRole('option', { name: to }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace and delete' }).click();
  await expect(page.getByRole('button', { name: `Edit ${from}` })).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(to) })).toContainText('1 contact');
  expect(await call(page, getContact, { params: { id }, query: {} })).toMatchObject({ status_id: heir.id });
});

test('a carrier that no contact has is deleted after a question, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin@keystone.test', '/admin/carriers');
  const name = unique('Acme ');
  await page.getByRole('button', { name: 'Add a carrier' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add a carrier' });
  await drawer.getByLabel('Name').fill(name);
  await drawer.getByRole('button', { name: 'Add the carrier' }).click();
  await page.getByRole('searchbox', { name: 'Search carriers' }).fill(name.toUpperCase());
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(1);
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the carrier' }).click();
  await expect(page.getByText('No carrier of this name')).toBeVisible();
});

test('an administrator adds a category; an agent gives it to a contact and lists what has it', async ({ page, another }) => {
  await signIn(page, 'admin@keystone.test', '/admin/categories');
  const agent = await another('agent@keystone.test');
  const last_name = unique('Petrie');
  const { id } = await call(agent, createContact, { body: { last_name } });
  await agent.goto(`/contacts/${id}?tab=details`);
  await agent.getByRole('button', { name: 'Edit Assignment' }).click();

  const title = unique('Pets ');
  await page.getByRole('button', { name: 'Add a category' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add a category' });
  await drawer.getByLabel('Title').fill(title);
  await drawer.getByLabel('Description').fill('Dogs and cats');
  await drawer.getByRole('button', { name: 'Add the category' }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Dogs and cats');

  const assignment = agent.getByRole('region', { name: 'Assignment' });
  await assignment.getByRole('combobox', { name: 'Category' }).fill(title);
  await agent.getByRole('option', { name: title }).click();
  await assignment.getByRole('button', { name: 'Save' }).click();
  await expect(assignment.getByRole('term').filter({ hasText: 'Category' }).locator('..')).toContainText(title);
  await agent.getByRole('tab', { name: 'Timeline' }).click();
  await expect(agent.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible();

  await page.reload();
  await page
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('link', { name: '1 contact' })
    .click();
  await expect(page.getByRole('button', { name: `Remove the filter: ${title}` })).toBeVisible();
  await expect(page.getByRole('link', { name: last_name, exact: true })).toBeVisible();
});

test('a pool is made with its holders', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/pools');
  const name = unique('House ');
  await page.getByRole('button', { name: 'Add a pool' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add a pool' });
  await drawer.getByLabel('Name').fill(name);
  await drawer.getByRole('combobox', { name: 'Holders' }).fill('Owen');
  await page.getByRole('option', { name: /Owen Pritchard/ }).click();
  await drawer.getByRole('button', { name: 'Add the pool' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Owen Pritchard');
  await expectAccessible(page);
});

for (const [path, title, action] of [
  ['agentflow', 'Agentflow statuses', 'Add a status'],
  ['sources', 'Sources', 'Add a source'],
  ['categories', 'Categories', 'Add a category'],
  ['groups', 'Groups', 'Add a group'],
  ['offices', 'Offices', 'Add an office'],
] as const) {
  test(`${title}: the list and its form fit a phone and are accessible`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'admin@harbor.test', `/admin/${path}`);
    await expect(
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader') })
        .first(),
    ).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog', { name: action }).locator(':focus')).toHaveCount(1);
    await expectAccessible(page);
  });
}

test('a group of agentflow statuses is renamed and moved', async ({ page }) => {
  await signIn(page, 'admin@summit.test', '/admin/agentflow');
  const title = unique('Onboarding ');
  await page.getByRole('button', { name: 'Edit the group Onboarding' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('licensing');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByText('This name is on the list already')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Title').fill(title);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Edit the group ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move up' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const headings = page.getByRole('rowheader').filter({ has: page.getByRole('button', { name: /Edit the group/ }) });
  await expect(headings.nth(2)).toContainText(title);
});
