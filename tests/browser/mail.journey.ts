// A mail to a contact: begun with a template, signed, tried out, sent, and told on the timeline.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createEmail } from '#contract/emails.ts';
import { listSandboxMails } from '#contract/sandbox.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('a mail is begun with a template, signed, tried out and sent once', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const [last_name, name] = [unique('Mailed'), unique('Start')];
  const address = `${last_name.toLowerCase()}@example.com`;
  const { id } = await call(page, createContact, { body: { first_name: 'Mia', last_name, emails: [{ address }] } });
  const doc = {
    type: 'doc' as const,
    content: [
      { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Hello {{first_name|there}}, see you soon.' }] },
    ],
  };
  await call(page, createEmail, { body: { name, subject: 'For {{full_name}}', doc } });

  await page.goto(`/contacts/${id}`);
  await page.getByRole('list', { name: 'Contact details' }).getByRole('link', { name: address }).click();
  const composer = page.getByRole('dialog', { name: `E-mail to Mia ${last_name}` });
  await expect(composer.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await composer.getByLabel('Template').fill(name);
  await page.getByRole('option', { name }).click();
  await expect(composer.getByLabel('Subject', { exact: true })).toHaveValue('For {{full_name}}');
  const mail = page.frameLocator('iframe[title="The mail"]');
  await expect(mail.getByText('Hello Mia, see you soon.')).toBeVisible();
  await expectAccessible(page);

  await composer.getByRole('button', { name: 'Your signature' }).click();
  const signature = page.getByRole('dialog', { name: 'Your signature' });
  await expect(signature.getByRole('textbox', { name: 'Signature' })).toContainText('Your name');
  await expectAccessible(page);
  await signature.getByRole('button', { name: 'Save' }).click();
  await expect(signature).toBeHidden();
  await expect(mail.getByText('Harbor Benefits').first()).toBeVisible();

  await composer.getByLabel('Subject', { exact: true }).fill('GOOD NEWS FOR YOU!!!');
  await expect(composer.getByText(/most of it is capital letters/)).toBeVisible();
  await composer.getByLabel('Subject', { exact: true }).fill('For {{full_name}} at last');
  await composer.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText('Sent a test to agent@harbor.test')).toBeVisible();

  // Typed text stays when the drawer is closed.
  await page.keyboard.press('Escape');
  await expect(composer).toBeHidden();
  await page.getByRole('list', { name: 'Contact details' }).getByRole('link', { name: address }).click();
  await expect(composer.getByLabel('Subject', { exact: true })).toHaveValue('For {{full_name}} at last');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await composer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(composer).toBeHidden();
  await expect(page.getByText(`Subject: For Mia ${last_name} at last`)).toBeVisible();
  const received = await call(page, listSandboxMails, { query: { q: address, page: 1, limit: 25 } });
  expect(received.data.map(({ subject }) => subject)).toEqual([`For Mia ${last_name} at last`]);
});

test('a contact who wants no e-mail is offered none, and the preview says why', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Quiet');
  const address = `${last_name.toLowerCase()}@example.com`;
  const { id } = await call(page, createContact, {
    body: { first_name: 'Ned', last_name, emails: [{ address }], do_not_email: true },
  });
  await page.goto(`/contacts/${id}`);
  const details = page.getByRole('list', { name: 'Contact details' });
  await expect(details).toContainText(address);
  await expect(details.getByRole('link', { name: address })).toHaveCount(0);
});
