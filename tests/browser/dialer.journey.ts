// Two colleagues call each other from two browsers: they ring, hear, mute, hold, press keys, record and hang up;
// and what the phone says where it may not call.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { fetchActiveCalls, fetchCallLogs, fetchHistoricalCalls } from '#contract/dialer.ts';
import {
  button,
  callColleague,
  energyOf,
  hears,
  loseWay,
  nameOf,
  openPhone,
  phone,
  received,
  remember,
  wayOf,
  withSound,
} from './phones.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test.use(withSound);

/** Answers the page of the second agent. Both have a phone, and remember their connections. */
async function twoPhones(page: Page, another: (email: string) => Promise<Page>): Promise<Page> {
  await remember(page);
  await signIn(page, 'agent@harbor.test');
  const other = await another('agent2@harbor.test');
  await remember(other);
  await other.reload();
  await openPhone(page);
  await openPhone(other);
  return other;
}

test('two colleagues call each other, hear each other, mute, hold, press keys, record and hang up', async ({ page, another }) => {
  test.setTimeout(180_000);
  const other = await twoPhones(page, another);
  const [mine, theirs] = [await nameOf(page), await nameOf(other)];

  await callColleague(page, theirs);
  await expect(phone(page).getByText('Ringing')).toBeVisible();
  await expect(phone(other).getByText('Incoming Call ...')).toBeVisible();
  await expect(phone(other).getByText(mine)).toBeVisible();
  await expectAccessible(other);
  await button(other, 'Accept').click();
  for (const side of [page, other]) {
    await expect(phone(side).getByRole('timer')).toHaveText(/^00:\d\d$/);
    await expect.poll(async () => (await received(side)).bytes).toBeGreaterThan(16_000);
  }
  await expectAccessible(page);
  expect(await energyOf(other)).toBeGreaterThan(0.001);

  await button(page, 'Mute').click();
  await expect(button(page, 'Unmute')).toBeVisible();
  await expect.poll(() => energyOf(other), { timeout: 30_000 }).toBeLessThan(0.0001);
  await button(page, 'Unmute').click();
  await expect.poll(() => energyOf(other), { timeout: 30_000 }).toBeGreaterThan(0.001);

  await button(page, 'Dialpad').click();
  await button(page, '1').click();
  await page.keyboard.press('2');
  await page.keyboard.press('#');
  await expect(phone(page).getByLabel('Keys pressed')).toHaveText('12#');
  await expectAccessible(page);
  await phone(page).getByRole('tab', { name: 'Call' }).click();

  await button(page, 'Hold').click();
  await expect(phone(page).getByText('On hold')).toBeVisible();
  await button(page, 'Resume').click();
  await expect(phone(page).getByText('On hold')).toBeHidden();

  await button(page, 'Recording').click();
  await expect(phone(page).getByText('This call is recorded.')).toBeVisible();
  const { call_list } = await call(page, fetchActiveCalls, {});
  expect(call_list.map(({ recording }) => recording)).toContain('on');
  await button(page, 'Recording').click();
  await expect(phone(page).getByText('This call is recorded.')).toBeHidden();

  // A page outside of the frame would end the call: it asks. Another page of the product ends nothing.
  await page.getByRole('button', { name: 'Get help' }).click();
  await page.getByRole('dialog').locator('a[href="/contact-us"]').click();
  const asks = page.getByRole('dialog', { name: 'End the call and leave?' });
  await expect(asks).toContainText('A call is currently in-progress. Leaving or reloading this page will end the call.');
  await asks.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await expect(phone(page).getByRole('timer')).toBeVisible();

  await button(page, 'Hangup').click();
  for (const side of [page, other]) await expect(phone(side).getByText(/^Call ended after 0\d:\d\d$/)).toBeVisible();
  await expectAccessible(page);
  const { call_history } = await call(page, fetchHistoricalCalls, { body: {} });
  expect(call_history[0]).toMatchObject({ call_direction: 'outbound', outcome: 'answered', colleague: { name: theirs } });
  await button(page, 'Close').click();
  await phone(page).getByRole('tab', { name: 'Recent' }).click();
  const recent = phone(page).getByRole('list', { name: 'Recent calls' }).getByRole('button').first();
  await expect(recent).toContainText(theirs);
  await expect(recent).toContainText('Today at');
  await expectAccessible(page);

  // A press on the row calls again; this time they decline.
  await button(other, 'Close').click();
  await recent.click();
  await button(other, 'Reject').click();
  await expect(phone(page).getByText('The call was declined')).toBeVisible();
  await page.goto('/calls');
  await expect(page.getByRole('table', { name: 'Calls' }).getByRole('row').nth(1)).toContainText('Declined');
  await expectAccessible(page);
});

test('a call whose sound has lost its way gets another one, at both sides', async ({ page, another }) => {
  test.setTimeout(180_000);
  const other = await twoPhones(page, another);
  await callColleague(page, await nameOf(other));
  await button(other, 'Accept').click();
  for (const side of [page, other]) {
    await expect.poll(async () => (await received(side)).bytes).toBeGreaterThan(16_000);
    const before = await wayOf(side);
    await loseWay(side);
    await expect.poll(() => wayOf(side)).not.toBe(before);
    expect(await wayOf(side)).not.toBe('');
    await expect(phone(side).getByRole('timer')).toHaveText(/^00:\d\d$/);
    await hears(page);
    await hears(other);
  }
  await button(page, 'Hangup').click();
  await expect(phone(other).getByText(/^Call ended after/)).toBeVisible();
});

