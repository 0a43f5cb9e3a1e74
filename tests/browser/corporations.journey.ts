// An administrator keeps a corporation with its logo; an agent is offered a campaign and sends it by hand.
import { expect } from '@playwright/test';
import { createCampaignTrigger, updateCampaignTrigger } from '#contract/campaigns.ts';
import { createContact } from '#contract/contacts.ts';
import { updateCorporation } from '#contract/corporations.ts';
import { createEmail } from '#contract/emails.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('a corporation is added with a logo, changed and deleted', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const name = unique('Harbor Health');
  await page.goto('/admin/corporations');
  await expect(page.getByRole('heading', { name: 'Corporations', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New corporation' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Give the corporation a name')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: pixel });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Write a domain, as example.com')).toBeVisible();
  await page.getByRole('textbox', { name: 'Domain' }).fill('health.example.com');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
  // A colleague changes two fields meanwhile: theirs stay, and the one that both changed is marked.
  const id = Number(page.url().split('/').at(-1));
  await page.getByRole('textbox', { name: 'City' }).fill('Sparks');
  await call(page, updateCorporation, { params: { id }, body: { office_city: 'Elko', office_hours: '9 to 5' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A colleague saved changes while you edited')).toBeVisible();
  await expect(page.getByText('A colleague changed this: Elko')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Office hours' })).toHaveValue('9 to 5');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'City' }).fill('Reno');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A colleague saved changes while you edited')).toBeHidden();
  await page.getByRole('link', { name: 'All corporations' }).click();
  await page.getByRole('searchbox', { name: 'Search corporations by name' }).fill(name);
  await page.getByRole('table', { name: 'Corporations' }).getByRole('link', { name }).click();
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Reno');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete the corporation' }).click();
  await expect(page.getByText(`Deleted ${name}`)).toBeVisible();
});

test('a campaign is chosen for a selection, reviewed and sent', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const [last_name, name] = [unique('Offered'), unique('News by hand')];
  await call(page, createContact, {
    body: { first_name: 'Rosa', last_name, emails: [{ address: `${last_name}@example.com`.toLowerCase() }] },
  });
  const doc = {
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Dear {{first_name|friend}}' }] }],
  };
  const email = await call(page, createEmail, { body: { name, subject: name, doc } });
  const campaign = await call(page, createCampaignTrigger, {
    body: { name, category: 'service', all_email_ids: [email.id], show_on_bulk: true },
  });
  await call(page, updateCampaignTrigger, { params: { id: campaign.id }, body: { compliant: true, enabled: true } });
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail 1 contact' });
  await dialog.getByText('A campaign', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Choose a campaign', { exact: true }).last()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Campaign' }).fill(name);
  await page.getByRole('option', { name }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Of 1 contact, 1 now.')).toBeVisible();
  await expect(dialog.frameLocator('iframe').getByText('Dear Rosa')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send the mailing' }).click();
  await expect(page.getByText('Sent 1 mail')).toBeVisible();
});
