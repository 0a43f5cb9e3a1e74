// A user calls the contacts of a view one after the other, with handsets at the other end; and sessions that
// are started from the list of contacts.
import { randomInt } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { getDialSession, listDialledContacts } from '#contract/dialSessions.ts';
import { createSavedView } from '#contract/savedViews.ts';
import { getMe } from '#contract/signIn.ts';
import { handset, phone, withSound } from './phones.ts';
import { call, expectAccessible, expectFits, rows, searchBox, signIn, test, unique } from './support.ts';

test.use(withSound);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The contact calls first, and is not answered: they may be called back at any hour. */
async function aCallFrom(context: BrowserContext, page: Page, number: string, line: string): Promise<Page> {
  const other = await context.newPage();
  await other.goto(`/sandbox/phone?number=${number}`);
  await expect(handset(other).getByRole('status')).toHaveText('Ready for calls', { timeout: 30_000 });
  await other.getByLabel('Write to and call').selectOption(line);
  await handset(other).getByRole('button', { name: 'Call', exact: true }).click();
  await phone(page).getByRole('button', { name: 'Reject' }).click();
  await handset(other).getByRole('button', { name: 'Hang up' }).click();
  await expect(handset(other).getByRole('status')).toHaveText('Ready for calls');
  return other;
}

test('a view is called: notes, how it went, the next one, a pause, another tab', async ({ page, context }) => {
  test.setTimeout(240_000);
  await signIn(page, 'agent@harbor.test');
  const { profile } = await call(page, getMe, {});
  const line = profile.dialer_verified_phone_number ?? '';
  const word = unique('Dial');
  const [first, second] = [`786555${randomInt(1000, 5000)}`, `786555${randomInt(5000, 10_000)}`];
  const add = (first_name: string, ...numbers: string[]) =>
    call(page, createContact, {
      body: { first_name, last_name: word, city: 'Tampa', state: 'FL', phones: numbers.map((number) => ({ number })) },
    });
  const ada = await add('Ada', first);
  await add('Ben', second);
  await add('Cy');
  await call(page, createSavedView, { body: { name: word, scope: { q: word, order_field: 'first_name' } } });
  await page.getByRole('button', { name: /^Phone: / }).click();
  await expect(phone(page).getByRole('status').first()).toHaveText('Ready', { timeout: 30_000 });
  const adasPhone = await aCallFrom(context, page, first, line);
  await aCallFrom(context, page, second, line);

  await page.goto('/calls');
  await page.getByRole('link', { name: 'Call a list' }).click();
  await expect(heading(page)).toHaveText('Dial sessions');
  await expectAccessible(page);
  await page
    .getByRole('textbox', { name: 'Call the contacts of a saved view' })
    .or(page.getByRole('combobox', { name: 'Call the contacts of a saved view' }))
    .first()
    .fill(word);
  await page.getByRole('option', { name: word }).click();
  await page.getByRole('button', { name: 'Start calling' }).click();
  await expect(heading(page)).toHaveText(`Ada ${word}`);
  await expect(page.getByText('0 of 3, 0 reached')).toBeVisible();
  await expect(page.getByText(`Ben ${word}`)).toBeVisible(); // the next contact
  const dial = page.getByRole('button', { name: /^Call \(786\) 555-/ });
  await expect(dial).toBeFocused({ timeout: 30_000 });
  await expectAccessible(page);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // With the keyboard alone: Enter calls, a key says how it went, N goes on.
  await dial.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ringing')).toBeVisible();
  await handset(adasPhone).getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByText('In a call', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const note = page.getByRole('textbox', { name: 'Note' }).first();
  await note.fill('Wants a quote');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await expect(page.getByText(/^Answered/)).toBeVisible();
  await note.blur();
  await page.keyboard.press('5');
  await expect(page.getByRole('button', { name: 'Appointment made' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.keyboard.press('n');
  await expect(heading(page)).toHaveText(`Ben ${word}`);
  await expect(page.getByText('1 of 3, 1 reached')).toBeVisible();
  await expect(dial).toBeFocused();

  // The note of the one before is still at hand.
  await page.getByText(`Before: Ada ${word}`).click();
  const earlier = page.getByRole('textbox', { name: 'Note' }).last();
  await expect(earlier).toHaveValue('Wants a quote');
  await earlier.fill('Wants a quote by Friday');
  await earlier.blur();
  const id = Number(page.url().split('/').at(-1));
  await expect
    .poll(async () => (await call(page, getDialSession, { params: { id } })).previous?.call?.note)
    .toBe('Wants a quote by Friday');

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('The session is paused.')).toBeVisible();
  await expect(dial).toBeDisabled();
  await page.reload();
  await expect(page.getByText('The session is paused.')).toBeVisible();
  await expectAccessible(page);
  const tab = await context.newPage();
  await tab.goto(page.url());
  await expect(heading(tab)).toHaveText(`Ben ${word}`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(tab.getByText('The session is paused.')).toBeHidden();
  // A note about a skipped contact stays with the contact.
  await note.fill('Has moved away');
  await page.getByRole('button', { name: 'Skip' }).click();
  for (const each of [page, tab]) {
    await expect(each.getByRole('table', { name: 'Contacts' })).toBeVisible();
    await expect(each.getByRole('row').filter({ hasText: `Ada ${word}` })).toContainText('Wants a quote by Friday');
    await expect(each.getByRole('row').filter({ hasText: `Cy ${word}` })).toContainText('There is no phone number');
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  const { data } = await call(page, listDialledContacts, { params: { id }, query: {} });
  expect(data).toMatchObject([
    { contact: { id: ada.id }, state: 'called', call: { disposition: 'appointment' } },
    { state: 'skipped', reason: 'by_user' },
    { state: 'skipped', reason: 'no_number' },
  ]);
});

test('a session starts from contacts that are selected in the list, and from the drawer of views', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Silent');
  for (const first_name of ['Ada', 'Ben']) await call(page, createContact, { body: { first_name, last_name } });
  const view = await call(page, createSavedView, { body: { name: last_name, scope: { q: last_name } } });
  await searchBox(page).fill(last_name);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const selected = page.getByRole('region', { name: 'Selected contacts' });
  await selected.getByRole('button', { name: 'Start calling' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call 2 contacts' });
  await dialog.getByLabel('Name').fill('Silent ones');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start calling' }).click();
  await expect(heading(page)).toHaveText('Silent ones'); // nobody has a number: it has ended
  await expect(page.getByRole('table', { name: 'Contacts' }).getByText('There is no phone number')).toHaveCount(2);
  await page.goto(`/contacts?view=${view.id}`);
  await page.getByRole('button', { name: 'All views' }).click();
  await page.getByRole('button', { name: `Start calling ${last_name}` }).click();
  await expect(heading(page)).toHaveText(last_name);
});
