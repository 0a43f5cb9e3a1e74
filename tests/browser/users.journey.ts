// The users of a company, kept by an administrator: invited, changed, given a role, deactivated.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createUser, listUsers, withdrawInvitation } from '#contract/userAdmin.ts';
import { listManageableBusinessUnits } from '#contract/users.ts';
import { signInAs } from './account.ts';
import { test } from './company.ts';
import { call, expectAccessible, expectFits, password, searchBox, signIn, signInByHand, unique } from './support.ts';

const chosen = 'seven herons over the bay';

/** Some actions ask for the password again. */
async function prove(page: Page) {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Your password') });
  await dialog.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
}

test('an invited user chooses a password from the mail and signs in', async ({ page, browser }) => {
  await signIn(page, 'admin@keystone.test', '/admin/users');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expectAccessible(page);

  const name = unique('Nia');
  const email = `${name.toLowerCase()}@keystone.test`;
  await page.getByRole('button', { name: 'Invite a user' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite a user' });
  await expect(drawer.getByLabel('First name')).toBeFocused();
  await drawer.getByLabel('First name').fill(name);
  await drawer.getByLabel('Last name').fill('Newton');
  await drawer.getByLabel('E-mail').fill('agent@keystone.test');
  await drawer.getByRole('button', { name: 'Mail the invitation' }).click();
  await expect(drawer.getByText('Another account has this e-mail address')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByLabel('E-mail').fill(email);
  await drawer.getByRole('button', { name: 'Mail the invitation' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or number' }).fill(name);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Invited');

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/sandbox/mail?q=${encodeURIComponent(email)}`);
  await guest
    .getByRole('link', { name: /invites you/ })
    .first()
    .click();
  const link = guest.frameLocator('iframe').getByRole('link', { name: 'Choose a password' });
  await guest.goto((await link.getAttribute('href')) ?? '');
  await guest
    .getByLabel(/New password/)
    .first()
    .fill(chosen);
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL(/login/);
  await signInByHand(guest, email, chosen);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Active');
  await guest.context().close();
});

test('a user gets another role, and is deactivated with the contacts handed over', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/users');
  const name = unique('Otto');
  const { data } = await call(page, listUsers, { query: { q: 'agent@keystone' } });
  const agent = data[0];
  if (!agent) throw new Error('no agent');
  const user = await call(page, createUser, {
    body: {
      first_name: name,
      last_name: 'Berg',
      email: `${name.toLowerCase()}@keystone.test`,
      account_type: 'agent',
      business_unit_id: agent.business_unit.id,
    },
  });
  await call(page, createContact, { body: { first_name: unique('Rosa'), owner_id: user.id } });
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or number' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `${name} Berg`, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: `${name} Berg` });
  await drawer.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Manager', exact: true }).click();
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByLabel('Your password');
  await expect.poll(async () => (await question.isVisible()) || (await drawer.isHidden())).toBe(true);
  if (await question.isVisible()) await prove(page);
  await expect(drawer).toBeHidden();
  await expect(row).toContainText('Manager');

  const openMenu = () => row.getByRole('button', { name: `Actions of ${name} Berg` }).click();
  await openMenu();
  await page.getByRole('menuitem', { name: 'Edit in the row' }).click();
  const title = row.getByLabel(`Title of ${name} Berg`);
  await expect(title).toBeFocused();
  await title.fill('Advisor');
  await title.press('Enter');
  await row.getByLabel('Relationship manager').check();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText('Manager, RM');
  await expect(row).toContainText('Advisor');

  await openMenu();
  await page.getByRole('menuitem', { name: 'Withdraw the invitation' }).click();
  const dialog = page.getByRole('dialog', { name: `Withdraw the invitation of ${name} Berg?` });
  await expect(dialog.getByText('1 contact: to the successor')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(dialog.getByText('Choose who takes them over')).toBeVisible();
  await dialog.getByLabel('Successor').fill('agent@keystone');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(dialog).toBeHidden();
  if (await page.getByLabel('Your password').isVisible()) await prove(page);
  await expect(page.getByText('Handed over 1 contact')).toBeVisible();
  await expect(row).toContainText('Inactive');

  await openMenu();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  const back = page.getByRole('dialog', { name: `Reactivate ${name} Berg?` });
  await expect(back.getByLabel('Give back 1 contact')).toBeChecked();
  await expectAccessible(page);
  await back.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Undone on 1 contact')).toBeVisible();
  await expect(row).toContainText('Invited');
});

test('an invitation is withdrawn, and its user is gone', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/users');
  const name = unique('Gil');
  const units = await call(page, listManageableBusinessUnits, {});
  await call(page, createUser, {
    body: {
      first_name: name,
      last_name: 'Gone',
      email: `${name.toLowerCase()}@keystone.test`,
      account_type: 'agent',
      business_unit_id: units.data[0]?.id ?? 0,
    },
  });
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or number' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `Actions of ${name} Gone` }).click();
  await page.getByRole('menuitem', { name: 'Withdraw the invitation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(page.getByText('No matching users')).toBeVisible();
});

test('users come from a file, after a look at each row, and the password again', async ({ page, aCompany }) => {
  const { db, admin, userIdOf } = await aCompany();
  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Add from a file' }).click();
  await expect(page.getByRole('heading', { name: 'Users from a file', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const name = unique('Ivy');
  const content = `First name,Last name,E-mail,Role\n${name},File,${name.toLowerCase()}@keystone.test,Agent\nBo,File,nobody,Agent\n`;
  await page.setInputFiles('input[type=file]', { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expect(page.getByText('1 user can be invited')).toBeVisible();
  await expect(page.getByRole('row', { name: /Bo File/ })).toContainText('This is not an e-mail address');
  await expectAccessible(page);
  const long = new Date(Date.now() - 3_600_000);
  await db.updateTable('sessions').set({ proved_at: long }).where('user_id', '=', userIdOf(admin)).execute();
  await page.getByRole('button', { name: 'Invite 1 user' }).click();
  await prove(page);
  await expect(page.getByText('Invited 1 user')).toBeVisible();
  await page.getByRole('link', { name: 'Show the users' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or number' }).fill(name);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Invited');
});

test('users are filtered and ordered, and the address keeps it', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/users');
  const { data } = await call(page, listUsers, { query: { q: 'agent@keystone' } });
  const unit = data[0]?.business_unit.id ?? 0;
  const word = unique('Pia');
  const users = await Promise.all(
    (['agent', 'manager', 'bu_admin'] as const).map((account_type, place) =>
      call(page, createUser, {
        body: {
          first_name: `${word}${place}`,
          last_name: 'Filter',
          email: `${word.toLowerCase()}${place}@keystone.test`,
          account_type,
          business_unit_id: unit,
          relationship_manager: place === 0,
        },
      }),
    ),
  );
  const listed = page.getByRole('row', { name: new RegExp(word) });
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or number' }).fill(word);
  await expect(listed).toHaveCount(3);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(listed.first()).toContainText(`${word}2`);

  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Manager', exact: true }).click();
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('Manager');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Manager');
  await expect(listed).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Every role' }).click();
  await page.getByLabel('Relationship managers').check();
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('Agent, RM');
  await page.getByLabel('Relationship managers').uncheck();
  await page.getByLabel('May act as others').check();
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('Business unit admin');
  await expectAccessible(page);
  for (const { id } of users) await call(page, withdrawInvitation, { params: { id } });
});

test('another manager is chosen in the form and in the row, after a look at who sees what', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/users');
  const { data } = await call(page, listUsers, { query: { q: 'agent@keystone' } });
  const unit = data[0]?.business_unit.id ?? 0;
  const add = (word: string, account_type: 'manager' | 'agent') => {
    const first_name = unique(word);
    const email = `${first_name.toLowerCase()}@keystone.test`;
    return call(page, createUser, { body: { first_name, last_name: 'Zed', email, account_type, business_unit_id: unit } });
  };
  const [chief, other, agent] = [await add('Kim', 'manager'), await add('Lou', 'manager'), await add('Max', 'agent')];
  await call(page, createContact, { body: { first_name: unique('Rosa'), owner_id: agent.id } });
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or number' }).fill(agent.first_name);
  const row = page.getByRole('row', { name: new RegExp(agent.name) });
  await row.getByRole('button', { name: agent.name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: agent.name });
  await drawer.getByLabel('Manager', { exact: true }).fill(chief.first_name);
  await page.getByRole('option', { name: new RegExp(chief.name) }).click();
  await expect(drawer.getByText(`${chief.name} will see 1 contact more.`)).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(row).toContainText(chief.name);

  await row.getByRole('button', { name: `Actions of ${agent.name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit in the row' }).click();
  await row.getByLabel(`Manager of ${agent.name}`).fill(other.first_name);
  await page.getByRole('option', { name: new RegExp(other.name) }).click();
  const dialog = page.getByRole('dialog', { name: `Put ${agent.name} below ${other.name}?` });
  await expect(dialog).toContainText(`${chief.name} will no longer see 1 contact.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByLabel(`Manager of ${agent.name}`)).toHaveValue(chief.name);
  await row.getByLabel(`Manager of ${agent.name}`).fill(other.first_name);
  await page.getByRole('option', { name: new RegExp(other.name) }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await row.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText(other.name);
});

test('a person gets another manager in the tree, by keys and by drag, after a look at who sees what', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/users');
  const { data } = await call(page, listUsers, { query: { q: 'agent@keystone' } });
  const unit = data[0]?.business_unit.id ?? 0;
  const add = async (word: string, account_type: 'manager' | 'agent', manager_id: number | null) => {
    const first_name = unique(word);
    const email = `${first_name.toLowerCase()}@keystone.test`;
    const user = await call(page, createUser, {
      body: { first_name, last_name: 'Aaa', email, account_type, business_unit_id: unit, manager_id },
    });
    return { ...user, item: page.getByRole('treeitem', { name: new RegExp(`${first_name} Aaa`) }) };
  };
  const [one, two] = [await add('Mona', 'manager', null), await add('Nora', 'manager', null)];
  const agent = await add('Olaf', 'agent', one.id);
  await call(page, createContact, { body: { first_name: unique('Rosa'), owner_id: agent.id } });
  await page.goto('/admin/downline');
  await expect(one.item).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('treeitem', { name: 'Keystone Agency' }).first().focus();
  await expect(agent.item).toBeVisible(); // the first level opens by itself
  await one.item.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(agent.item).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(agent.item).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(agent.item).toBeFocused();
  await page.keyboard.press('Space');
  await two.item.focus();
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${two.name} will see 1 contact more.`);
  await expect(dialog).toContainText(`${one.name} will no longer see 1 contact.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await expect(two.item).toHaveAttribute('aria-expanded', 'true');
  await agent.item.getByText(agent.name).dragTo(page.getByText('Nobody above'));
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText(`${agent.name} now stands at the top`)).toBeVisible();
  for (const { id } of [one, two]) await call(page, withdrawInvitation, { params: { id } });
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('business units are kept, and permissions shown', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/units');
  const name = unique('North');
  await page.getByRole('button', { name: /Add/ }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name').fill(name);
  await drawer.getByRole('button', { name: /Add|Save/ }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the business unit' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();

  await page.goto('/admin/permissions');
  await expect(page.getByRole('row', { name: /Invite, change and deactivate users/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('the list fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, 'admin@keystone.test', '/admin/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});
