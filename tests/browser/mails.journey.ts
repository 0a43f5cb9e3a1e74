// Finds mails among all of them and among a contact's, opens one as it was sent, and downloads the list.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { sendEmail } from '#contract/sends.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('all mails are listed, found by address and state, opened, and left as a file', async ({ page }) => {
  await signIn(page, 'manager@harbor.test', '/mails');
  const last_name = unique('Listed');
  const address = `rosa.${last_name}@example.com`.toLowerCase();
  const rosa = await call(page, createContact, { body: { first_name: 'Rosa', last_name, emails: [{ address }] } });
  const silent = await call(page, createContact, {
    body: {
      first_name: 'Silent',
      last_name,
      emails: [{ address: `silent.${last_name}@example.com`.toLowerCase() }],
      do_not_email: true,
    },
  });
  const subject = unique('Your card ');
  await call(page, sendEmail, { body: { ids: [rosa.id, silent.id], subject, email_body: 'Here it is.', purpose: 'service' } });

  await page.goto('/mails');
  const table = page.getByRole('table', { name: 'Mails', exact: true });
  const mine = table.getByRole('row').filter({ hasText: last_name });
  await expect(mine).toHaveCount(2);
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Not allowed' }).click();
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('The contact does not want it');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Any' }).click();
  await page.getByRole('searchbox', { name: 'Address' }).fill(address);
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/address=/);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await file).suggestedFilename()).toBe('mails.csv');
  await mine.getByRole('link', { name: subject }).press('Enter');
  await expect(page.getByText('The mail was allowed, for service')).toBeVisible();
  await page.getByRole('link', { name: 'Mails', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Mails' })).toBeVisible();

  await page.goto(`/contacts/${rosa.id}?tab=mails`);
  await expect(page.getByRole('group', { name: 'Mails by state' })).toContainText(/Sent 1|Delivered 1/, { timeout: 30_000 });
  const own = page.getByRole('table', { name: 'Mails to the contact' });
  await expect(own.getByRole('link', { name: subject })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search mails by subject' }).fill('no such subject');
  await expect(page.getByText('No matching mails')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search mails by subject' }).clear();
  await page.getByLabel('Days: to').fill('01/02/2020');
  await page.getByLabel('Days: to').press('Enter');
  await expect(page.getByText('No matching mails')).toBeVisible();
  await page.getByLabel('Days: to').clear();
  await page.getByLabel('Days: to').press('Enter');
  await page.getByRole('combobox', { name: 'Sender' }).fill('Daniel');
  await page
    .getByRole('option', { name: /^Daniel/ })
    .first()
    .click();
  await expect(own.getByRole('link', { name: subject })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectFits(page);
  await page.goto(`/contacts/${rosa.id}`);
  await page.getByRole('link', { name: 'Read the mail' }).click();
  await expect(page.frameLocator('iframe').getByText('Here it is.')).toBeVisible();
});
