// Forms: an administrator designs one by keyboard; an agent answers it, leaves half-way and comes back; two people answer at once.
import { expect, type Page } from '@playwright/test';
import { createCaptureForm, updateCaptureForm } from '#contract/captureForms.ts';
import { createContact } from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { updateDataCapture } from '#contract/dataCapture.ts';
import { call, expectAccessible, expectFits, rows, signIn, test, unique } from './support.ts';

const widths = [1024, 390] as const;

async function mustLookRight(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('an administrator designs a form by keyboard, and sees it as agents do', async ({ page }) => {
  await signIn(page, 'admin@keystone.test', '/admin/forms');
  const [smoker, packs] = [unique('Smoker '), unique('Packs ')];
  await call(page, createCustomField, { body: { name: smoker, type: 'boolean', choices: [] } });
  await call(page, createCustomField, { body: { name: packs, type: 'number', choices: [] } });
  await page.reload();
  await page.getByRole('button', { name: 'Add a form' }).first().click();
  const name = unique('Intake ');
  const dialog = page.getByRole('dialog', { name: 'Add a form' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  for (const field of [packs, smoker]) {
    await page.getByRole('combobox', { name: 'Add a field' }).fill(field);
    await page.getByRole('option', { name: field }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  const list = page.getByRole('list', { name: 'Sections and fields' });
  await expect(list.getByRole('listitem')).toContainText([packs, smoker]);
  await page.getByRole('button', { name: `Move ${smoker}`, exact: true }).focus();
  for (const key of [' ', 'ArrowUp', ' ']) await page.keyboard.press(key);
  await expect(list.getByRole('listitem')).toContainText([smoker, packs]);

  await page.getByRole('button', { name: `Edit ${packs}` }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `Edit ${packs}` });
  await drawer.getByRole('checkbox', { name: 'Required' }).press('Space');
  await drawer.getByRole('combobox', { name: 'Shown' }).click();
  await page.getByRole('option', { name: `When ${smoker}` }).click();
  await drawer.getByRole('combobox', { name: 'How', exact: true }).click();
  await page.getByRole('option', { name: 'is', exact: true }).click();
  await drawer.getByRole('button', { name: 'Use this' }).click();
  await expect(drawer.getByText('Choose a value')).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Answer' }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Use this' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: packs })).toContainText(`Required · Shown when ${smoker} is Yes`);

  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByLabel(packs)).toBeHidden();
  await preview.getByRole('combobox', { name: smoker }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await expect(preview.getByLabel(packs)).toBeVisible();
  await mustLookRight(page);
  await page.getByRole('button', { name: 'Save the form' }).click();
  await expect(page.getByText(`Saved ${name}`)).toBeVisible();
  await page.reload();
  await expect(list.getByRole('listitem')).toContainText([smoker, packs]);
  await page.getByRole('link', { name: 'All forms' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('In use');
  await mustLookRight(page);

  await page.goto('/admin/custom-fields');
  await page.getByRole('button', { name: `Delete ${smoker}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the field' }).click();
  await expect(page.getByText(`This field is in the form “${name}”`)).toBeVisible();
});

/** Smoker (required), packs a day (required, shown for smokers), a remark. */
async function aForm(page: Page) {
  const add = async (type: 'boolean' | 'number' | 'text', name: string) =>
    (await call(page, createCustomField, { body: { name, type, choices: [] } })).id;
  const names = { smoker: unique('Smoker '), packs: unique('Packs '), remark: unique('Remark '), form: unique('Intake ') };
  const smoker = await add('boolean', names.smoker);
  const [packs, remark] = [await add('number', names.packs), await add('text', names.remark)];
  const form = await call(page, createCaptureForm, { body: { name: names.form } });
  const fields = [
    { field_id: smoker, required: true },
    {
      field_id: packs,
      required: true,
      help: 'Ask for a usual day',
      shown_when: { field_id: smoker, operator: 'any_of' as const, values: [true] },
    },
    { field_id: remark },
  ];
  await call(page, updateCaptureForm, { params: { id: form.id }, body: { sections: [{ title: 'Tobacco', fields }] } });
  return { id: form.id, remark, names };
}

test('an agent answers a form, leaves half-way, comes back, and finds the contact by it', async ({ page, another }) => {
  await signIn(page, 'admin@keystone.test');
  const { names } = await aForm(page);
  const agent = await another('agent@keystone.test');
  const last_name = unique('Asked');
  const { id } = await call(agent, createContact, { body: { first_name: 'Rosa', last_name } });
  await agent.goto(`/contacts/${id}?tab=forms`);
  const form = agent.getByRole('region', { name: names.form });
  await expect(form).toContainText('Not started');
  await form.getByRole('button', { name: `Answer ${names.form}` }).click();
  await form.getByRole('combobox', { name: names.smoker }).click();
  await agent.getByRole('option', { name: 'Yes' }).click();
  await expect(form.getByLabel(names.packs)).toBeVisible();
  await mustLookRight(agent);
  await agent.reload();
  await expect(form.getByRole('combobox', { name: names.smoker })).toHaveValue('Yes');
  await form.getByRole('button', { name: 'Save answers' }).click();
  await expect(form).toContainText('Incomplete');
  await expect(form).toContainText('1 required answer missing');
  await expect(form).toContainText('Required, not answered yet');
  await mustLookRight(agent);
  await form.getByRole('button', { name: `Continue ${names.form}` }).click();
  await form.getByLabel(names.packs).fill('2');
  await form.getByRole('button', { name: 'Save answers' }).click();
  await expect(form).toContainText('Complete');
  await expect(agent.getByRole('region', { name: 'Latest answers' })).toContainText(`${names.packs}: 2`);
  await agent.getByRole('tab', { name: 'Timeline' }).click();
  await expect(agent.getByText(`answered the form ${names.form}`).first()).toBeVisible();

  await agent.goto('/contacts');
  await agent.getByRole('button', { name: 'Filter', exact: true }).click();
  await agent.getByRole('combobox', { name: 'Filter by' }).fill(names.form);
  await agent.getByRole('option', { name: `Form ${names.form}`, exact: true }).click();
  const editor = agent.getByRole('dialog', { name: new RegExp(names.form) });
  await editor.getByRole('checkbox', { name: 'Complete', exact: true }).check();
  await editor.getByRole('button', { name: 'Done' }).click();
  await expect(rows(agent)).toHaveCount(1);
  await expect(rows(agent)).toContainText(`Rosa ${last_name}`);
});

test('two people answer at once: the page shows theirs, and asks which answer stays', async ({ page, another }) => {
  await signIn(page, 'admin@keystone.test');
  const { id: form_id, remark, names } = await aForm(page);
  const agent = await another('agent@keystone.test');
  const { id } = await call(agent, createContact, { body: { first_name: 'Rosa', last_name: unique('Asked') } });
  await agent.goto(`/contacts/${id}?tab=forms`);
  const form = agent.getByRole('region', { name: names.form });
  await form.getByRole('button', { name: `Answer ${names.form}` }).click();
  await form.getByLabel(names.remark).fill('Mine');
  await call(page, updateDataCapture, {
    params: { id },
    body: { data_captures: [{ form_id, answers: { [remark]: 'Theirs' } }] },
  });
  await expect(agent.getByRole('region', { name: 'Latest answers' })).toContainText('Theirs');
  await expect(form.getByLabel(names.remark)).toHaveValue('Mine');
  await form.getByRole('button', { name: 'Save answers' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Somebody else answered this form meanwhile' });
  await expectAccessible(agent);
  await dialog.getByRole('button', { name: 'Save answers' }).click();
  await expect(form).toContainText('Mine');
  await expect(agent.getByRole('region', { name: 'Latest answers' })).toContainText('Theirs → Mine');
});
