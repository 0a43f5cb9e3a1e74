// Mails a template to selected contacts, sees who gets it and who does not, and the timeline; a receiver unsubscribes.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createEmail } from '#contract/emails.ts';
import { getSandboxMail, listSandboxMails } from '#contract/sandbox.ts';
import { sendEmail } from '#contract/sends.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

const doc = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
});

async function somebody(page: Page, first_name: string, last_name: string, more: object = {}) {
  const email = `${first_name}.${last_name}@example.com`.toLowerCase();
  return call(page, createContact, { body: { first_name, last_name, emails: [{ address: email }], ...more } });
}

test('a template goes to selected contacts; its page says who got it, and who did not and why', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  const last_name = unique('Mailed');
  const rosa = await somebody(page, 'Rosa', last_name);
  await somebody(page, 'Ben', last_name);
  await somebody(page, 'Silent', last_name, { do_not_email: true });
  const name = unique('Your new card');
  await call(page, createEmail, { body: { name, subject: `${name}, {{first_name}}`, doc: doc('Dear {{first_name|friend}}') } });

  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail 3 contacts' });
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Choose a template', { exact: true }).last()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Template' }).fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('radio', { name: /^Service/ }).check();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Of 3 contacts, 2 now, 1 not.')).toBeVisible();
  await dialog.getByRole('button', { name: /1: do not get it/ }).click();
  await expect(dialog.getByRole('list', { name: 'Contacts of this group' })).toContainText(`Silent ${last_name}`);
  await expect(dialog.frameLocator('iframe').getByText(/^Dear (Rosa|Ben)/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Send the mailing' }).click();

  await expect(page.getByText('Sent 2 mails')).toBeVisible();
  const table = page.getByRole('table', { name: 'Messages' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').filter({ hasText: 'Silent' })).toContainText('Not allowed');
  await expect(table.getByRole('row').filter({ hasText: 'Silent' })).toContainText('The contact does not want it');
  await expectAccessible(page);
  await expectFits(page);
  await table.getByRole('link', { name: 'Read the mail to Rosa' }).click();
  await expect(page.getByText('The mail was allowed, for service')).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Dear Rosa')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.goBack();
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Those not sent, as a file' }).click();
  expect((await file).suggestedFilename()).toMatch(/^not sent \d+\.csv$/);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Not allowed' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mailings' }).click();
  await expect(page.getByRole('table', { name: 'Mailings' }).getByRole('row').filter({ hasText: name })).toContainText('2 of 3');
  await expectAccessible(page);
  await expectFits(page);
  await page.goto(`/contacts/${rosa.id}`);
  await expect(page.getByText('sent an e-mail')).toBeVisible();
  await page.goto('/sandbox/mail');
  await expect(page.getByText(`${name}, Rosa`).first()).toBeVisible();
});

test('a planned mailing waits, and is cancelled before its hour', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  const last_name = unique('Planned');
  await somebody(page, 'Rosa', last_name);
  const name = unique('Later');
  await call(page, createEmail, { body: { name, subject: name, doc: doc('Later') } });
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail 1 contact' });
  await dialog.getByRole('combobox', { name: 'Template' }).fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByText('Later', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Choose a day and an hour')).toBeVisible();
  await dialog.getByLabel('Day and hour').fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('This moment has passed')).toBeVisible();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 11);
  await dialog.getByLabel('Day and hour').fill(`${tomorrow}09:00`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Of 1 contact, 1 at that moment.')).toBeVisible();
  await expect(dialog.getByText('Preview as')).toBeVisible(); // it moves the buttons
  await dialog.getByRole('button', { name: 'Plan the mailing' }).click();
  await expect(page.getByText('Planned for later')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel the mailing' }).click();
  await expect(page.getByText('Cancelled after 0 mails')).toBeVisible();
});

test('a receiver who wants no more says so on a page that needs neither account nor script', async ({ page, browser }) => {
  await signIn(page, 'manager@harbor.test');
  const last_name = unique('Weary');
  const { id, email } = await somebody(page, 'Rosa', last_name, { state: 'FL' });
  const sent = await call(page, sendEmail, {
    body: { ids: [id], subject: last_name, email_body: 'Hello', purpose: 'marketing' },
  });
  await page.goto(`/contacts/${id}`);
  await expect(page.getByText('sent an e-mail')).toBeVisible();
  const { data } = await call(page, listSandboxMails, { query: { q: email, page: 1, limit: 25 } });
  const { html } = await call(page, getSandboxMail, { params: { id: data[0]?.id ?? 0 } });
  const path = /\/v1\/mail_preferences\/[\w.-]+/.exec(html)?.[0] ?? '';

  // As the receiver's browser: no session, no scripts.
  const reader = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const visitor = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
  const looks = async (heading: string) => {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(visitor);
    await expectFits(visitor);
  };
  await looks('Your e-mails');
  await reader.goto(path);
  await reader.getByRole('button', { name: 'No more offers and news' }).focus();
  await reader.keyboard.press('Enter');
  await expect(reader.getByText(`sends no more offers and news to ${email}`)).toBeVisible();

  await page.goto(`/mailings/${sent.id}`);
  await expect(page.getByText('Unsubscribed').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Clicked' }).click();
  await expect(page.getByText('No contact in your reach is in this state.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Unsubscribed' }).click();
  await page.getByRole('table', { name: 'Messages' }).getByRole('link', { name: 'Read the mail to Rosa' }).click();
  const events = page.getByRole('list', { name: 'What came of it' });
  await expect(events).toContainText('No more offers and news');
  await expectAccessible(page);
  await expectFits(page);

  // The page says what is refused, and the open page of the mail hears of what follows.
  await looks('Your e-mails');
  await expect(visitor.getByRole('button')).toHaveCount(1);
  await reader.goto(path);
  await reader.getByRole('button', { name: 'No more e-mails at all' }).click();
  await expect(reader.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(events).toContainText('No more e-mails at all');
  await reader.goto('/v1/mail_preferences/1.1.x');
  await expect(reader.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await Promise.all([reader.close(), visitor.close()]);
});
