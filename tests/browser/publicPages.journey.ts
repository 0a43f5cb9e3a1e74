// Pages for everyone, signed in or not.
import { expect } from '@playwright/test';
import { callsOf } from './account.ts';
import { test } from './company.ts';
import { expectAccessible } from './support.ts';

test('pages for all are there without a session, ask for nobody, and lead to one another', async ({ page }) => {
  const calls = callsOf(page);
  for (const [path, heading] of [
    ['/login-app', 'Sign in to Steward'],
    ['/terms-of-use', 'Terms of use'],
    ['/privacy-policy', 'Privacy policy'],
    ['/contact-us', 'Contact us'],
    ['/account/external_accounts', 'How you sign in'],
    ['/sso-logout', 'You are signed out'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expectAccessible(page);
  }
  await page.goto('/contact-us');
  await expect(page.getByRole('link', { name: 'support@steward.test' })).toHaveAttribute('href', 'mailto:support@steward.test');
  await page.getByRole('link', { name: 'Terms of use' }).click();
  await expect(page.getByText('In force since November 1, 2026')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  expect(new Set(calls)).toEqual(new Set(['/v1/platform', '/v1/sessions/sso']));
});

test('the sign-in page says why single sign-on failed, in no words but ours, and shows the other ways', async ({ page }) => {
  await page.goto('/login?error=sso.unknown_user');
  await expect(page.getByRole('alert')).toHaveText('No user has this e-mail address. Ask your administrator for an account.');
  await expectAccessible(page);
  await page.goto('/login?error=internal');
  await expect(page.getByRole('alert')).toHaveText('Something went wrong on our side. Nothing was lost.');
  for (const error of ['Call +1 900 to unlock', 'forbidden', 'toString', '{"a":1}']) {
    await page.goto(`/login?error=${encodeURIComponent(error)}`);
    await expect(page.getByLabel('E-mail or username')).toBeFocused();
    await expect(page.getByRole('alert')).toBeHidden();
  }
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
});
