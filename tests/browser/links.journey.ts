// Two contacts are linked, seen from both pages, changed, and the link is ended and given back.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('a family is linked from one page and seen on both', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Linked');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name } });
  const next = new Date().getUTCFullYear() + 1;
  const child = { first_name: `Bartholomew-Christopher ${'Montgomery '.repeat(4)}`, last_name, birth_date: `${next - 65}-03-04` };
  const other = await call(page, createContact, { body: child });
  await page.goto(`/contacts/${id}`);
  const family = page.getByRole('region', { name: 'Family and links' });
  await family.getByRole('button', { name: 'Link a contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link a contact' });
  await dialog.getByRole('button', { name: 'Link the contact' }).click();
  await expect(dialog.getByText('Choose a contact')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Contact', exact: true }).fill(`Bartholomew ${last_name}`);
  await page.getByRole('option', { name: /Bartholomew/ }).click();
  await dialog.getByRole('combobox', { name: 'What the linked contact is' }).click();
  await page.getByRole('option', { name: 'Child' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Link the contact' }).click();

  const link = family.getByRole('listitem');
  await expect(link).toContainText(`Child · turns 65 on 03/04/${next}`);
  await expect(page.getByText(/linked Bartholomew.*: child/)).toBeVisible();
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await link.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${other.id}`));
  await expect(link).toContainText('Parent');
  await link.getByRole('button', { name: /^Actions of the link/ }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: /^Change the link/ });
  await change.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Caregiver' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(link).toContainText('Caregiver');
  await link.getByRole('button', { name: /^Actions of the link/ }).click();
  await page.getByRole('menuitem', { name: 'End the link' }).click();
  await expect(link).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(link).toContainText('Caregiver');
});

test('links that could not load say so, and load again', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Linked') } });
  const refused = '**/v1/contacts/*/linked_contacts';
  await page.route(refused, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/contacts/${id}`);
  const family = page.getByRole('region', { name: 'Family and links' });
  await expect(family.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(refused);
  await family.getByRole('button', { name: 'Try again' }).click();
  await expect(family.getByRole('alert')).toHaveCount(0);
  await expect(family.getByRole('button', { name: 'Link a contact' })).toBeVisible();
});
