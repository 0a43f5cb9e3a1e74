import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, rows, signIn, test, unique } from './support.ts';

test('an administrator adds a field, and it stands on every contact and among the filters', async ({ page, another }) => {
  await signIn(page, 'admin@keystone.test', '/admin/custom-fields');
  const agent = await another('agent@keystone.test');
  const last_name = unique('Barnfield');
  const { id } = await call(agent, createContact, { body: { first_name: 'Levi', last_name } });

  const name = unique('Barn ');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a field' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'One of a list' }).click();
  await dialog.getByRole('button', { name: 'Add the field' }).click();
  await expect(dialog.getByText('Enter at least one choice')).toBeVisible();
  await dialog.getByLabel('Choices').fill('Timber');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Choices').fill('Steel');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add the field' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Timber, Steel');

  await agent.goto(`/contacts/${id}?tab=details`);
  await agent.getByRole('button', { name: 'Edit More' }).click();
  const more = agent.getByRole('region', { name: 'More' });
  await more.getByRole('combobox', { name }).click();
  await agent.getByRole('option', { name: 'Steel' }).click();
  await more.getByRole('button', { name: 'Save' }).click();
  await expect(more.getByRole('term').filter({ hasText: name }).locator('..')).toContainText('Steel');
  await agent.getByRole('tab', { name: 'Timeline' }).click();
  await expect(agent.getByRole('listitem').filter({ hasText: 'Rachel Zimmerman' }).first()).toContainText('Steel');

  await agent.goto('/contacts');
  await agent.getByRole('button', { name: 'Filter', exact: true }).click();
  await agent.getByRole('combobox', { name: 'Filter by' }).fill(name);
  await agent.getByRole('option', { name }).click();
  const editor = agent.getByRole('dialog', { name: new RegExp(name) });
  await editor.getByRole('checkbox', { name: 'Steel' }).check();
  await editor.getByRole('button', { name: 'Done' }).click();
  await expect(rows(agent)).toHaveCount(1);
  await expect(rows(agent)).toContainText(`Levi ${last_name}`);

  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('1 contact');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(question).toContainText('The values of 1 contact in it are deleted too');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete it all the same' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();
});
