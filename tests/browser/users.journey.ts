// The users of a company, kept by an administrator: invited, changed, given a role, deactivated.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createUser, listUsers } from '#contract/userAdmin.ts';
import { call, expectAccessible, expectFits, password, signIn, signInByHand, test, unique } from './support.ts';

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
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.or(page.getByLabel('Your password')).first()).toBeVisible();
  if (await page.getByLabel('Your password').isVisible()) await prove(page);
  await expect(drawer).toBeHidden();
  await expect(row).toContainText('Manager');

  await row.getByRole('button', { name: `Actions of ${name} Berg` }).click();
  await page.getByRole('menuitem', { name: 'Withdraw the invitation' }).click();
  const dialog = page.getByRole('dialog', { name: `Withdraw the invitation of ${name} Berg?` });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(dialog.getByText('Choose who takes them over')).toBeVisible();
  await dialog.getByLabel('Contacts go to').fill('agent@keystone');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Handed over 1 contact')).toBeVisible();
  await expect(row).toContainText('Inactive');
});

test('the list fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, 'admin@keystone.test', '/admin/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});
