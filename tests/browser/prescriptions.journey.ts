// Prescriptions of a contact: added from the list of drugs, changed while somebody else changes them, removed.
import { expect, type WebSocketRoute } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { getRxDetails, updateRxDetails } from '#contract/prescriptions.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('prescriptions are kept, and no edit overwrites another', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Treated') } });
  await page.goto(`/contacts/${id}?tab=prescriptions`);
  const list = page.getByRole('region', { name: 'Prescriptions' });
  await expect(list.getByText('No prescriptions yet')).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Add a prescription' }).click();
  const form = page.getByRole('dialog', { name: 'Add a prescription' });
  await form.getByRole('combobox', { name: 'Drug' }).fill('metfor');
  await page.getByRole('option', { name: 'Metformin' }).click();
  await form.getByLabel('Dose').fill('500 mg');
  await form.getByLabel('Pharmacy').fill('Corner pharmacy of a town with a very long name '.repeat(4));
  await expectAccessible(page);
  // Meanwhile, elsewhere.
  const { version } = await call(page, getRxDetails, { params: { id } });
  await call(page, updateRxDetails, { params: { id }, body: { version, rx_details: [{ drug: 'Lisinopril' }] } });
  await form.getByRole('button', { name: 'Add the prescription' }).click();
  await expect(form.getByText('Someone else changed these prescriptions')).toBeVisible();
  await expect(list.getByRole('row').filter({ hasText: 'Lisinopril' })).toHaveCount(1);
  await form.getByRole('button', { name: 'Add the prescription' }).click();
  const metformin = list.getByRole('row').filter({ hasText: 'Metformin' });
  await expect(metformin).toContainText('500 mg');
  await expect(list.getByRole('row').filter({ hasText: 'Lisinopril' })).toHaveCount(1);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await metformin.getByRole('button', { name: 'Actions of Metformin' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(metformin).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(metformin).toContainText('500 mg');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByText('changed the prescriptions').first()).toBeVisible();
});

test('two people change the same prescription, and both changes stay', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Treated') } });
  const params = { id };
  const { version } = await call(page, getRxDetails, { params });
  const rx_details = [{ drug: 'Metformin', dose: '500 mg', pharmacy: 'Corner' }];
  const first = await call(page, updateRxDetails, { params, body: { version, rx_details } });
  await page.goto(`/contacts/${id}?tab=prescriptions`);
  const row = page.getByRole('region', { name: 'Prescriptions' }).getByRole('row').filter({ hasText: 'Metformin' });
  await row.getByRole('button', { name: 'Actions of Metformin' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Metformin' });
  await form.getByLabel('Pharmacy').fill('Harbor');
  // Meanwhile, elsewhere.
  const theirs = first.data.map((each) => ({ ...each, dose: '850 mg' }));
  await call(page, updateRxDetails, { params, body: { version: first.version, rx_details: theirs } });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('850 mg');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Harbor');
  await expect(row).toContainText('850 mg');
});

test('a lost connection that comes back does not load the prescriptions again: nobody looked', async ({ page }) => {
  const lines: WebSocketRoute[] = [];
  await page.routeWebSocket('/cable', (line) => {
    line.connectToServer();
    lines.push(line);
  });
  await signIn(page, 'agent@harbor.test');
  await expect.poll(() => lines.length).toBe(1);
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Treated') } });
  const loads: string[] = [];
  page.on('request', (request) => request.method() === 'GET' && loads.push(new URL(request.url()).pathname));
  await page.goto(`/contacts/${id}?tab=prescriptions`);
  await expect(page.getByText('No prescriptions yet')).toBeVisible();
  await expect.poll(() => lines.length).toBe(2);
  const again = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/v1/contacts/${id}` && lines.length > 2);
  await lines.at(-1)?.close();
  await again;
  expect(loads.filter((path) => path.endsWith('/rx_details'))).toHaveLength(1);
});
