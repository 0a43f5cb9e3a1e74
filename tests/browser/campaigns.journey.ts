// A manager writes a campaign and looks at what it would do; an administrator approves it and switches it on.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createEmail } from '#contract/emails.ts';
import { createTag } from '#contract/tags.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

const doc = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
});
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
const birth_date = `1972${today.slice(4)}`;

test('a campaign is written, reviewed, approved, switched on and paused', async ({ page, another }) => {
  await signIn(page, 'manager@harbor.test');
  const [last_name, name, subject] = [unique('Celebrant'), unique('Cake'), unique('Many happy returns')];
  const tag = await call(page, createTag, { body: { name: unique('cake') } });
  const person = (first_name: string, more: object = {}) =>
    call(page, createContact, {
      body: {
        first_name,
        last_name,
        birth_date,
        emails: [{ address: `${first_name}.${last_name}@example.com` }],
        tags: [tag.id],
        ...more,
      },
    });
  await person('Rosa');
  await person('Silent', { do_not_email: true });
  await call(page, createEmail, { body: { name: subject, subject, doc: doc('Dear {{first_name|friend}}') } });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  await expect(page.getByRole('table', { name: 'Campaigns' })).toContainText('Birthday greetings');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New campaign' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('combobox', { name: 'Templates' }).fill(subject);
  await page.getByRole('option', { name: subject }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'With one of these tags' }).fill(tag.name);
  await page.getByRole('option', { name: tag.name }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await expect(page.getByRole('heading', { name: '1 gets it, 1 does not' })).toBeVisible();
  await expect(page.getByText('An administrator approves it before it can be switched on')).toBeVisible();
  await page.getByRole('button', { name: /^Gets it/ }).click();
  await expect(page.getByRole('link', { name: `Rosa ${last_name}` })).toBeVisible();
  await page.getByRole('button', { name: /The contact does not want it/ }).click();
  await expect(page.getByRole('link', { name: `Silent ${last_name}` })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const admin = await another('admin@harbor.test', new URL(page.url()).pathname);
  await admin.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.getByRole('button', { name: 'Switch on' }).click();
  await expect(admin.getByText(/It looks next/)).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('tab', { name: 'History' }).click();
  await expect(admin.getByText('Nothing sent yet')).toBeVisible();
  await admin.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(admin.getByRole('button', { name: 'Switch on' })).toBeVisible();

  await admin.getByRole('tab', { name: 'Campaign', exact: true }).click();
  await admin.getByRole('checkbox', { name: /^A campaign of the company/ }).check();
  await expect(admin.getByText('takes the approval back')).toBeVisible();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Look at the review, then approve it')).toBeVisible();

  await admin.getByRole('button', { name: `Actions of ${name}` }).click();
  await admin.getByRole('menuitem', { name: 'Delete' }).click();
  await admin.getByRole('button', { name: 'Delete the campaign' }).click();
  await expect(admin.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible();
  await expect(admin.getByRole('table', { name: 'Campaigns' })).not.toContainText(name);
});

test('the demo’s campaigns show what they did', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/campaigns');
  await page.getByRole('link', { name: 'Birthday greetings' }).click();
  await expect(page.getByText(/^It looks next/)).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('table', { name: 'What it sent' }).getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Messages' })).toContainText('Sent');
});
