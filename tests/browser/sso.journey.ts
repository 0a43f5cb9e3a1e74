import { expect } from '@playwright/test';
import { anOpenIdProvider, providerClient } from '../support/openIdProvider.ts';
import { test } from './company.ts';
import { expectAccessible, searchBox, signIn, signInByHand } from './support.ts';

test.use({ fresh: true });

test('an administrator sets single sign-on up, an agent comes in by it and signs out there too', async ({
  page,
  browser,
  baseURL,
  aCompany,
}) => {
  const origin = baseURL ?? '';
  const provider = await anOpenIdProvider({ origin, givesRefreshTokens: true });
  provider.people.set('ana', { email: 'agent@harbor.test', email_verified: true });
  provider.told.who = 'ana';

  const answered = page.waitForResponse('**/v1/sessions/sso');
  await page.goto('/login');
  await answered;
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Single sign-on' })).toHaveCount(0); // no company has set it up yet

  await signIn(page, 'admin@harbor.test', '/admin/security?tab=sso');
  const panel = page.getByRole('tabpanel', { name: 'Single sign-on' });
  await expect(panel.getByText(new RegExp(`^${origin}/api/auth/callback/\\d+$`))).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Issuer').fill('http://127.0.0.1:1');
  await panel.getByLabel('Client id').fill(providerClient.client_id);
  await panel.getByLabel('Client secret').fill(providerClient.client_secret);
  await panel.getByRole('combobox', { name: 'Domains' }).fill('harbor.test');
  await page.keyboard.press('Enter');
  await panel.getByRole('combobox', { name: 'Domains' }).fill('harbor.example');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('There is no discovery document at this address')).toBeVisible();
  await expectAccessible(page);

  await panel.getByLabel('Issuer').fill(provider.issuer);
  await panel.getByRole('button', { name: 'Save' }).click();
  const domains = panel.getByRole('list', { name: 'Domains' });
  await expect(domains.getByRole('listitem').filter({ hasText: 'harbor.test' })).toContainText('Verified');
  const unproven = domains.getByRole('listitem').filter({ hasText: 'harbor.example' });
  await expect(unproven).toContainText('_steward.harbor.example');
  await unproven.getByRole('button', { name: 'Verify harbor.example' }).click();
  await expect(unproven.getByRole('alert')).toContainText('was not found in the domain’s DNS');
  await expectAccessible(page);
  await panel.getByRole('switch', { name: 'People may sign in at the provider' }).check();
  await panel.getByRole('switch', { name: 'Create an account on first sign-in' }).check();
  await expect(panel.getByRole('combobox', { name: 'Their role' })).toHaveValue('Agent');
  await panel.getByRole('switch', { name: 'End a session when the provider ends its own' }).check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.reload();
  await expect(panel.getByRole('switch', { name: 'People may sign in at the provider' })).toBeChecked();
  await expect(panel.getByLabel('Client secret')).toHaveValue('');

  const context = await browser.newContext();
  const agent = await context.newPage();
  await agent.goto('/login');
  await agent.getByRole('button', { name: 'Single sign-on' }).click();
  const email = agent.getByLabel('Work e-mail');
  await expect(email).toBeFocused();
  await email.fill('agent@nowhere.test');
  await agent.getByRole('button', { name: 'Continue' }).click();
  await expect(agent.getByText('Single sign-on is not set up for this address')).toBeVisible();
  await expectAccessible(agent);
  provider.told.refuses = true;
  await email.fill('agent@harbor.test');
  await agent.keyboard.press('Enter');
  await expect(agent).toHaveURL('/login?error=sso.oauth2');
  await expect(agent.getByRole('alert')).toHaveText('Your company’s sign-in provider refused the sign-in.');
  provider.told.refuses = false;

  // Another user is signed in in a second tab of this browser, which now belongs to Ana.
  const other = await context.newPage();
  await other.goto('/contacts?q=rosa');
  await signInByHand(other, 'agent2@harbor.test');
  await expect(searchBox(other)).toHaveValue('rosa');
  await expect(other.getByRole('button', { name: /Ana Reyes/ })).toHaveCount(0);
  const enter = async () => {
    await agent.getByRole('button', { name: 'Single sign-on' }).click();
    await email.fill('agent@harbor.test');
    await agent.keyboard.press('Enter');
  };
  await enter();
  await expect(agent).toHaveURL('/');
  await expect(other.getByRole('button', { name: /Ana Reyes/ })).toBeVisible();
  await expect(other).toHaveURL('/');
  await other.close();

  // The provider ended her session: she gets a message, and returns to the same page.
  await agent.goto('/contacts?q=garcia');
  await expect(searchBox(agent)).toBeVisible();
  await provider.revoke();
  const { db } = await aCompany();
  await db
    .updateTable('sso_sessions')
    .set({ checked_at: new Date(0) })
    .where('issuer', '=', provider.issuer)
    .execute();
  await agent.reload();
  await expect(agent).toHaveURL('/login?error=sso.missing_session');
  await expect(agent.getByRole('alert')).toHaveText('Your company’s sign-in provider ended your session. Sign in again.');
  await expectAccessible(agent);
  await enter();
  await expect(agent).toHaveURL('/contacts?q=garcia');

  await agent.getByRole('button', { name: /Ana Reyes/ }).click();
  await agent.getByRole('button', { name: 'Sign out' }).click();
  await expect(agent).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
  await agent.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(agent).toHaveURL(/\/sso-logout/);
  await expect(agent.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expectAccessible(agent);
  await agent.goto('/contacts');
  await expect(agent).toHaveURL('/login');
  await context.close();

  await panel.getByRole('button', { name: 'Remove single sign-on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove single sign-on?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect(panel.getByLabel('Issuer')).toHaveValue('');
  await provider.stop();
});
