// Logs an activity and undoes it; and finds an existing contact while a new one is typed.
import { expect, type Page } from '@playwright/test';
import { createContact, getContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, rows, signIn, test, unique } from './support.ts';

const told = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });

test('a call is logged by keyboard with outcome, note and day, and undone from its notice', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Cora', last_name: unique('Logged') } });
  await page.goto(`/contacts/${id}`);
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeVisible();
  await page.keyboard.press('l');
  const said = page.getByRole('textbox', { name: 'What was said' });
  await expect(said).toBeFocused();
  await page.keyboard.type('Wants a quote for two');
  const outcome = page.getByRole('combobox', { name: 'Outcome' });
  await outcome.click();
  await page.getByRole('option', { name: 'Appointment made' }).click();
  await page.getByLabel('When').fill('2026-01-05T09:30');
  await expectAccessible(page);

  await page.reload();
  await expect(said, 'nothing typed is lost').toHaveValue('Wants a quote for two');
  await expect(outcome).toHaveValue('Appointment made');
  await page.getByLabel('When').fill('2999-01-05T09:30');
  await page.getByRole('button', { name: 'Log call' }).click();
  await expect(page.getByText('This is in the future')).toBeVisible();
  await page.getByLabel('When').fill('2026-01-05T09:30');
  await said.press('Control+Enter');
  const entry = told(page, 'logged a call on 01/05/2026, 9:30 AM');
  await expect(entry).toContainText('Appointment made');
  await expect(entry).toContainText('Wants a quote for two');
  await expect(page.getByRole('region', { name: 'Last activity' })).toContainText('Call · 01/05/2026, 9:30 AM');
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(told(page, 'took back a call that was logged')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last activity' })).toBeHidden();
  await expect(said, 'to be put right').toHaveValue('Wants a quote for two');
  expect(await call(page, getContact, { params: { id }, query: {} })).toMatchObject({ last_activity: null });
});

test('a note is added, and taken back', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { last_name: unique('Noted') } });
  await page.goto(`/contacts/${id}?tab=notes`);
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('To the wrong person');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(told(page, 'To the wrong person')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
  await expect(note).toHaveValue('To the wrong person');
});

test('a user who adds an existing person sees the match, can open it, or add the person anyway', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Twice');
  const number = `786${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`;
  const email = `${last_name.toLowerCase()}@example.com`;
  const { id } = await call(page, createContact, {
    body: { first_name: 'Tam', last_name, phones: [{ number }], emails: [{ address: email }] },
  });
  await page.goto('/contacts');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  const exists = dialog.getByRole('status');
  await dialog.getByLabel('First name').fill('Tamara');
  await dialog.getByLabel('E-mail').fill(email.toUpperCase());
  await expect(exists).toContainText(`This person exists:Tam ${last_name}`);
  await expectAccessible(page);
  await dialog.getByLabel('E-mail').fill('');
  await expect(exists).toHaveText('');
  await dialog.getByLabel('Mobile phone').fill(number);
  await page.keyboard.press('Enter'); // before the answer: the form waits for it
  await expect(exists).toContainText(`Tam ${last_name}`);
  await expect(dialog.getByRole('button', { name: 'Add anyway', exact: true })).toBeVisible();
  await exists.getByRole('link', { name: `Open Tam ${last_name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}$`));

  // The typed text is still there.
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'New contact' }).click();
  await expect(dialog.getByLabel('First name')).toHaveValue('Tamara');
  await expect(exists).toContainText(`Tam ${last_name}`);
  await dialog.getByRole('button', { name: 'Add and open' }).click();
  await dialog.getByRole('button', { name: 'Add anyway and open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tamara');

  // A colleague without reach to both: sees the limited card without a link, and nothing by the e-mail.
  const colleague = await another('agent2@harbor.test');
  await colleague.getByRole('button', { name: 'New contact' }).click();
  const theirs = colleague.getByRole('dialog', { name: 'New contact' });
  const answered = colleague.waitForResponse((response) => response.url().endsWith('/v1/contacts/matches'));
  await theirs.getByLabel('E-mail').fill(email);
  await answered;
  await expect(theirs.getByRole('status')).toHaveText('');
  await theirs.getByLabel('Mobile phone').fill(number);
  await expect(theirs.getByRole('status')).toContainText(`Tam ${last_name}`);
  await expect(theirs.getByRole('status')).toContainText('with Ana Reyes');
  await expect(theirs.getByRole('status').getByRole('link')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the composer fits', async ({ page }) => {
    await signIn(page, 'agent@harbor.test');
    const { id } = await call(page, createContact, { body: { last_name: unique('Handheld') } });
    await page.goto(`/contacts/${id}`);
    await page.getByText('Meeting', { exact: true }).tap();
    await expect(page.getByLabel('When')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});
