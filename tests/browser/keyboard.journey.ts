// Work with the keyboard only.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { signInAs } from './account.ts';
import { test } from './company.ts';
import { call, expectAccessible, password, rows, searchBox, signIn, unique } from './support.ts';

test('the list is worked by keyboard alone', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Keys');
  for (const first_name of ['Abe', 'Bea', 'Cal', 'Dot']) await call(page, createContact, { body: { first_name, last_name } });
  const row = (name: string) => rows(page).filter({ hasText: name });
  const key = (...keys: string[]) => keys.reduce((done, each) => done.then(() => page.keyboard.press(each)), Promise.resolve());

  await key('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(last_name);
  await expect(rows(page)).toHaveCount(4);
  await key('Tab');
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());

  await expect(row('Abe')).toHaveAttribute('data-active');
  await key('j', 'j', 'k');
  await expect(row('Bea')).toHaveAttribute('data-active');
  await key('x');
  await expect(row('Bea')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('1 of 4 selected');

  const grid = page.getByRole('grid', { name: 'Contacts' });
  await grid.focus();
  await key('ArrowDown', 'Shift+ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('3 of 4 selected');
  await key('Home', 'Space');
  await expect(row('Abe')).toHaveAttribute('aria-selected', 'true');
  await key('Enter');
  await expect(page.getByRole('heading', { name: `Abe ${last_name}` })).toBeVisible();
  await key('j');
  await expect(page.getByRole('heading', { name: `Bea ${last_name}` })).toBeVisible();
  await key('Escape');
  await expect(searchBox(page)).toHaveValue(last_name);

  await key('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByPlaceholder('Search people, places and commands')).toBeFocused();
  await page.keyboard.type(`dot ${last_name}`);
  await expect(palette.getByRole('button', { name: `Dot ${last_name}` })).toBeVisible();
  await expectAccessible(page);
  await key('ArrowDown', 'Enter');
  await expect(page.getByRole('heading', { name: `Dot ${last_name}` })).toBeVisible();
  await expect(palette).toBeHidden();
  await key('g', 'i');
  await expect(page).toHaveURL('/imports');
  await key('g', 'c');
  await expect(page).toHaveURL('/contacts');
});

test('the keys are told on request, and can be switched off', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Search contacts');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  const settings = page.getByRole('dialog', { name: /Ana Reyes/ });
  const single = settings.getByRole('switch', { name: 'Single-key shortcuts' });
  await page.getByRole('button', { name: /Ana Reyes/ }).press('Enter');
  await single.focus();
  await page.keyboard.press('Space');
  await expect(single).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();

  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
});

test('keyboard users can skip the navigation', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the focus is never lost: not by a form that is refused, a button that works, a dialog that closes, or a list that shrinks', async ({
  page,
  aCompany,
}) => {
  const { agent, userIdOf, companyId, db } = await aCompany();
  await page.goto('/login');
  const enter = page.getByRole('button', { name: 'Sign in', exact: true });
  await enter.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('E-mail or username'), 'the first wrong field').toBeFocused();
  await page.keyboard.type('nobody@nowhere.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await enter.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(enter, 'disabled while it was waiting').toBeFocused();

  await signInAs(page, agent);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/account/profile?tab=two_factor');
  const setUp = page.getByRole('button', { name: 'Set up the app' });
  await setUp.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' });
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter your password')).toBeVisible();
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(setUp, 'what opened the dialog').toBeFocused();

  await db
    .insertInto('passkeys')
    .values(['One', 'Two'].map((name) => passkeyOf(companyId, userIdOf(agent), name)))
    .execute();
  await page.reload();
  await page.getByRole('button', { name: 'Remove One' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove One' })).toBeHidden();
  await expect(page.getByRole('list', { name: 'Your passkeys' }), 'what it stood in').toBeFocused();
});

test('what is typed is what is picked, however fast the keys', async ({ page, aCompany }) => {
  const { admin } = await aCompany();
  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/security');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/assignees.*q=Walter/, async (route) => {
    await held;
    await route.continue();
  });
  const person = page.getByRole('combobox', { name: 'Person' });
  await person.click();
  await expect(page.getByRole('option', { name: /Dolores/ })).toBeVisible();
  await page.keyboard.type('Walter');
  await expect(page.getByRole('option')).toHaveText(['Searching…']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(person).toHaveValue('Walter');
  answer();
  await expect(page.getByRole('option', { name: /Walter/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(person).toHaveValue('Walter Larkspur');
  await person.fill('zzzzz');
  await expect(page.getByRole('option')).toHaveText(['Nothing found']);
});

const passkeyOf = (company_id: number, user_id: number, name: string) => ({
  company_id,
  user_id,
  name,
  credential_id: unique(name),
  public_key: Buffer.from(name),
  counter: 0,
});
