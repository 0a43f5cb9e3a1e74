import { expect, type Page } from '@playwright/test';
import { expectAccessible, signInByHand, test } from './support.ts';

const person = 'pool@harbor.test'; // no other journey uses this user: the password changes
const chosen = 'seven herons over the bay';

const mailFor = (page: Page, to: string, subject: string) =>
  page.getByRole('link').filter({ hasText: subject }).filter({ hasText: to });

test('who forgot a password chooses another by the link in the mailbox, once, and changes it in the account', async ({
  page,
}) => {
  await page.request.delete('/v1/sandbox/mails');
  await page.goto('/reset-password');
  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('Enter your e-mail or username', { exact: true })).toBeVisible();

  await page.getByLabel('E-mail or username').fill('nobody@harbor.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(/^If there is an account for nobody@harbor\.test, we sent a mail/);
  await expect(page.getByRole('main')).toBeFocused(); // the form is gone
  await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none');

  await page.goto('/reset-password');
  await page.getByLabel('E-mail or username').fill(person);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(/^If there is an account for pool@harbor\.test, we sent a mail/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open the demo’s mailbox' }).click();
  await expect(page.getByText('It never leaves this machine')).toBeVisible();
  await page.getByRole('searchbox').fill('harbor');
  await mailFor(page, person, 'Choose a new password').click(); // it appears without a reload
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(mailFor(page, 'nobody', '')).toHaveCount(0);
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(page);

  const opened = page.waitForEvent('popup');
  await mail.getByRole('link', { name: 'Choose a new password' }).click();
  const reset = await opened;
  await expect(reset).toHaveURL(/\/reset-password\?token=/);
  const link = reset.url();
  await expect(reset.getByLabel('New password')).toBeFocused();
  await expectAccessible(reset);
  await reset.getByLabel('New password').fill('short');
  await reset.keyboard.press('Enter');
  await expect(reset.getByText('Use at least 10 characters')).toBeVisible();
  await reset.getByLabel('New password').fill('password1234');
  await reset.keyboard.press('Enter');
  await expect(reset.getByText('This password is too common. Choose another')).toBeVisible();
  await expectAccessible(reset);
  await reset.getByRole('button', { name: 'Show the password' }).click();
  await expect(reset.getByLabel('New password')).toHaveAttribute('type', 'text');
  await reset.getByLabel('New password').fill(chosen);
  await reset.keyboard.press('Enter');

  await expect(reset).toHaveURL('/login');
  await expect(reset.getByText('Password changed. Sign in with it')).toBeVisible();
  await signInByHand(reset, person, chosen);
  await expect(reset).toHaveURL(/\/contacts/);

  await reset.goto('/account/profile?tab=password');
  const [current, next] = [reset.getByLabel('Current password'), reset.getByLabel('New password')];
  await reset.getByRole('button', { name: 'Change the password' }).click();
  await expect(reset.getByText('Enter your current password')).toBeVisible();
  await expectAccessible(reset);
  await current.fill('not it');
  await next.fill(`${chosen} 2`);
  await reset.keyboard.press('Enter');
  await expect(reset.getByText('This is not your password')).toBeVisible();
  await current.fill(chosen);
  await next.fill('harbor benefits');
  await reset.keyboard.press('Enter');
  await expect(reset.getByText('This is mostly your name, your e-mail or your company’s name. Choose another')).toBeVisible();
  await next.fill(`${chosen} 2`);
  await reset.keyboard.press('Enter');
  await expect(reset.getByText('Password changed. You are signed out in all other browsers')).toBeVisible();
  await expect(current).toHaveValue('');

  await reset.goto(link);
  await expect(reset.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectAccessible(reset);
  await reset.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(reset.getByLabel('E-mail or username')).toBeVisible();
});

test('the demo’s mailbox shows a mail from every side, on a phone one thing at a time, and can be emptied', async ({ page }) => {
  await page.request.delete('/v1/sandbox/mails');
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/sandbox/mail');
  await page.request.post('/v1/users/reset_password_instructions', { data: { email: 'pool@harbor.test' } });
  const entry = mailFor(page, 'pool@harbor.test', 'Choose a new password');
  await expect(entry).toBeVisible(); // without a reload
  await expectAccessible(page);
  await entry.click();
  await expect(entry).toBeHidden();
  await expect(page.frameLocator('iframe').getByText('Harbor Benefits').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('/reset-password?token=');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('auto-generated');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All mails' }).click();
  await expect(entry).toBeVisible();

  // The page does not trust a mail: it runs no script, and cannot reach the page around it.
  await entry.click();
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  expect(await frame?.evaluate(() => window.origin)).toBe('null');
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');

  await page.getByRole('link', { name: 'All mails' }).click();
  await page.getByRole('button', { name: 'Empty', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Empty the mailbox' }).click();
  await expect(page.getByText('No mail yet')).toBeVisible();
});
