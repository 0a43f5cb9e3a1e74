// Notes with formatting and mentions, pinned notes, and the timeline's filters and print.
import { expect, type Page } from '@playwright/test';
import { createContactNote, pinContactNote } from '#contract/contactHistory.ts';
import { createContact, updateContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, online, signIn, test, unique } from './support.ts';

const told = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });
const written = (page: Page) => page.getByRole('textbox', { name: 'New note' });

test('a note is formatted by keys alone, kept as a draft, and edited again', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Formatted') } });
  await page.goto(`/contacts/${id}?tab=notes`);
  await written(page).fill('Wants ');
  await written(page).press('Tab');
  await expect(page.getByRole('button', { name: 'Format', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect(written(page)).toBeFocused();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('plan G');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- call on Friday');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a web address, an e-mail address or a phone')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('example.com/plans');
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await page.reload();
  await expect(written(page), 'nothing typed is lost').toContainText('plan G');
  await written(page).press('Control+Enter');
  const note = told(page, 'Wants plan G').first();
  await expect(note.locator('strong')).toHaveText('plan G');
  await expect(note.getByRole('listitem')).toContainText('call on Friday');
  await expect(note.getByRole('link', { name: 'example.com/plans' })).toHaveAttribute('href', 'https://example.com/plans');
  await expect(written(page)).toHaveValue('');
  await expectAccessible(page);

  await note.getByRole('button', { name: 'Edit the note' }).click();
  const edited = page.getByRole('textbox', { name: 'Note', exact: true });
  await expect(edited).toBeFocused();
  await page.keyboard.type(' at noon');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(told(page, 'at noon').first()).toContainText('edited');
});

test('two windows edit a note: the second sees both texts and chooses, and nothing is overwritten unseen', async ({
  page,
  another,
}) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Shared') } });
  await call(page, createContactNote, { params: { id }, body: { body: 'Wants plan G' } });
  const other = await another('agent@harbor.test', `/contacts/${id}?tab=notes`);
  await page.goto(`/contacts/${id}?tab=notes`);
  const edit = async (window: Page, text: string) => {
    await window.getByRole('button', { name: 'Edit the note' }).click();
    await window.getByRole('textbox', { name: 'Note', exact: true }).fill(text);
  };
  const save = (window: Page) => window.getByRole('button', { name: 'Save' }).click();
  const clash = page.getByRole('alert').filter({ hasText: 'Someone changed this note while you were editing it' });
  const mine = page.getByRole('textbox', { name: 'Note', exact: true });

  await edit(page, 'Wants plan N');
  await edit(other, 'Wants plan F');
  await save(other);
  await expect(told(other, 'Wants plan F').first()).toContainText('edited');
  await save(page);
  await expect(clash).toContainText('Wants plan F');
  await expect(mine).toHaveValue('Wants plan N');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await clash.getByRole('button', { name: 'Keep your text' }).click();
  await expect(clash).toBeHidden();
  await save(page);
  await expect(told(other, 'Wants plan N').first()).toBeVisible();

  await edit(page, 'Wants plan A');
  await edit(other, 'Wants plan B');
  await save(other);
  await expect(clash).toContainText('Wants plan B');
  await clash.getByRole('button', { name: 'Take this text' }).click();
  await expect(mine).toHaveValue('Wants plan B');
});

test('what is pasted loses everything that could run', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Pasted') } });
  await page.goto(`/contacts/${id}?tab=notes`);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Format', exact: true }).click();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await written(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<p onclick="alert(1)">Kept <b>bold</b> <script>alert(2)</script><img src=x onerror="alert(3)">' +
        '<a href="javascript:alert(4)">bad</a> <a href="JAVA&#10;SCRIPT:alert(5)">worse</a> <a href="https://example.com/">good</a>' +
        '<svg/onload=alert(6)><iframe srcdoc="<script>alert(7)</script>"></iframe></p><table><tr><td>cell</td></tr></table>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(written(page)).toContainText('Kept bold');
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = told(page, 'Kept bold').first();
  await expect(note.getByRole('link')).toHaveCount(1);
  await expect(note.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.com/');
  await expect(note.locator('img, script, iframe, svg:not([class*=tabler])')).toHaveCount(0);
  expect(dialogs).toEqual([]);
});

