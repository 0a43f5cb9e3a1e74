// API keys and the API token of a user, and the company's keys for administrators.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signInAs } from './account.ts';
import { test } from './company.ts';
import { expectAccessible, expectFits, password, searchBox } from './support.ts';

const callWith = (page: Page, secret: string) =>
  page.request.get('/v1/users/me', { headers: { authorization: `Bearer ${secret}` } });

test('a key is made, works, is changed and revoked, and its log is saved', async ({ page, aCompany }) => {
  const { agent } = await aCompany();
  await signInAs(page, agent);
  await expect(searchBox(page)).toBeVisible();
  await page.getByRole('button', { name: /Walter Larkspur/ }).click();
  await page.getByRole('link', { name: 'Your API keys' }).click();
  await expect(page.getByRole('heading', { name: 'You have no API keys' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create a key' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create an API key' });
  await drawer.getByRole('button', { name: 'Create the key' }).click();
  await expect(drawer.getByText('Enter a name')).toBeVisible();
  await drawer.getByLabel('Name').fill('Zapier');
  await drawer.getByRole('button', { name: 'Create the key' }).click();
  await expect(drawer.getByText('Choose what the key may read or change')).toBeVisible();
  await drawer.getByRole('radiogroup', { name: 'Your account' }).getByText('Read', { exact: true }).click();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create the key' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the key Zapier' });
  const secret = await shown.getByRole('textbox', { name: 'The key Zapier' }).inputValue();
  expect(secret).toMatch(/^stw_/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row', { name: /Zapier/ });
  await expect(row).toContainText('Your account: read');
  await expect(row).toContainText('Active');

  expect(await (await callWith(page, secret)).json()).toMatchObject({ email: agent });
  const open = async (item: string) => {
    await row.getByRole('button', { name: 'Actions of Zapier' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await expect(async () => {
    await open('Show its calls');
    const log = page.getByRole('dialog', { name: 'Calls of Zapier' });
    await expect(log.getByText('GET /v1/users/me'))
      .toBeVisible({ timeout: 1_000 })
      .finally(async () => {
        if (!(await log.getByText('GET /v1/users/me').isVisible())) await log.getByRole('button', { name: 'Close' }).click();
      });
  }).toPass();
  await expectAccessible(page);
  const log = page.getByRole('dialog', { name: 'Calls of Zapier' });
  for (const [format, start] of [
    ['CSV', '\ufeffTime (UTC),Method,Path,Status,From'],
    ['XLSX', 'PK'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await log.getByRole('button', { name: `Download as ${format}` }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^calls of stw_.*\\.${format.toLowerCase()}$`));
    expect((await readFile(await file.path())).toString('utf8').startsWith(start)).toBe(true);
  }
  await log.getByRole('button', { name: 'Close' }).click();

  await open('Change');
  const change = page.getByRole('dialog', { name: 'Change Zapier' });
  await change.getByLabel('Name').fill('Zapier nightly');
  await change.getByRole('radiogroup', { name: 'Contacts' }).getByText('Read and change').click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Zapier nightly');
  await expect(row).toContainText('Contacts: read and change. Your account: read');
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFits(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await row.getByRole('button', { name: 'Actions of Zapier nightly' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await expect(row).toContainText('Revoked');
  expect((await callWith(page, secret)).status()).toBe(401);
});

test('the API token asks for the password, and is replaced', async ({ page, aCompany }) => {
  const company = await aCompany();
  await signInAs(page, company.agent);
  await expect(searchBox(page)).toBeVisible();
  const long = new Date(Date.now() - 16 * 60_000);
  await company.db.updateTable('sessions').set({ proved_at: long }).where('company_id', '=', company.companyId).execute();
  await page.goto('/account/api-keys');
  const section = page.getByRole('region', { name: 'API token' });
  await section.getByRole('button', { name: 'Show the token' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await proof.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(section.getByText('You have no API token yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Create a token' }).click();
  const token = section.getByLabel('Your API token');
  const first = await token.inputValue();
  expect((await callWith(page, first)).status()).toBe(200);
  await section.getByRole('button', { name: 'Hide' }).click();
  await section.getByRole('button', { name: 'Show the token' }).click();
  await expect(token).toHaveValue(first);
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Replace the token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the token' }).click();
  await expect(token).not.toHaveValue(first);
  expect((await callWith(page, first)).status()).toBe(401);
  expect((await callWith(page, await token.inputValue())).status()).toBe(200);
});

test('an administrator finds a key of another person and revokes it', async ({ page, aCompany, browser }) => {
  const { admin, agent } = await aCompany();
  const other = await browser.newPage();
  await signInAs(other, agent);
  await expect(searchBox(other)).toBeVisible();
  await other.goto('/account/api-keys');
  await other.getByRole('button', { name: 'Create a key' }).click();
  const drawer = other.getByRole('dialog', { name: 'Create an API key' });
  await drawer.getByLabel('Name').fill('Reports');
  await drawer.getByRole('radiogroup', { name: 'Your account' }).getByText('Read', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Create the key' }).click();
  const secret = await other.getByRole('textbox', { name: 'The key Reports' }).inputValue();

  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/api-keys');
  await page.getByRole('searchbox', { name: 'Search by user or name' }).fill('repo');
  await expect(page.getByRole('row', { name: /Walter Larkspur/ })).toContainText('Reports');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revoke Reports of Walter Larkspur' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByRole('heading', { name: 'No matching keys' })).toBeVisible();
  expect((await callWith(other, secret)).status()).toBe(401);
  await other.close();
});
