// An administrator chooses the account's plan, cancels it and takes that back; unpaid, everyone meets the
// guard until it is paid.
import { expect } from '@playwright/test';
import { test } from './company.ts';
import { expectAccessible, expectFits, signIn } from './support.ts';

test('the account’s plan is reviewed, paid with a card, cancelled, kept, and paid late', async ({ page, aCompany, browser }) => {
  const { db, companyId, admin, agent } = await aCompany();
  await signIn(page, admin, '/billing');
  await expect(page.getByText('No end date')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose Standard' }).click();
  await page.getByRole('button', { name: 'Connect a card' }).click();
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
  await page.getByRole('textbox', { name: 'Valid until' }).fill('12/40');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await page.getByRole('button', { name: 'Save the card' }).click();
  await expect(page).toHaveURL('/billing/review?plan=standard');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay $5.00 now' }).click();
  await expect(page).toHaveURL('/billing');
  const plan = page.getByRole('region', { name: 'The account’s plan' });
  await expect(plan).toContainText('Active');
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Visa ending in 4242');
  await expect(page.getByRole('table', { name: 'Next charges' })).toContainText('$5.00');

  await plan.getByRole('button', { name: 'Cancel the plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Standard?' });
  await expect(dialog).toContainText('nobody at Larkspur Insurance can work here');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('We merge');
  await dialog.getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(plan).toContainText('We merge');
  await plan.getByRole('button', { name: 'Keep the plan' }).click();
  await expect(plan).not.toContainText('We merge');

  // As the engine leaves it on day 8.
  await db
    .updateTable('subscriptions')
    .set({ state: 'unpaid', failure: 'no_funds' })
    .where('company_id', '=', companyId)
    .execute();
  await db
    .updateTable('invoices')
    .set({ state: 'open', number: null, paid_at: null, failure: 'no_funds' })
    .where('company_id', '=', companyId)
    .execute();
  await db.updateTable('payments').set({ state: 'failed' }).where('company_id', '=', companyId).execute();
  const other = await browser.newPage();
  await signIn(other, agent, '/contacts');
  await expect(other).toHaveURL('/billing');
  await expect(other.getByRole('alert')).toContainText('Your account is not paid');
  await page.goto('/billing');
  await expect(page.getByText('The payment of $5.00 for your account failed.')).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay $5.00 now' }).click();
  await expect(page).toHaveURL('/billing');
  await expect(plan).toContainText('Active');
  await other.goto('/contacts');
  await expect(other).toHaveURL('/contacts');
  await other.close();
});
