// The rules of contacting people: what administrators keep, what a contact's page says of it, and consents that change it.
import { expect } from '@playwright/test';
import { recordContactConsent } from '#contract/compliance.ts';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('a contact’s page says who may be contacted, and a revocation stops it at once', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Asked');
  const emails = [{ address: `${last_name.toLowerCase()}@example.com` }];
  const body = { first_name: 'Rosa', last_name, state: 'FL', zip_code: '33101', emails };
  const { id } = await call(page, createContact, { body });
  await page.goto(`/contacts/${id}`);
  const gate = page.getByRole('region', { name: 'Marketing allowed now' });
  await expect(gate.getByRole('listitem').filter({ hasText: /^E-mail/ })).toContainText('Yes, now');
  await expect(gate.getByRole('listitem').filter({ hasText: 'Call' })).toContainText('There is no address');
  await expectAccessible(page);

  await gate.getByRole('button', { name: 'Record a consent' }).click();
  const form = page.getByRole('dialog', { name: 'Record a consent' });
  await form.getByText('Took it back', { exact: true }).click();
  await form.getByRole('checkbox', { name: 'E-mail' }).check();
  await form.getByRole('checkbox', { name: 'Text' }).uncheck();
  await form.getByRole('checkbox', { name: 'Call' }).uncheck();
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(form.getByText('Write what was said')).toBeVisible();
  await form.getByLabel('In these words').fill('Please stop writing to me');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(gate.getByRole('listitem').filter({ hasText: /^E-mail/ })).toContainText('The address is unsubscribed or stopped');
  await expect(page.getByText('recorded that the consent was taken back: e-mail')).toBeVisible();

  await gate.getByRole('button', { name: 'Consents' }).click();
  const history = page.getByRole('dialog', { name: 'Consents' });
  await expect(history.getByText('Took it back: e-mail, marketing')).toBeVisible();
  await expect(history.getByText('Please stop writing to me')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('administrators add a rule, end it, replace the law’s only after a second look, and lift an address', async ({
  page,
  another,
}) => {
  const agent = await another('agent@harbor.test');
  const last_name = unique('Lifted');
  const address = `${last_name.toLowerCase()}@example.com`;
  const { id } = await call(agent, createContact, { body: { first_name: 'Leo', last_name, emails: [{ address }] } });
  const revoked = { kind: 'revoked' as const, channels: ['email' as const], text: 'Stop', at: new Date().toISOString() };
  await call(agent, recordContactConsent, { params: { id }, body: revoked });

  await signIn(page, 'admin@harbor.test', '/admin/compliance');
  const rules = page.getByRole('table', { name: 'Rules' });
  await expect(rules.getByRole('row', { name: /Florida: 8 am to 8 pm/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const title = unique('No mail at night');
  const form = page.getByRole('dialog', { name: 'Add a rule' });
  await form.getByLabel('Title').fill(title);
  await form.getByRole('combobox', { name: 'For contacts in' }).click();
  await page.getByRole('option', { name: 'Alaska' }).click();
  await form.getByRole('button', { name: 'Add the rule' }).click();
  await expect(rules.getByRole('row', { name: new RegExp(title) })).toContainText('9 am to 8 pm');
  await page.getByRole('button', { name: `End ${title}` }).click();
  await page.getByRole('button', { name: 'End the rule' }).click();
  await expect(rules.getByRole('row', { name: new RegExp(title) })).toBeHidden();

  await page.getByRole('button', { name: 'Actions of Wyoming: 8 am to 8 pm' }).click();
  await page.getByRole('menuitem', { name: 'Replace with our own rule' }).click();
  const replace = page.getByRole('dialog', { name: 'Replace a rule of the law' });
  await replace.getByLabel('To', { exact: true }).fill('22:00');
  await replace.getByRole('button', { name: 'Replace the rule' }).click();
  await expect(replace.getByText('This allows more than the law’s rule.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto('/admin/compliance?tab=suppressed');
  await page.getByLabel('Search', { exact: true }).fill(address);
  await page.getByRole('button', { name: `Lift ${address}` }).click();
  const lift = page.getByRole('dialog', { name: `Lift ${address}` });
  await lift.getByLabel('Reason').fill('Wrote by mistake');
  await lift.getByRole('button', { name: 'Lift', exact: true }).click();
  await expect(page.getByText('No matching addresses')).toBeVisible();
  await page.getByText('Lifted', { exact: true }).first().click();
  await expect(page.getByText('Wrote by mistake')).toBeVisible();
  await expectAccessible(page);
});

test('a do-not-call list is uploaded and read, with its age', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/compliance?tab=lists');
  const lists = page.getByRole('table', { name: 'Do-not-call lists' });
  await expect(lists.getByRole('row', { name: /National list/ }).first()).toContainText('In use');
  await page.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'Our own list' }).click();
  const name = `${unique('numbers')}.txt`;
  const buffer = Buffer.from('305,5550101\nnothing\n3055550102\n');
  await page.getByLabel('A list of numbers').setInputFiles({ name, mimeType: 'text/plain', buffer });
  const row = lists.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('In use');
  await expect(row).toContainText('1 line');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('button', { name: 'Remove the list' }).click();
  await expect(row).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('licences stand in one’s own account', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test', '/account/profile?tab=licences');
  const licences = page.getByRole('region', { name: 'Licences' });
  await licences.getByRole('combobox', { name: 'State' }).fill('Hawaii');
  await page.getByRole('option', { name: 'Hawaii' }).click();
  await licences.getByRole('button', { name: 'Save the licence' }).click();
  await expect(licences.getByText('Enter the number')).toBeVisible();
  await licences.getByLabel('Licence number').fill('HI-4711');
  await licences.getByRole('button', { name: 'Save the licence' }).click();
  await expect(licences.getByText('HI-4711')).toBeVisible();
  await expectAccessible(page);
  await licences.getByRole('button', { name: 'Remove the licence for Hawaii' }).click();
  await expect(licences.getByText('HI-4711')).toBeHidden();
});
