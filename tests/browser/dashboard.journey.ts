// My day: cards that count what they open, arranged by keys, on every device of the user.
import { expect } from '@playwright/test';
import { logContactActivity } from '#contract/contactActivities.ts';
import { createContact } from '#contract/contacts.ts';
import { arrangeDashboard } from '#contract/dashboard.ts';
import { createTask } from '#contract/tasks.ts';
import { call, expectAccessible, expectFits, online, signIn, test, unique } from './support.ts';

test('a card counts the list that it opens, hears of changes, and shows the team’s', async ({ page }) => {
  await online(page, () => signIn(page, 'manager@harbor.test', '/'));
  const due = page.getByRole('region', { name: 'Follow-ups due' });
  const count = due.locator('.figures').first();
  await expect(count).toHaveText(/^\d+$/);
  const before = Number(await count.innerText());
  await expectAccessible(page);

  const { id } = await call(page, createContact, { body: { first_name: 'Ida', last_name: unique('Day') } });
  await call(page, createTask, { params: { id }, body: { due_at: '2019-01-01T15:00:00Z' } });
  await expect(count).toHaveText(String(before + 1));
  await expect(due.getByRole('listitem').first()).toContainText('Call Ida');

  await page.getByText('My team’s', { exact: true }).click();
  await expect(count).not.toHaveText(String(before + 1));
  const ours = await count.innerText();
  await due.getByRole('link', { name: 'See all: Follow-ups due' }).click();
  await expect(page).toHaveURL('/tasks?of=team');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' }).locator('..')).toContainText(ours);

  await page.goto('/');
  const leads = page.getByRole('region', { name: 'New leads, untouched' });
  const waiting = await leads.locator('.figures').first().innerText();
  await leads.getByRole('link', { name: 'See all: New leads, untouched' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' }).locator('..')).toContainText(waiting);
});

test('the latest activity stands on a card that opens its contact', async ({ page }) => {
  await online(page, () => signIn(page, 'agent@harbor.test', '/'));
  const card = page.getByRole('region', { name: 'Latest activity' });
  await expect(card.getByRole('listitem').first()).toBeVisible();
  const last_name = unique('Active');
  const { id } = await call(page, createContact, { body: { first_name: 'Ivo', last_name } });
  await call(page, logContactActivity, { params: { id }, body: { type: 'call', outcome: 'no_answer' } });
  await expect(card.getByRole('listitem').first()).toContainText(`Ivo ${last_name} Call, no answer · you`);
  await card.getByRole('link', { name: `Ivo ${last_name}` }).click();
  await expect(page).toHaveURL(`/contacts/${id}`);
});

test('cards are moved by keys, widened and hidden, and another device follows', async ({ page, another }) => {
  await signIn(page, 'agent2@harbor.test', '/');
  const titles = page.getByRole('region').getByRole('heading', { level: 2 });
  await expect(titles.nth(1)).toHaveText('Follow-ups due');
  const other = await another('agent2@harbor.test', '/');
  await expect(other.getByRole('region', { name: 'Latest bulk actions' })).toBeVisible();

  await page.getByRole('button', { name: 'Arrange' }).click();
  const dialog = page.getByRole('dialog', { name: 'Arrange the cards' });
  await dialog.getByRole('button', { name: 'Move Follow-ups due' }).focus();
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect(titles.nth(1)).toHaveText('New leads, untouched');
  await dialog.getByRole('checkbox', { name: 'Latest bulk actions', exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Wide: Follow-ups due' }).check();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Latest bulk actions' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Follow-ups due' })).toHaveAttribute('data-size', 'wide');
  await expect(other.getByRole('region', { name: 'Latest bulk actions' })).toBeHidden();
  // Another tab arranges too: neither takes back what the other did.
  await other.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await other.getByRole('checkbox', { name: 'Recently changed', exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Birthdays in 7 days', exact: true }).uncheck();
  for (const name of ['Recently changed', 'Birthdays in 7 days', 'Latest bulk actions'])
    for (const screen of [page, other]) await expect(screen.getByRole('checkbox', { name, exact: true }), name).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await call(page, arrangeDashboard, { body: { cards: [] } });
});
