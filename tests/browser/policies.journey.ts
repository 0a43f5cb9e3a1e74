// A contact's policies: added, looked at, changed, removed with undo; found by number and by renewal; and what they make of the contact.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createPolicy, updatePolicy } from '#contract/policies.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

test('a policy makes a client, is found by its number, and is removed with undo', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Insured');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name } });
  await page.goto(`/contacts/${id}?tab=policies`);
  const policies = page.getByRole('region', { name: 'Policies' });
  await expect(policies.getByText('No policies yet')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Lead');

  await policies.getByRole('button', { name: 'Add a policy' }).click();
  const form = page.getByRole('dialog', { name: 'Add a policy' });
  await form.getByRole('button', { name: 'Add the policy' }).click();
  await expect(form.getByText('Enter a carrier or a product')).toBeVisible();
  await expect(form.getByLabel('Product')).toBeFocused();
  await form.getByRole('combobox', { name: 'Carrier' }).fill('Larkmoor');
  await page.getByRole('option', { name: 'Larkmoor Life' }).click();
  await form.getByLabel('Product').fill('Term 20');
  await form.getByLabel('Policy number').fill(`LM-${last_name}-4471`);
  await form.getByLabel('Premium').fill('$1,250.50');
  await form.getByRole('combobox', { name: 'Paid' }).click();
  await page.getByRole('option', { name: 'Monthly' }).click();
  await form.getByLabel('Renewal date').fill('12/20/2026');
  await form.getByRole('button', { name: 'Add a beneficiary' }).click();
  await form.getByLabel('Name of beneficiary 1').fill('Tom');
  await form.getByLabel('Share of beneficiary 1').fill('60');
  await form.getByRole('button', { name: 'Add the policy' }).click();
  await expect(form.getByText('The shares must be 100 percent together')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Share of beneficiary 1').fill('100');
  await form.getByRole('button', { name: 'Add the policy' }).click();

  const row = policies.getByRole('row').filter({ hasText: 'Larkmoor Life · Term 20' });
  await expect(row).toContainText('$1,250.50 monthly');
  await expect(row).toContainText('In force');
  await expect(row).not.toContainText(last_name);
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Client');
  await row.getByRole('button', { name: /^Show the policy number/ }).click();
  await expect(row).toContainText(`LM-${last_name}-4471`);
  await expectAccessible(page);

  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Larkmoor Life · Term 20' });
  await edit.getByLabel('Product').fill('Term 30');
  await edit.getByRole('button', { name: 'Save' }).click();
  const changed = policies.getByRole('row').filter({ hasText: 'Larkmoor Life · Term 30' });
  await changed.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(policies.getByText('No policies yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(changed).toContainText('In force');

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByText('removed the policy Larkmoor Life · Term 30')).toBeVisible();
  await expect(page.getByText('Product: Term 20 → Term 30')).toBeVisible();

  await page.goto('/contacts');
  await searchBox(page).fill(`lm ${last_name} 4471`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(last_name);
});

test('many policies with long names fit on every screen, and their renewals filter the list', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Renews');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name } });
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  for (let place = 0; place < 26; place++)
    await call(page, createPolicy, {
      params: { id },
      body: {
        data: { product: `${place} ${'Lifetime Protector Supplemental '.repeat(4)}`, status: 'in_force', renewal_date: soon },
      },
    });
  await page.goto(`/contacts/${id}?tab=policies`);
  const policies = page.getByRole('region', { name: 'Policies' });
  await expect(policies.getByRole('row')).toHaveCount(26);
  await policies.getByRole('button', { name: 'Page 2' }).click();
  await expect(policies.getByRole('row')).toHaveCount(2);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const search = JSON.stringify([{ field: 'policy_renewal', operator: 'in_next', value: 14 }]);
  await page.goto(`/contacts?q=${last_name}&search=${encodeURIComponent(search)}`);
  await expect(page.getByText('Policy renewal in the next 14 days')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('two people edit a policy: nothing is overwritten unseen; a removed one is restored from its list', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Shared') } });
  const { id: policyId } = await call(page, createPolicy, {
    params: { id },
    body: { data: { product: 'Term 20', premium: '5' } },
  });
  await page.goto(`/contacts/${id}?tab=policies`);
  const policies = page.getByRole('region', { name: 'Policies' });
  await policies.getByRole('button', { name: 'Actions of Term 20' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Term 20' });
  await form.getByLabel('Product').fill('Term 30');
  const theirs = { product: 'Term 40', premium: '6', commission: '2' };
  await call(page, updatePolicy, { params: { id, policyId }, body: { data: theirs } });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A colleague saved changes while you edited.')).toBeVisible();
  await expect(form.getByText('A colleague changed this: Term 40')).toBeVisible();
  await expect(form.getByLabel('Product')).toHaveValue('Term 30');
  await expect(form.getByLabel('Premium')).toHaveValue('6.00');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const row = policies.getByRole('row').filter({ hasText: 'Term 30' });
  await expect(row).toContainText('$6.00');

  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(policies.getByText('No policies yet')).toBeVisible();
  await policies.getByRole('button', { name: 'Show removed' }).click();
  const removed = page.getByRole('region', { name: 'Policies' });
  await expectAccessible(page);
  await removed.getByRole('button', { name: 'Restore Term 30' }).click();
  await expect(removed.getByText('No removed policies')).toBeVisible();
  await removed.getByRole('button', { name: 'Back to policies' }).click();
  await expect(row).toBeVisible();
});
