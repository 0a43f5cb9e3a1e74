// The contact list: its filters are in the address, its look is stored for the user.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, rows, searchBox, signIn, test, unique } from './support.ts';

test('an administrator searches and filters, and the address keeps it', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const last_name = unique('Quillon');
  await call(page, createContact, { body: { first_name: 'Mercy', last_name, phones: [{ number: '(305) 555-0123' }] } });
  await expect(rows(page).nth(5)).toBeVisible();
  await expectAccessible(page);

  await searchBox(page).fill(`mercy ${last_name.toLowerCase()}`);
  await expect(page).toHaveURL(/q=mercy/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('(305) 555-0123');
  await searchBox(page).fill(unique('nobody'));
  await expect(page.getByRole('heading', { name: /No (matching contacts|contacts match)/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all contacts' }).click();
  await expect(page).toHaveURL('/contacts');
  await expect(rows(page).nth(5)).toBeVisible();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('stat');
  await page.getByRole('option', { name: 'Status', exact: true }).click();
  const editor = page.getByRole('dialog', { name: /^Status is/ });
  await editor.getByRole('checkbox', { name: 'Sold' }).check();
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Done' }).click();
  const chip = page.getByRole('button', { name: 'Status is Sold', exact: true });
  await expect(chip).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeHidden();
  await expect(page).toHaveURL(/search=/);
  for (const row of [rows(page).first(), rows(page).nth(9)]) await expect(row).toContainText('Sold');

  await page.reload();
  await expect(chip).toBeVisible();
  for (const row of [rows(page).first(), rows(page).nth(9)]) await expect(row).toContainText('Sold');
  await page.goBack();
  await expect(page).not.toHaveURL(/search=/);
  await expect(chip).toBeHidden();
  await page.goForward();
  await expect(chip).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter: Status is Sold' }).click();
  await expect(page).toHaveURL('/contacts');
});

test('a manager orders the list and scrolls to its very end', async ({ page }) => {
  await signIn(page, 'manager@harbor.test');
  const grid = page.getByRole('grid', { name: 'Contacts' });
  await expect(rows(page).nth(5)).toBeVisible();
  const first = (await rows(page).first().getByRole('link').first().textContent()) ?? '';
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  const end = await grid.getAttribute('aria-rowcount');

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page).toHaveURL(/order=DESC/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).not.toContainText(first);

  // The first row is now last, and every page between was loaded.
  await grid.focus();
  const last = grid.locator(`[aria-rowindex="${end}"]`);
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(last).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
  await expect(last).toContainText(first);
  await expect(last).toHaveAttribute('data-active');

  await page.getByRole('columnheader', { name: 'Updated' }).getByRole('button').click();
  await expect(page).toHaveURL(/order_field=updated_at/);
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending');
  await expect(grid.locator('[aria-rowindex="2"]')).toHaveAttribute('data-active');

  // A column without an index.
  await page.getByRole('columnheader', { name: 'City' }).getByRole('button').click();
  await expect(page).toHaveURL(/order_field=city/);
  await expect(page.getByRole('columnheader', { name: 'City' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('columnheader', { name: 'City' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'City' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(/, [A-Z]{2}/);
});

test('the columns one chose are there again', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const heads = page.getByRole('columnheader');
  await expect(heads).toContainText(['Name', 'Phone', 'Status', 'Next step', 'Tags', 'City', 'Owner', 'Updated']);
  await page.getByRole('button', { name: 'Choose columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose columns' });
  await chooser.getByRole('checkbox', { name: 'E-mail' }).check();
  await chooser.getByRole('checkbox', { name: 'Owner' }).uncheck();
  for (const _ of ['Updated', 'City']) await chooser.getByRole('button', { name: 'Move E-mail left' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const chosen = ['Name', 'Phone', 'Status', 'Next step', 'Tags', 'E-mail', 'City', 'Updated'];
  await expect(heads.filter({ hasText: /./ })).toHaveText(chosen);
  await page.reload();
  await expect(heads.filter({ hasText: /./ })).toHaveText(chosen);
  await expect(rows(page).first()).toContainText('@');
});

test('a column is widened by mouse and by keyboard, and keeps its width', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  await expect(rows(page).first()).toBeVisible();
  const handle = page.getByRole('separator', { name: 'Width of Phone' });
  const width = async () => (await page.getByRole('columnheader', { name: 'Phone' }).boundingBox())?.width ?? 0;
  const before = await width();
  const { x, y, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 82, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(before + 60);
  const dragged = await width();
  await handle.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(dragged + 8);
  const wide = await width();
  await expectAccessible(page);
  await page.reload();
  await expect.poll(width).toBe(wide);
  await handle.press('Home');
  await expect.poll(width).toBe(before);
});

test('contacts of the last days are found by keyboard', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Fresh');
  await call(page, createContact, { body: { first_name: 'Nora', last_name } });
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Filter by' }).fill('Created');
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: /^Created/ });
  await editor.getByRole('combobox', { name: 'How' }).click();
  await page.getByRole('option', { name: 'in the last' }).click();
  await editor.getByLabel('Days').fill('1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Created in the last 1 day', exact: true })).toBeFocused();
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('f'); // typed, while the search has the focus
  await expect(searchBox(page)).toHaveValue(`${last_name}f`);
});

test('a search is asked for while it is typed, and only its newest answer counts', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const [earlier, newer] = [unique('Arden'), unique('Birch')];
  for (const last_name of [earlier, newer]) await call(page, createContact, { body: { first_name: 'Ina', last_name } });
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  const asked: string[] = [];
  await page.route('**/v1/contacts', async (route) => {
    const { contacts_scope, meta_only } = route.request().postDataJSON();
    if (!meta_only) asked.push(contacts_scope.q);
    if (contacts_scope.q === earlier) await held;
    await route.continue().catch(() => {}); // the page has given it up
  });

  await searchBox(page).fill(earlier);
  await expect.poll(() => asked).toEqual([earlier]);
  await searchBox(page).fill(newer);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(newer);
  answer();
  await expect(page).toHaveURL(new RegExp(`q=${newer}`));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(newer);

  await searchBox(page).fill(earlier);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click(); // before the address has it
  await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/calendar/);
  await page.goBack();
  await expect(searchBox(page)).toHaveValue(newer);
  await expect(rows(page)).toContainText(newer);
});
