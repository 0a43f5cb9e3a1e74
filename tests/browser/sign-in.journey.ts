import { expect, test } from '@playwright/test';
import { expectAccessible, picture, signIn } from './support.ts';

test('a person signs in where they wanted to go, and signing out leaves nothing behind', async ({ page, context }) => {
  await page.goto('/contacts?q=rosa');
  await expect(page).toHaveURL(/\/login/);
  await expectAccessible(page);
  await picture(page, 'sign-in');

  await page.getByLabel('E-mail or username').fill('agent@harbor.test');
  await page.getByLabel('Password', { exact: true }).fill('not it');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The e-mail or the password is not right.')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill('steward-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contacts\?q=rosa/);
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'token')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(cookies.find(({ name }) => name === 'csrf_token')).toMatchObject({ httpOnly: false });

  await page.getByRole('button', { name: /Ana Reyes/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('whoever is signed out elsewhere is taken to the sign-in page and back', async ({ page, context }) => {
  await signIn(page, 'agent2@harbor.test');
  await expect(page).toHaveURL(/\/contacts/);
  await context.clearCookies({ name: 'token' });
  await page.getByPlaceholder('Name, phone or e-mail').fill('zz');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('E-mail or username').fill('agent2@harbor.test');
  await page.getByLabel('Password', { exact: true }).fill('steward-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contacts/);
});
