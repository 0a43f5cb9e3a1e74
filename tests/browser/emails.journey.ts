// E-mail templates: written with fields, buttons and attachments, previewed as a contact, put in order, shared and deleted.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createEmail } from '#contract/emails.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

const doc: MailDoc = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello {{first_name|there}}' }] }],
};

test('a template is written with fields and a button, previewed as a contact, and found again', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/emails');
  const name = unique('Template');
  const last_name = unique('Reader');
  await call(page, createContact, { body: { first_name: 'Lou', last_name, emails: [{ address: `${last_name}@example.com` }] } });
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Subject', { exact: true }).fill('For ');
  await page.getByRole('button', { name: 'Insert a field into the subject' }).click();
  await page.getByRole('menuitem', { name: 'Full name', exact: true }).click();
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('For {{full_name}}');

  const text = page.getByRole('textbox', { name: 'Text of the mail' });
  await text.click();
  await page.keyboard.type('Hello ');
  await page.getByRole('button', { name: 'Insert a field', exact: true }).click();
  await page.getByRole('menuitem', { name: 'First name', exact: true }).click();
  await page.keyboard.type(', good news.');
  await expect(text).toContainText('First name, or there, good news.');
  await page.getByRole('button', { name: 'Button', exact: true }).click();
  await page.getByLabel('Text of the button').fill('See it');
  await page.getByLabel('Address', { exact: true }).fill('example.com/offer?zip={{zip_code|none}}');
  await page.getByLabel('Text of the button').focus();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('https://example.com/offer?zip={{zip_code|none}}');

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByLabel('Preview as').fill(last_name);
  await page.getByRole('option', { name: `Lou ${last_name}` }).click();
  await expect(preview).toContainText(`Lou ${last_name} <${last_name.toLowerCase()}@example.com>`);
  await expect(preview).toContainText(`For Lou ${last_name}`);
  const mail = page.frameLocator('iframe[title="The mail"]');
  await expect(mail.getByText('Hello Lou, good news.')).toBeVisible();
  await expect(mail.getByRole('link', { name: 'See it' })).toHaveAttribute('href', 'https://example.com/offer?zip=none');
  await expectAccessible(page);
  for (const view of ['Phone', 'Dark', 'Plain text']) await preview.getByText(view, { exact: true }).click();
  await expect(preview.getByText('See it:')).toBeVisible();

  await page.locator('input[type="file"][aria-label="Attachment"]').setInputFiles({
    name: 'offer.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('One page'),
  });
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('offer.txt8 bytes');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expectFits(page);

  await page.reload();
  await expect(text).toContainText('First name, or there, good news.');
  await page.getByRole('link', { name: 'All e-mail templates' }).click();
  await page.getByRole('searchbox').fill('good news');
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('what is no field or no address is said, and nothing is lost', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/emails/new');
  await page.getByLabel('Name', { exact: true }).fill(unique('Wrong'));
  await page.getByLabel('Subject', { exact: true }).fill('Hi {{nmae}}');
  await expect(page.getByText('There is no field {{nmae}}')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Subject', { exact: true }).fill('Hi');
  await page.getByRole('textbox', { name: 'Text of the mail' }).click();
  await page.getByRole('button', { name: 'Button', exact: true }).click();
  await page.getByLabel('Address', { exact: true }).fill('javascript:alert(1)');
  await expect(page.getByText('Select the button and enter its address')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Hi');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('');
});

test('templates are put in order by keys, taken out of use, shared and deleted', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/emails');
  const [first, second] = [unique('Aone'), unique('Btwo')];
  for (const name of [first, second]) await call(page, createEmail, { body: { name, subject: 'Hi', doc } });
  await page.reload();
  const rows = page.getByRole('list', { name: 'E-mail templates' }).getByRole('listitem');
  const places = async () => {
    const texts = await rows.allTextContents();
    return [first, second].map((name) => texts.findIndex((text) => text.includes(name)));
  };
  await expect.poll(async () => ((await places())[1] ?? 0) - ((await places())[0] ?? 0)).toBe(1);
  await page.getByRole('button', { name: `Move ${second}` }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect.poll(async () => ((await places())[1] ?? 0) - ((await places())[0] ?? 0)).toBe(-1);
  await expectAccessible(page);

  for (const name of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bar = page.getByRole('region', { name: 'Selected templates' });
  await bar.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'The company' }).click();
  await expect(rows.filter({ hasText: first })).toContainText('Company');
  await page.getByRole('checkbox', { name: `Select ${first}` }).check();
  await bar.getByRole('button', { name: 'Take out of use' }).click();
  await expect(rows.filter({ hasText: first })).toContainText('Not in use');
  await page.reload();
  await expect.poll(async () => ((await places())[1] ?? 0) - ((await places())[0] ?? 0)).toBe(-1);
  for (const name of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 templates?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows.filter({ hasText: first })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});