test('a colleague who is mentioned is told at once and by mail, and the link leads to the note', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  await page.request.delete('/v1/sandbox/mails');
  const { id } = await call(page, createContact, { body: { last_name: unique('Mentioned') } });
  const manager = await another('manager@harbor.test');
  await online(manager, () => manager.goto('/contacts'));
  await page.goto(`/contacts/${id}?tab=notes`);
  await written(page).fill('Please look, ');
  await written(page).press('End');
  await page.keyboard.type('@');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await page.keyboard.type('Dan');
  await expect(page.getByRole('option', { name: /^Daniel/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('before Friday');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(told(page, /Please look, @Daniel .*before Friday/)).toBeVisible();

  await expect(manager.getByText('Ana Reyes mentioned you in a note.')).toBeVisible();
  await manager.getByRole('link', { name: 'Open the note' }).click();
  await expect(told(manager, 'before Friday')).toBeInViewport();
  await expectAccessible(manager);
  await expect(async () => {
    await page.goto('/sandbox/mail');
    await expect(page.getByText('Ana Reyes mentioned you in a note').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a pinned note stands first, and moves there for everybody', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Pinned') } });
  for (const body of ['Allergic to calls before ten', 'Asked about plan N'])
    await call(page, createContactNote, { params: { id }, body: { body } });
  await page.goto(`/contacts/${id}?tab=notes`);
  const notes = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Pin the note/ }) });
  await expect(notes.first()).toContainText('plan N');
  await notes
    .last()
    .getByRole('button', { name: /^Pin the note/ })
    .click();
  await expect(notes.first()).toContainText('before ten');
  await expect(notes.first().getByRole('button', { name: /^Pin the note/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('the timeline is filtered by kind, person and text, and printed as it is filtered', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Printed', last_name: unique('History') } });
  await call(page, updateContact, { params: { id }, body: { city: 'Miami' } });
  const note = await call(page, createContactNote, { params: { id }, body: { body: 'Has two brothers' } });
  await call(page, pinContactNote, { params: { id, noteId: note.id }, body: { pinned: true } });
  await page.goto(`/contacts/${id}`);
  await expect(told(page, 'set city to Miami')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind of entries' }).click();
  await page.getByRole('option', { name: 'Notes' }).click();
  await expect(told(page, 'set city to Miami')).toBeHidden();
  await expect(told(page, 'added a note')).toContainText('Has two brothers');
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Ana Reyes' }).click();
  await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('nothing like this');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(told(page, 'set city to Miami')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('miami');
  await expect(told(page, 'added a note')).toBeHidden();
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
  }
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Print' }).click();
  const sheet = await opened;
  await expect(told(sheet, 'set city to Miami')).toBeVisible();
  await expect(told(sheet, 'added a note')).toBeHidden();
  await expect(sheet.getByText('“miami”')).toBeVisible();
  await expectAccessible(sheet);
});

test('the timeline is filtered, read to its end and a value restored by keys alone', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Keyed', last_name: unique('History'), city: 'Tampa' } });
  for (let day = 1; day <= 40; day++) await call(page, createContactNote, { params: { id }, body: { body: `Note ${day}` } });
  await call(page, updateContact, { params: { id }, body: { city: 'Miami' } });
  await page.goto(`/contacts/${id}`);
  await expect(told(page, 'changed city from Tampa to Miami')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search the timeline' });
  await search.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Kind of entries' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Notes' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Each entry's actions are in the order of the page, and going through them brings older entries.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Restore earlier value' })).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Tampa');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Restore earlier value' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(told(page, 'added the contact')).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [20], timeout: 30_000 });
});
