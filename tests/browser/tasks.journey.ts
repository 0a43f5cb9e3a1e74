// Next steps: two keys set one from the list and the contact's page; what is due stands on the page of tasks.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { completeTask, createTask, getTask, listContactTasks, updateTask } from '#contract/tasks.ts';
import { call, expectAccessible, expectFits, rows, signIn, test, unique } from './support.ts';

const aTime = /, \d{1,2}:\d\d [AP]M/;

test('the next step is set with two keys from the list and on the page, and completed with the next one', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Step');
  const { id } = await call(page, createContact, { body: { first_name: 'Ned', last_name } });
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);

  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: `Next step with Ned ${last_name}` });
  await expect(dialog.getByRole('button', { name: aTime }).first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Set the next step\. Call: /)).toBeVisible();
  await expect(rows(page)).toContainText('Call · To');

  await page.keyboard.press('s');
  const change = page.getByRole('dialog', { name: `Change the next step with Ned ${last_name}` });
  await change.getByLabel('Day', { exact: true }).fill('12/31/2030');
  await change.getByLabel('Time').fill('14:30');
  await change.getByText('Meet', { exact: true }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(rows(page)).toContainText('Meet · 12/31/2030, 2:30 PM');

  await page.goto(`/contacts/${id}`);
  const next = page.getByRole('region', { name: 'Next step' });
  await expect(next).toContainText('Meet, 12/31/2030, 2:30 PM');
  await next.getByRole('button', { name: 'Mark as done: Meet' }).click();
  const done = page.getByRole('dialog', { name: `Done with Ned ${last_name}. What is next?` });
  await done.getByLabel('Note').fill('Bring the card');
  await expectAccessible(page);
  await done.getByRole('button', { name: 'Tomorrow, 9:00 AM' }).click();
  await expect(next).toContainText('Call, Tomorrow, 9:00 AMBring the card');
  await expect(page.getByText('completed a next step: meet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(next).toContainText('Meet, 12/31/2030, 2:30 PM');
  await expect(next).not.toContainText('Bring the card');

  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel this step' }).click();
  await expect(next.getByRole('button', { name: 'Set the next step' })).toBeVisible();
});

test('tasks are listed by when they are due, worked by keys, and filtered by person', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  const last_name = unique('Due');
  const { id } = await call(page, createContact, { body: { first_name: 'Ola', last_name } });
  await call(page, createTask, { params: { id }, body: { due_at: '2001-01-01T15:00:00Z', kind: 'text', note: 'First of all' } });
  await page.goto('/tasks');
  const overdue = page.getByRole('region', { name: 'Overdue' });
  const row = overdue.getByRole('listitem').filter({ hasText: last_name });
  await expect(row).toContainText('Text');
  await expect(row).toContainText('01/01/2001, 10:00 AM');
  await expectAccessible(page);

  await page.keyboard.press('j');
  await expect(row.getByRole('link', { name: `Ola ${last_name}` })).toBeFocused();
  await page.keyboard.press('d');
  const done = page.getByRole('dialog', { name: `Done with Ola ${last_name}. What is next?` });
  await done.getByRole('button', { name: 'Nothing for now' }).click();
  await expect(row).toBeHidden();
  await page.getByText('Done', { exact: true }).first().click();
  await expect(page).toHaveURL('/tasks?tab=done');
  const again = page.getByRole('button', { name: `Open again: Text Ola ${last_name}` });
  await again.click();
  await expect(again).toBeHidden(); // to leave the page would break the call off
  await page.goto('/tasks');
  await expect(row).toBeVisible();

  await page.getByRole('combobox', { name: 'Whose tasks' }).click();
  await page.getByRole('option', { name: 'Everyone’s tasks' }).click();
  await expect(page).toHaveURL('/tasks?of=team');
  await expect(page.getByText(/^for /).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('the dialog shows who the next step is for, and lets one choose; typed words stay on “Mark as done”', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Whose');
  const { id } = await call(page, createContact, { body: { first_name: 'Eva', last_name } });
  await call(page, createTask, { params: { id }, body: { due_at: '2031-01-01T15:00:00Z', note: 'Old words' } });
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog')).toContainText('You do this step.');

  await signIn(page, 'manager@harbor.test', `/contacts/${id}`);
  const next = page.getByRole('region', { name: 'Next step' });
  await next.getByRole('button', { name: 'Change: Call' }).click();
  const change = page.getByRole('dialog', { name: `Change the next step with Eva ${last_name}` });
  const who = (name: string) => page.getByRole('radiogroup', { name: 'Who does it' }).getByRole('radio', { name });
  await expect(who('Ana Reyes')).toBeChecked();
  await change.getByLabel('Note').fill('She wants the brochure');
  await change.getByRole('button', { name: 'Mark as done' }).click();
  const done = page.getByRole('dialog', { name: `Done with Eva ${last_name}. What is next?` });
  await expect(done.getByLabel('Note')).toHaveValue('She wants the brochure');
  await expect(who('Ana Reyes')).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await done.getByText('Me', { exact: true }).click();
  await done.getByRole('button', { name: 'Tomorrow, 9:00 AM' }).click();
  await expect(next).toContainText('Call, Tomorrow, 9:00 AMShe wants the brochure');
  const [mine] = (await call(page, listContactTasks, { params: { id }, query: {} })).data;
  expect(mine).toMatchObject({ owner: { name: "Daniel O'Rourke" } });

  // Cancelled over a colleague's change: nothing goes unseen.
  await next.getByRole('button', { name: 'Change: Call' }).click();
  await call(page, updateTask, { params: { id: mine?.id ?? 0 }, body: { data: { note: 'Theirs' } } });
  await change.getByRole('button', { name: 'Cancel this step' }).click();
  await expect(change.getByRole('alert')).toContainText('“Theirs”');
  await change.getByRole('button', { name: 'Cancel it all the same' }).click();
  await expect(next.getByRole('button', { name: 'Set the next step' })).toBeVisible();
});

test('a task is opened by its address, and a colleague’s change of it is not overwritten unseen', async ({ page, another }) => {
  const manager = await another('manager@harbor.test', '/tasks');
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Linked');
  const { id: contact } = await call(page, createContact, { body: { first_name: 'Uma', last_name } });
  const { id } = await call(page, createTask, { params: { id: contact }, body: { due_at: '2031-01-01T15:00:00Z' } });
  await manager.goto(`/tasks?task=${id}`);
  const dialog = manager.getByRole('dialog', { name: `Change the next step with Uma ${last_name}` });
  await dialog.getByLabel('Note').fill('Mine');
  await call(page, updateTask, { params: { id }, body: { data: { note: 'Theirs' } } });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('“Theirs”');
  await expectAccessible(manager);
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(dialog).toBeHidden();
  await expect(manager).toHaveURL(/\/tasks$/);
  expect(await call(page, getTask, { params: { id } })).toMatchObject({ note: 'Mine', owner: { name: 'Ana Reyes' } });

  // The list knows the version, too; and the back button closes.
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('s');
  const change = page.getByRole('dialog');
  await change.getByText('Meet', { exact: true }).click();
  await call(manager, updateTask, { params: { id }, body: { data: { note: 'Again' } } });
  await change.getByRole('button', { name: 'Save', exact: true }).click();
  await change.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(change).toBeHidden();
  expect(await call(page, getTask, { params: { id } })).toMatchObject({ kind: 'call', note: 'Again' });
  await manager.goto('/tasks?tab=open&of=team');
  await manager.goto(`/tasks?task=${id}`);
  await expect(dialog).toBeVisible();
  await manager.keyboard.press('Escape');
  await expect(manager).toHaveURL(/\/tasks$/);
  await call(page, completeTask, { params: { id }, body: {} });
  await manager.goto(`/tasks?task=${id}`);
  await expect(manager.getByText('this step is done')).toBeVisible();
});
