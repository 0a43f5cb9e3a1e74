// Texts a selection through the review; the handset shows it, and STOP ends it.
import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createTextTemplate } from '#contract/textTemplates.ts';
import { areaCodeAtDay } from '../support/areaCodes.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

test('a template is texted to selected contacts; a handset shows it, and STOP ends it', async ({ page, another }) => {
  await signIn(page, 'manager@harbor.test');
  const last_name = unique('Texted');
  const number = `${areaCodeAtDay()}555${randomInt(2000, 9000)}`.replace(/.$/, '2');
  const add = (first_name: string, more: object) => call(page, createContact, { body: { first_name, last_name, ...more } });
  await add('Rosa', { phones: [{ number }] });
  await add('Silent', { phones: [{ number: number.replace(/.$/, '4') }], do_not_text: true });
  const name = unique('We moved');
  await call(page, createTextTemplate, { body: { name, body: 'Hello {{first_name|there}}, we moved to Main Street.' } });

  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'Text', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Text 2 contacts' });
  await dialog.getByRole('combobox', { name: 'Template' }).fill(name);
  await page.getByRole('option', { name }).click();
  const words = dialog.getByLabel('Text', { exact: true });
  await expect(words).toHaveValue('Hello {{first_name|there}}, we moved to Main Street.');
  await words.fill('Hello {{first_name|there}}, we moved to Main Street 😀');
  await expect(dialog.getByText('“😀” makes it Unicode')).toBeVisible();
  await words.fill('Hello {{first_name|there}}, we moved to Main Street.');
  await dialog.getByRole('radio', { name: /^Service/ }).check();
  await expect(dialog.getByText(/^1 segment · \d+ of 160 characters/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText(/^Of 2 contacts, .*1 not\.$/)).toBeVisible();
  await expect(dialog.getByText(/^About 1 segment/)).toBeVisible();
  await expect(dialog.getByText(/Hello .*, we moved to Main Street\./)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send the texts' }).click();

  const table = page.getByRole('table', { name: 'Messages' });
  await expect(table.getByRole('row').filter({ hasText: 'Silent' })).toContainText('The contact does not want it');
  await expectAccessible(page);
  await expectFits(page);
  const phone = await another('manager@harbor.test', `/sandbox/phone?number=${number}`);
  const heard = phone.getByRole('log', { name: 'Texts' });
  await expect(heard).toContainText('Hello Rosa, we moved to Main Street.', { timeout: 30_000 });
  await phone.getByRole('button', { name: 'STOP' }).click();
  await expect(heard).toContainText('You are unsubscribed', { timeout: 30_000 });
  await page.bringToFront();
  await expect(page.getByText('Sent 1 text')).toBeVisible();
});
