// Text typed during a save, in another tab, or before an Undo stays; saved text is no longer a draft.
import { expect, type Page } from '@playwright/test';
import { createContact, getContact } from '#contract/contacts.ts';
import { call, rows, signIn, test, unique } from './support.ts';

const read = (page: Page, id: number) => call(page, getContact, { params: { id }, query: { not_remove_new_tag: true } });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Delays one call until it is released. */
async function hold(page: Page, method: string, path: RegExp) {
  let letGo = () => {};
  const gate = new Promise<void>((done) => {
    letGo = done;
  });
  let hasCome = () => {};
  const come = new Promise<void>((done) => {
    hasCome = done;
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    hasCome();
    await gate;
    await route.continue();
  });
  return { come, letGo };
}

async function openQuickEdit(page: Page, last_name: string) {
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: last_name });
  await expect(dialog.getByLabel('Standing note')).toBeVisible();
  return dialog;
}

test('what is typed while a form saves stays in it, over what was saved', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Hasty');
  const { id } = await call(page, createContact, { body: { last_name } });
  const dialog = await openQuickEdit(page, last_name);
  await dialog.getByLabel('Standing note').fill('Call back');
  await dialog.getByRole('button', { name: 'Add an e-mail' }).click();
  await dialog.getByRole('textbox', { name: 'E-mail 1' }).fill('hasty@example.com');
  const save = await hold(page, 'PATCH', /\/v1\/contacts\/\d+$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await save.come;
  await dialog.getByLabel('Standing note').fill('Call back on Monday');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  save.letGo();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(dialog.getByLabel('Standing note')).toHaveValue('Call back on Monday');
  expect(await read(page, id)).toMatchObject({ note: 'Call back', emails: [{ address: 'hasty@example.com' }] });

  await page.goto(`/contacts/${id}`);
  const note = page.getByRole('textbox', { name: 'Standing note' });
  await expect(note).toHaveValue('Call back on Monday');
  await expect(page.getByRole('tab', { name: 'Details', exact: true }), 'the e-mail is saved').toBeVisible();
  await page.getByRole('complementary', { name: 'Summary' }).getByRole('button', { name: 'Save' }).click();
  await expect(note).toBeHidden();
  expect(await read(page, id)).toMatchObject({ note: 'Call back on Monday' });
});

test('a form closed while it saves leaves nothing that looks unsaved', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Leaver');
  const { id } = await call(page, createContact, { body: { last_name } });
  const dialog = await openQuickEdit(page, last_name);
  await dialog.getByLabel('Standing note').fill('Saved after all');
  const save = await hold(page, 'PATCH', /\/v1\/contacts\/\d+$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await save.come;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  save.letGo();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':note')))).toEqual([]);
  await page.goto(`/contacts/${id}`);
  await expect(page.getByRole('button', { name: 'Saved after all' })).toBeVisible();
});

test('a call logged while one goes to another tab is logged, and does not stand there as typed', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Switched') } });
  await page.goto(`/contacts/${id}`);
  await page.getByRole('tabpanel', { name: 'Timeline' }).getByText('Call', { exact: true }).click();
  const said = page.getByRole('textbox', { name: 'What was said' });
  await said.fill('Wants a quote');
  const save = await hold(page, 'PUT', /\/activity_info$/);
  await page.getByRole('button', { name: 'Log call' }).click();
  await save.come;
  await expect(page.getByRole('button', { name: 'Discard' })).toBeDisabled();
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(said).toHaveValue('Wants a quote');
  await expect(page.getByRole('button', { name: 'Log call' }), 'not a second time').toBeDisabled();
  save.letGo();
  await expect(page.getByText('Logged a call')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(said, 'to be put right').toHaveValue('Wants a quote');
});

test('a new contact is not typed on while it is added, and leaves no draft when the dialog was closed', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Onceonly');
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByLabel('Last name').fill(last_name);
  const save = await hold(page, 'POST', /\/v1\/contacts$/);
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await save.come;
  await expect(dialog.getByLabel('Last name')).not.toBeEditable();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  save.letGo();
  await expect(page.getByText(`Added ${last_name}`)).toBeVisible();
  await page.getByRole('button', { name: 'New contact' }).click();
  await expect(dialog.getByLabel('Last name')).toHaveValue('');
});

test('what is typed in a note while it saves stays', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Noter') } });
  await page.goto(`/contacts/${id}?tab=notes`);
  await page.getByRole('textbox', { name: 'New note' }).fill('One');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Edit the note' }).click();
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await note.fill('One, two');
  const save = await hold(page, 'PATCH', /\/notes\/\d+$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await save.come;
  await note.fill('One, two, three');
  save.letGo();
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(note).toHaveValue('One, two, three');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('One, two', { exact: true })).toBeVisible();
});

test('two tabs edit one section: saving in one leaves what was typed in the other', async ({ page, context }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Ada', last_name: unique('Twotabs') } });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/contacts/${id}?tab=details`);
    await tab.getByRole('button', { name: 'Edit Name' }).click();
    await expect(region(tab, 'Name').getByLabel('Goes by')).toBeVisible();
  }
  await region(other, 'Name').getByLabel('Goes by').fill('Adele');
  await expect(page.getByRole('tab', { name: /not saved/ })).toBeVisible();
  await region(page, 'Name').getByLabel('Occupation').fill('Welder');
  await region(page, 'Name').getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await read(page, id)).occupation).toBe('Welder');
  // Text typed in the other tab appears from now on, as in a form opened again.
  await expect(region(page, 'Name').getByLabel('Goes by')).toHaveValue('Adele');
  await expect(region(page, 'Name').getByRole('status')).toContainText('Not saved yet');

  await other.reload();
  await expect(region(other, 'Name').getByLabel('Goes by')).toHaveValue('Adele');
  await expect(region(other, 'Name').getByLabel('Occupation')).toHaveValue('Welder');
  await region(other, 'Name').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('button', { name: 'Edit Name' })).toBeVisible();
  expect(await read(page, id)).toMatchObject({ preferred_name: 'Adele', occupation: 'Welder' });
});

test('Undo of a discard reaches a form that was opened again, and leaves what was typed there since', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Regretted') } });
  await page.goto(`/contacts/${id}?tab=details`);
  const name = region(page, 'Name');
  const edit = page.getByRole('button', { name: 'Edit Name' });
  await edit.click();
  await name.getByLabel('Goes by').fill('Reggie');
  await name.getByLabel('Occupation').fill('Baker');
  await name.getByRole('button', { name: 'Cancel' }).click();
  await edit.click();
  await name.getByLabel('Occupation').fill('Butcher');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(name.getByLabel('Goes by')).toHaveValue('Reggie');
  await expect(name.getByLabel('Occupation')).toHaveValue('Butcher');
  await page.reload();
  await expect(name.getByLabel('Goes by')).toHaveValue('Reggie');
});

test('a custom field half typed is there again, and Undo brings back one that was discarded', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/custom-fields');
  const add = page.getByRole('button', { name: 'Add a field' }).first();
  const dialog = page.getByRole('dialog', { name: 'Add a field' });
  await add.click();
  await dialog.getByLabel('Name').fill('Boat');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await add.click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Boat');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await add.click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Boat');
});
