// Second factors and passkeys for users: set up when required, asked for at the next sign-in, and removed.
import { expect, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { listSandboxMails } from '#contract/sandbox.ts';
import { updateSecurity } from '#contract/security.ts';
import { test } from './company.ts';
import { call, expectAccessible, password, signInByHand } from './support.ts';

/** The code of an app with this key; `ahead`: so many half minutes later, as the server accepts each code once. */
const codeOf = (key: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + ahead * 30_000 });

const tab = '/account/profile?tab=two_factor';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The code in the newest mail to an address; `but`: an older one to ignore. */
async function mailedCode(page: Page, email: string, but = ''): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const { data } = await call(page, listSandboxMails, { query: { q: email } });
    code = data.map(({ subject }) => subject.match(/^\d{6}/)?.[0]).find(Boolean);
    expect(code).toBeDefined();
    expect(code).not.toBe(but);
  }).toPass({ timeout: 20_000 });
  return code ?? '';
}

/** Ends the session. A page with a call at that moment would leave for the sign-in page by itself. */
async function comeAnew(page: Page) {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
}

/** In a tab of its own: the page that waits for the code stays. */
async function expectMailbox(page: Page, link: Locator) {
  const opened = page.waitForEvent('popup');
  await link.click();
  const mailbox = await opened;
  await expect(mailbox.getByText(/^\d{6} is your sign-in code$/).first()).toBeVisible();
  await mailbox.close();
}

