// An administrator sets sign-in requirements and helps one user.
import { expect } from '@playwright/test';
import { chooseAnother, choosePerson, signInAs } from './account.ts';
import { test } from './company.ts';
import { expectAccessible, expectFits, password, searchBox, signInByHand } from './support.ts';

test('an administrator sets what sign-ins need', async ({ page, aCompany }) => {
  const { admin } = await aCompany();
  await signInAs(page, admin);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('0 of 2 people have one.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Otherwise, these roles need one' }).click();
  await page.getByRole('option', { name: 'Agent', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tabpanel').getByText('Agent', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Require new passwords from everyone' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Require new passwords' }).click();
  await expect(page.getByText('1 of 2 people has yet to do so.')).toBeVisible();

  await page.getByRole('tab', { name: 'Networks' }).click();
  await expect(page.getByText('Your people can sign in from anywhere.')).toBeVisible();
  await expect(page.getByText('You signed in from 127.0.0.1')).toBeVisible();
  const network = page.getByRole('textbox', { name: 'Address or network' });
  await network.fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Add the network' }).click();
  await expect(page.getByText('You would lock yourself out')).toBeVisible();
  await expectAccessible(page);
  await network.fill('127.0.0.0/8');
  await page.getByRole('textbox', { name: 'Note' }).fill('This desk');
  await page.getByRole('button', { name: 'Add the network' }).click();
  const list = page.getByRole('list', { name: 'Networks' }).getByRole('listitem');
  await expect(list).toContainText(['127.0.0.0/8']);
  await expect(network).toHaveValue('');
  await network.fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Add the network' }).click();
  await expect(list).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Remove 203.0.113.0/24' }).click();
  await expect(list).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveCount(2);

  // Two-factor for everyone is the administrator's own next step too.
  await page.getByRole('tab', { name: 'Requirements' }).click();
  await page.getByRole('switch', { name: 'Everyone needs one' }).click();
  await expect(page.getByText('you must set one up')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/account/profile?tab=two_factor');
});

test('an administrator helps one person: lost factors are removed, and a password is set that opens once', async ({
  page,
  aCompany,
  browser,
}) => {
  const { db, admin, agent, userIdOf } = await aCompany();
  const factor = { email_codes: true, second_factor: 'email' as const, two_factor_since: new Date() };
  await db.updateTable('users').set(factor).where('id', '=', userIdOf(agent)).execute();
  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/security');
  await expect(page.getByText('1 of 2 people has one.')).toBeVisible();
  const actions = ['Require a new password', 'Set a password for them', 'Remove their second factors', 'Act as this person'];
  await choosePerson(page, 'Dolores Larkspur');
  await expect(page.getByText('To change your own, go to your account.')).toBeVisible();
  for (const name of actions) await expect(page.getByRole('button', { name })).toBeDisabled();
  await choosePerson(page, 'Walter Larkspur');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Remove their second factors' }).click();
  await expectAccessible(page);
  const long = new Date(Date.now() - 3_600_000);
  await db.updateTable('sessions').set({ proved_at: long }).where('user_id', '=', userIdOf(admin)).execute();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(proof.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await proof.getByLabel('Your password').fill('not mine');
  await page.keyboard.press('Enter');
  await expect(proof.getByText('This is not your password')).toBeVisible();
  await proof.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Walter Larkspur has no second factor now, and is signed out')).toBeVisible();
  await expect(page.getByText('0 of 2 people have one.')).toBeVisible();

  await page.getByRole('button', { name: 'Set a password for them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a password for Walter Larkspur' });
  await expect(dialog.getByLabel('New password')).toBeFocused();
  await dialog.getByLabel('New password').fill('password1234');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This password is too common. Choose another')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const first = 'four boats under a bridge';
  await dialog.getByLabel('New password').fill(first);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Walter Larkspur signs in with this password once, and then chooses another')).toBeVisible();
  await expect(page.getByText('1 of 2 people has yet to do so.')).toBeVisible();

  const walter = await browser.newPage();
  await signInAs(walter, agent);
  await expect(walter.getByRole('alert')).toHaveText('The e-mail or username, or the password, is not right.');
  await signInByHand(walter, agent, first);
  await expect(walter).toHaveURL('/account/profile?tab=password');
  await chooseAnother(walter, first);

  await page.getByRole('button', { name: 'Require a new password' }).click();
  await expect(page.getByText('Walter Larkspur has to choose a new password')).toBeVisible();
  await expect(walter).toHaveURL('/account/profile?tab=password');
  await walter.close();
});
