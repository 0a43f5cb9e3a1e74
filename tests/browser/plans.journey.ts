// Plans by agreement: a manager asks for one beside the plan in use, an administrator gives one and adds
// licences.
import { expect } from '@playwright/test';
import { cancelTextingSubscription, listTextingSubscriptions } from '#contract/textingPlans.ts';
import { call, expectAccessible, expectFits, signIn, test } from './support.ts';

test('a plan by agreement waits beside the one in use, and can be taken back', async ({ page }) => {
  await signIn(page, 'manager@harbor.test', '/plans?tab=texting');
  await page.getByRole('button', { name: 'Ask for it: Enterprise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for Enterprise' });
  await dialog.getByText('For my people').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for it' }).click();
  const waiting = page.getByRole('region', { name: 'Your plan Enterprise' });
  await expect(waiting).toContainText('An administrator activates it');
  await expect(page.getByRole('region', { name: 'Your plan Premium' })).toContainText('Active');
  await expectAccessible(page);
  await expectFits(page);
  const { data } = await call(page, listTextingSubscriptions, { query: { mine: true } });
  const asked = data.find(({ state }) => state === 'pending');
  await call(page, cancelTextingSubscription, { params: { id: asked?.id ?? 0 }, body: {} });
  await expect(waiting).toBeHidden();
});

test('an administrator gives the company a plan until a day, adds licences, and ends it', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/plans');
  await page.getByRole('button', { name: 'Give a plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give a plan' });
  await dialog.getByRole('button', { name: 'Give it' }).click();
  await expect(dialog.getByText('Choose a plan')).toBeVisible();
  await dialog.getByText('The company').click();
  await dialog.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Enterprise' }).click();
  await dialog.getByRole('textbox', { name: 'Licences' }).fill('3');
  await dialog.getByLabel('Until').fill('2099-03-01');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Give it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'The company' });
  await expect(row).toContainText('03/01/2099');
  await row.getByRole('button', { name: 'Add licences to Enterprise of The company' }).click();
  await page.getByRole('button', { name: 'Add 1 licence' }).click();
  await expect(row).toContainText('0 of 4');
  await expectAccessible(page);
  await expectFits(page);
  await row.getByRole('button', { name: 'End Enterprise of The company' }).click();
  await page.getByRole('radio', { name: 'At once' }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Only a test');
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(row).toContainText('Ended');
});
