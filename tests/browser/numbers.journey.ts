// Phone numbers and the registration with the carriers: an agent buys one and chooses what it is for, an
// administrator passes it on, and a company registers.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('an agent buys a number; an administrator gives it to the company, gives it up and keeps it', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test', '/numbers');
  await expect(page.getByRole('table', { name: 'Your numbers' })).toContainText('(305) 555-0123');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Buy a number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy a phone number' });
  await dialog.getByLabel('Find a number').fill('404');
  const offer = dialog.getByRole('radio', { name: /^\(404\)/ }).first();
  await offer.check();
  await expectAccessible(page);
  const buy = dialog.getByRole('button', { name: /^Buy \(404\).* for \$1\.50$/ });
  const [, number = ''] = /(\(404\) 555-\d{4})/.exec((await buy.textContent()) ?? '') ?? [];
  await buy.click();
  const own = page.getByRole('table', { name: 'Your numbers' });
  await expect(own.getByRole('row').filter({ hasText: number })).toContainText('Active', { timeout: 30_000 });

  await own.getByRole('button', { name: `Actions of ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Use it for new texts' }).click();
  await expect(own.getByRole('row').filter({ hasText: number })).toContainText('New texts');
  await expect(own.getByRole('row').filter({ hasText: '(305) 555-0123' })).not.toContainText('New texts');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);

  const admin = await another('admin@harbor.test', '/admin/numbers');
  await admin.getByRole('searchbox', { name: 'Search' }).fill(number);
  const row = admin.getByRole('table', { name: 'Phone numbers' }).getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('Registered', { timeout: 30_000 });
  await expectAccessible(admin);
  const act = async (name: string) => {
    await row.getByRole('button', { name: `Actions of ${number}` }).click();
    await admin.getByRole('menuitem', { name }).click();
  };
  await act('Make it the company’s');
  await expect(row).toContainText('The company');
  await act('Give it up…');
  await admin.getByRole('dialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(row).toContainText('Given up, answers until');
  await act('Keep it');
  await expect(row).toContainText('Active');
});

test('a company registers with the carriers, and its numbers join', async ({ page }) => {
  test.slow(); // the demo's carriers take half a minute
  await signIn(page, 'admin@summit.test', '/numbers');
  await expect(page.getByText('the company is not registered with the carriers')).toBeVisible();
  await page.getByRole('link', { name: 'Open the registration' }).click();
  await expect(page.getByRole('heading', { name: 'Text registration' })).toBeVisible();
  await expectAccessible(page);
  const name = page.getByLabel('Legal name');
  const called = await name.inputValue();
  await name.fill('');
  await page.getByRole('button', { name: 'Send to the carriers' }).click();
  await expect(page.getByText('Enter the name as it stands in the letter of the IRS')).toBeVisible();
  await name.fill(called);
  await page.getByRole('button', { name: 'Send to the carriers' }).click();
  await expect(page.getByText('Who you are: the carriers look at it')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('What you text: the carriers look at it')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Segments a second')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('link', { name: /^Registered numbers/ })).toContainText(/(\d+) of \1/, { timeout: 30_000 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('consent to texts is recorded with its proof at the contact’s number', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const contact = await call(page, createContact, {
    body: { first_name: 'Rosa', last_name: unique('Agreed'), phones: [{ type: 2, number: '7865550142' }] },
  });
  await page.goto(`/contacts/${contact.id}`);
  await page.getByRole('button', { name: 'Actions of (786) 555-0142' }).click();
  await expect(page.getByRole('menuitem', { name: 'Check number for $0.008' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Consent to texts…' }).click();
  const form = page.getByRole('dialog', { name: 'Consent to texts' });
  await form.getByLabel('In these words').fill('Yes, text me about my plan');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Recorded the consent to texts')).toBeVisible();
  await page.getByRole('button', { name: 'Consents', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Consents' }).getByText('Yes, text me about my plan')).toBeVisible();
});
