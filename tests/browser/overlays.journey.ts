// Overlays by keyboard: single keys do nothing behind them, Enter takes the first match, Escape closes the
// topmost one and returns the focus.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { createTag } from '#contract/tags.ts';
import { call, rows, searchBox, signIn, test, unique } from './support.ts';

test('single keys do nothing behind a popover, a menu and a dialog', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).nth(3)).toBeVisible();
  const active = page.locator('[role="row"][data-active]');
  const first = (await active.textContent()) ?? '';
  const openers = [
    page.getByRole('button', { name: 'Choose columns' }),
    page.getByRole('button', { name: /^My contacts/ }),
    page.getByRole('button', { name: /Ana Reyes/ }),
    rows(page)
      .first()
      .getByRole('button', { name: /^Status:/ }),
  ];
  for (const opener of openers) {
    await opener.focus();
    await page.keyboard.press('Enter');
    const overlay = page.getByRole('dialog').or(page.getByRole('menu'));
    await expect(overlay).toBeVisible();
    await expect(overlay.locator(':focus')).toHaveCount(1);
    for (const key of ['j', 'x', 'e', 'n', '?']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(1);
    await expect(active).toHaveText(first);
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toBeHidden();
});

test('Escape behind a popover on a contact’s page does not leave the page', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Escape') } });
  await page.goto(`/contacts/${id}`);
  const tag = page.getByRole('button', { name: 'Tag', exact: true });
  await tag.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused();
  await page.keyboard.press('Escape'); // the list of tags
  await page.keyboard.press('Escape'); // the popover
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeHidden();
  await expect(tag).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}`));
});

test('Enter takes the first match in the palette, the filter menu, a filter’s choices and the tag picker', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Firstmatch');
  const { id } = await call(page, createContact, { body: { first_name: 'Ines', last_name } });
  const tag = unique('firsttag');
  await call(page, createTag, { body: { name: tag } });
  await expect(rows(page).first()).toBeVisible();

  // Enter before the answer selects what was typed as soon as it is found.
  await page.getByRole('button', { name: /^Search/ }).focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search people, places and commands')).toBeFocused();
  await page.keyboard.type(last_name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}`));

  await page.getByRole('button', { name: 'Tag', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused();
  await page.keyboard.type(tag);
  await expect(page.getByRole('option', { name: tag, exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${tag}` }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/contacts');
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await filter.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
  await page.keyboard.type('state');
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: /^State is/ });
  await expect(editor).toBeVisible();
  await expect(editor.getByPlaceholder('Find…'), 'once its content is there').toBeFocused();
  await page.keyboard.type('flori');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('checkbox', { name: 'Florida' })).toBeChecked();
  await page.keyboard.press('Escape');
  const chip = page.getByRole('button', { name: 'State is Florida', exact: true });
  await expect(chip, 'the filter that was just made').toBeFocused();
  await expect(page).toHaveURL(/search=/);

  await page.getByRole('button', { name: 'Remove the filter: State is Florida' }).focus();
  await page.keyboard.press('Enter');
  await expect(filter).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();
});

test('the palette gives the focus back to what had it', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).first()).toBeVisible();
  for (let time = 0; time < 2; time++) {
    await searchBox(page).focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('Search people, places and commands')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toBeFocused();
  }
});