async function setUpApp(page: Page): Promise<{ key: string; used: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up the app' }).click();
  const setUp = dialog(page, 'Set up the authenticator app');
  const key = (await setUp.getByRole('code').textContent()) ?? '';
  await expect(setUp.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(page);
  await setUp.getByLabel('Your password').fill('not it');
  const used = codeOf(key);
  await setUp.getByLabel('Code that the app shows').fill(used);
  await setUp.getByRole('button', { name: 'Turn it on' }).click();
  await expect(setUp.getByText('This is not your password')).toBeVisible();
  await setUp.getByLabel('Your password').fill(password);
  await setUp.getByRole('button', { name: 'Turn it on' }).click();
  const kept = dialog(page, 'Keep your recovery codes');
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  await expect(kept.getByRole('button', { name: 'Copy' })).toBeFocused();
  const codes = await kept.getByRole('listitem').allTextContents();
  await expectAccessible(page);
  const file = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('steward-recovery-codes.txt');
  await kept.getByRole('button', { name: 'I have saved them' }).click();
  return { key, used, codes };
}

test('at the first sign-in the terms come first, then the second factor the company asks for; from then on it is asked for', async ({
  page,
  browser,
  another,
  aCompany,
}) => {
  const { db, admin: boss, agent } = await aCompany();
  await db.updateTable('users').set({ accepted_tos_at: null }).where('email', '=', agent).execute();
  const admin = await another(boss);
  await call(admin, updateSecurity, { body: { two_factor_roles: ['agent'] } });
  await page.goto('/login');
  await signInByHand(page, agent);
  const terms = dialog(page, 'Terms of use');
  await expectAccessible(page);
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(tab);
  await expect(page.getByRole('button', { name: 'Set up the app' })).toBeVisible();
  await expectAccessible(page);
  const { key, used, codes } = await setUpApp(page);
  await expect(page.getByRole('region', { name: 'Authenticator app' }).getByText('On', { exact: true })).toBeVisible();
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible();

  const next = await browser.newPage();
  await next.goto('/login');
  await signInByHand(next, agent);
  await expect(next.getByLabel('Code')).toBeFocused();
  await expectAccessible(next);
  await next.getByLabel('Code').fill(used);
  await expect(next.getByText('This code is wrong or was used already.')).toBeVisible();
  await expect(next.getByLabel('Code')).toBeFocused();
  await next.getByLabel('Code').fill(codeOf(key, 1));
  await expect(next).toHaveURL('/contacts');
  await next.close();

  const lost = await browser.newPage();
  await lost.setViewportSize({ width: 375, height: 740 });
  await lost.goto('/login');
  await signInByHand(lost, agent);
  await lost.getByRole('button', { name: 'Use another way' }).click();
  await lost.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(lost);
  await lost.getByLabel('Recovery code').fill(codes[0] ?? '');
  await lost.keyboard.press('Enter');
  await expect(lost).toHaveURL('/contacts');
  await lost.goto(tab);
  await expect(lost.getByRole('region', { name: 'Recovery codes' }).getByText('9 left')).toBeVisible();
  await expectAccessible(lost);
  await lost.getByRole('button', { name: 'Remove the app' }).click();
  const without = dialog(lost, 'Remove the authenticator app?');
  await without.getByLabel('Your password').fill(password);
  await without.getByRole('button', { name: 'Remove the app' }).click();
  await expect(without.getByRole('alert')).toContainText('You cannot remove your last second factor');
  await lost.close();

  await call(admin, updateSecurity, { body: { two_factor_roles: [] } });
  await page.goto(tab);
  await page.getByRole('button', { name: 'Remove the app' }).click();
  await dialog(page, 'Remove the authenticator app?').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up the app' })).toBeVisible();
});

test('codes are mailed where somebody has set that up', async ({ page }) => {
  const email = 'basic@keystone.test';
  await page.goto('/login');
  await signInByHand(page, email);
  await expect(page).toHaveURL('/contacts');
  await page.goto(tab);
  await page.getByRole('button', { name: 'Set up codes by mail' }).click();
  const setUp = dialog(page, 'Set up codes by mail');
  await expect(setUp.getByRole('button', { name: /^Mail another code in \d+ s$/ })).toBeDisabled();
  await expectAccessible(page);
  await expectMailbox(page, setUp.getByRole('link', { name: 'Open the demo’s mailbox' }));
  const first = await mailedCode(page, email);
  await setUp.getByLabel('Your password').fill(password);
  await setUp.getByLabel('Code from the mail').fill(first);
  await setUp.getByRole('button', { name: 'Turn it on' }).click();
  await dialog(page, 'Keep your recovery codes').getByRole('button', { name: 'I have saved them' }).click();

  await comeAnew(page);
  await signInByHand(page, email);
  await expect(page.getByRole('status')).toHaveText('A code is on its way to b•••@keystone.test.');
  await expect(page.getByRole('button', { name: /^Mail another code in \d+ s$/ })).toBeDisabled();
  await expectAccessible(page);
  await expectMailbox(page, page.getByRole('link', { name: 'Open the demo’s mailbox' }));
  await page.getByLabel('Code').fill(await mailedCode(page, email, first));
  await expect(page).toHaveURL('/contacts');
  await page.goto(tab);
  await page.getByRole('button', { name: 'Remove codes by mail' }).click();
  await dialog(page, 'Remove codes by mail?').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up codes by mail' })).toBeVisible();
});

test('a passkey is made, signs in by itself, is named and removed', async ({ page, context }) => {
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/login');
  await signInByHand(page, 'agent@keystone.test');
  await expect(page).toHaveURL('/contacts');
  await page.goto(tab);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const add = dialog(page, 'Add a passkey');
  await expectAccessible(page);
  await add.getByLabel('Name').fill('Kitchen laptop');
  await add.getByLabel('Your password').fill(password);
  await add.getByRole('button', { name: 'Add the passkey' }).click();
  await dialog(page, 'Keep your recovery codes').getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('Kitchen laptop');
  await expectAccessible(page);
  const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  await comeAnew(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/');

  await comeAnew(page);
  await signInByHand(page, 'agent@keystone.test');
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeEnabled(); // the user cancelled: nothing was sent
  await expectAccessible(page);
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/contacts');

  await page.goto(tab);
  await page.getByRole('button', { name: 'Rename Kitchen laptop' }).click();
  await dialog(page, 'Rename Kitchen laptop').getByLabel('Name').fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog(page, 'Remove Old laptop?').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeHidden();
});