test('a number on screen is called with the keyboard alone; the phone says what is wrong with a number', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const number = `305555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  const last_name = unique('Dials');
  const { id } = await call(page, createContact, {
    body: { first_name: 'Rosa', last_name, phones: [{ number }], do_not_call: false },
  });
  await page.goto(`/contacts/${id}`);
  const words = `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`;
  await page.getByRole('complementary', { name: 'Summary' }).getByRole('button', { name: words, exact: true }).focus();
  await page.keyboard.press('Enter');
  const field = phone(page).getByLabel('Number to call');
  await expect(field).toHaveValue(`${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`);
  await expect(phone(page)).toContainText(`Rosa ${last_name}`);
  await expect(button(page, 'Call')).toBeFocused();
  await expectAccessible(page);

  await expect(phone(page).getByRole('status').first()).toHaveText('Ready', { timeout: 30_000 });
  await field.fill('+1 (305) 12');
  await expect(field).toHaveValue('+1-305-12');
  await field.press('Enter');
  await expect(phone(page).getByText('Invlaid phone number')).toBeVisible();
  await button(page, 'Backspace').click();
  await expect(field).toHaveValue('+1-305-1');
  await button(page, 'Reset').click();
  await expect(field).toHaveValue('');
  await button(page, '9').click();
  await button(page, '1').click();
  await button(page, '1').click();
  await expect(phone(page).getByText('Emergency calls do not work here. Use another phone.')).toBeVisible();
  await button(page, 'Close the phone').click();
  await expect(phone(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Phone: / })).toBeFocused();
  await page.keyboard.press('p');
  await expect(phone(page)).toBeVisible();
});

test('the phone keeps its place for the user, stays in the window, and is a sheet on a phone', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await openPhone(page);
  const box = async () => (await phone(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const first = await box();
  await page.mouse.move(first.x + 60, first.y + 18);
  await page.mouse.down();
  await page.mouse.move(first.x - 340, first.y - 82, { steps: 4 });
  await page.mouse.up();
  const dragged = await box();
  expect(first.x - dragged.x).toBe(400);
  expect(first.y - dragged.y).toBe(100);
  await button(page, 'Move the phone with the arrow keys').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => dragged.x - (await box()).x).toBe(24);
  await page.reload();
  await openPhone(page);
  await expect.poll(async () => dragged.x - (await box()).x).toBe(24);
  await button(page, 'Move to the other side').click();

  await page.setViewportSize({ width: 1024, height: 700 });
  await expectFits(page);
  const narrow = await box();
  expect(narrow.x).toBeGreaterThanOrEqual(0);
  expect(narrow.x + narrow.width).toBeLessThanOrEqual(1024);
  expect(narrow.y).toBeGreaterThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await box()).width).toBe(390);
  await expectFits(page);
  await expectAccessible(page);

  await button(page, 'Settings of the phone').click();
  await button(page, /est the microphone$/).click();
  const level = phone(page).getByRole('meter', { name: 'Level of the microphone' });
  await expect.poll(async () => Number(await level.getAttribute('value'))).toBeGreaterThan(0);
  await button(page, 'Stop').click();
  await button(page, 'Play a test sound').click();
  await expectAccessible(page);
  await button(page, 'Test the call quality').click();
  await expect(phone(page).getByText('Completed')).toBeVisible({ timeout: 30_000 });
  await expect(phone(page).getByText(/^(Excellent|Great|Good|Fair|Degraded) \(/)).toBeVisible();
});

test('without a number that calls show there is no phone, but a line that says what to do', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test', '/numbers');
  const launch = page.getByRole('button', { name: /^Phone: / });
  await expect(launch).toBeVisible();
  const number = page.getByRole('table', { name: 'Your numbers' }).getByRole('row').filter({ hasText: 'Calls' });
  await number.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Do not show it in calls' }).click();
  await expect(page.getByText('To call from the browser, choose a number that your calls show')).toBeVisible();
  await expect(launch).toBeHidden();
  await expectAccessible(page);
  await page.goto('/calls');
  await expect(page.getByText('To call from the browser, choose a number that your calls show')).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Direction' })
    .or(page.getByRole('textbox', { name: 'Direction' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Incoming' }).click();
  await expect(page).toHaveURL(/direction=inbound/);
  const { data } = await call(page, fetchCallLogs, { body: { direction: 'inbound' } });
  expect(data.length).toBeGreaterThan(0);
  await expect(page.getByRole('table', { name: 'Calls' }).getByRole('row')).toHaveCount(data.length + 1);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Phone numbers' }).last().click();
  await page
    .getByRole('table', { name: 'Your numbers' })
    .getByRole('button', { name: /^Actions of/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show it in calls' }).click();
  await expect(launch).toBeVisible();
});
