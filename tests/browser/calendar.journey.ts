// The calendar: events made, moved, repeated and deleted, by mouse and by keyboard; seen by managers; at the daylight-saving change.
import { expect, type Locator, type Page } from '@playwright/test';
import { createEvent, getEvent, listEvents, updateEvent } from '#contract/calendar.ts';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, online, signIn, test, unique } from './support.ts';

/** Quiet weeks of the demo's calendars. */
const monday = '2027-05-10';

const events = (page: Page, title: string) => page.getByRole('main').getByRole('button').filter({ hasText: title });
const form = (page: Page) => page.getByRole('dialog', { name: /event|^Edit/ });

async function open(page: Page, query: string) {
  await page.goto(`/calendar?${query}`);
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeVisible();
}

test('an event is added, found, changed and deleted with undo', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Calendared');
  await call(page, createContact, { body: { first_name: 'Rosa', last_name } });
  await open(page, `view=week&day=${monday}`);
  await page.getByRole('button', { name: 'New event' }).click();
  await expect(form(page).getByLabel('Title')).toBeFocused();
  await form(page).getByRole('button', { name: 'Add event' }).click();
  await expect(form(page).getByText('Enter a title')).toBeVisible();
  const title = unique('Review ');
  await form(page).getByLabel('Title').fill(title);
  await form(page).getByRole('combobox', { name: 'Contact' }).fill(last_name);
  await page.getByRole('option', { name: `Rosa ${last_name}` }).click();
  await form(page).getByLabel('Start time').fill('14:00');
  await expect(form(page).getByLabel('End time')).toHaveValue('15:00');
  await form(page).getByLabel('Place').fill('12 Main St');
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Add event' }).click();
  await expect(page.getByText(`Added ${title}`)).toBeVisible();
  await expect(events(page, title)).toContainText('2:00');
  await expect(events(page, title)).toContainText(last_name);
  await expectAccessible(page);

  await open(page, `view=agenda&day=${monday}`);
  await page.getByRole('searchbox', { name: 'Search events' }).fill(last_name);
  await expect(events(page, title)).toContainText('12 Main St');
  await expectAccessible(page);
  await events(page, title).click();
  await form(page).getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Call', exact: true }).click();
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(events(page, title)).toContainText('Call');
  await events(page, title).click();
  await form(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No matching events')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(events(page, title)).toContainText('2:00 PM – 3:00 PM');

  await page.getByRole('button', { name: 'All types' }).click();
  await page.getByRole('checkbox', { name: 'Meeting' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No matching events')).toBeVisible();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(events(page, title)).toBeVisible();
});

test('a drag moves an event, and Undo moves it back; another window shows it at once', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const title = unique('Dragged ');
  const made = await call(page, createEvent, {
    body: { title, start_date: '05/11/2027', start_time: '10:00', end_time: '11:00', timezone: 'America/New_York' },
  });
  await open(page, `view=month&day=${monday}`);
  const other = await another('agent@harbor.test');
  await online(other, () => open(other, `view=agenda&day=${monday}`));
  await expect(events(other, title)).toContainText('10:00 AM');

  const before = await events(page, title).boundingBox();
  const day = await page.getByRole('link', { name: 'May 13, 2027' }).boundingBox();
  if (!before || !day) throw new Error('nothing to drag');
  await page.mouse.move(before.x + before.width / 2, before.y + 4);
  await page.mouse.down();
  await page.mouse.move(day.x + day.width / 2, before.y + 9, { steps: 4 });
  await page.mouse.move(day.x + day.width / 2, before.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(`Moved ${title}`)).toBeVisible();
  const thursday = other.getByRole('region', { name: 'Thursday, May 13, 2027' });
  await expect(thursday.getByRole('button').filter({ hasText: title })).toContainText('10:00 AM – 11:00 AM');
  await page.getByRole('button', { name: 'Undo' }).click();
  const tuesday = other.getByRole('region', { name: 'Tuesday, May 11, 2027' });
  await expect(tuesday.getByRole('button').filter({ hasText: title })).toBeVisible();
  expect((await call(page, getEvent, { params: { id: made.id }, query: {} })).start_date).toBe('05/11/2027');
});

test('in the week an event is dragged to another hour, and made longer at its end', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const title = unique('Weekly drag ');
  const { id } = await call(page, createEvent, {
    body: { title, start_date: '06/08/2027', start_time: '10:00', end_time: '11:00', timezone: 'America/New_York' },
  });
  const times = async () => {
    const { start_date, start_time, end_time } = await call(page, getEvent, { params: { id }, query: {} });
    return `${start_date} ${start_time} ${end_time}`;
  };
  await open(page, 'view=week&day=2027-06-08');
  const boxOf = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error('nothing to drag');
    return box;
  };
  /** In steps, as a hand does. */
  const drag = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + by.x, from.y + by.y + 5, { steps: 5 });
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 5 });
    await page.mouse.up();
  };
  await events(page, title).scrollIntoViewIfNeeded();
  const box = await boxOf(events(page, title));
  const [tuesday, thursday] = [
    await boxOf(page.getByRole('link', { name: 'June 8, 2027' })),
    await boxOf(page.getByRole('link', { name: 'June 10, 2027' })),
  ];
  // An event of an hour is as high as an hour.
  const hour = box.height;
  await drag({ x: box.x + box.width / 2, y: box.y + 6 }, { x: thursday.x - tuesday.x, y: 2 * hour });
  await expect(page.getByText(`Moved ${title}`)).toBeVisible();
  expect(await times()).toBe('06/10/2027 12:00 13:00');

  await events(page, title).hover();
  const moved = await boxOf(events(page, title));
  await drag({ x: moved.x + moved.width / 2, y: moved.y + moved.height - 3 }, { x: 0, y: hour / 2 });
  await expect.poll(times).toBe('06/10/2027 12:00 13:30');
  await expect(events(page, title)).toContainText('1:30');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(times).toBe('06/10/2027 12:00 13:00');
});

test('weeks begin on the day that the company chose, and the calendar says up to which day events repeat', async ({
  page,
  another,
}) => {
  const admin = await another('admin@harbor.test', '/admin/settings');
  const choose = async (day: string) => {
    await admin.getByRole('combobox', { name: 'First day of the week' }).click();
    await admin.getByRole('option', { name: day }).click();
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('Everything is saved')).toBeVisible();
  };
  await signIn(page, 'agent@harbor.test');
  await online(page, () => open(page, 'view=week&day=2027-06-13'));
  await expect(page.getByRole('heading', { name: 'Jun 13 – 19, 2027' })).toBeVisible();
  try {
    await choose('Monday');
    await expect(page.getByRole('heading', { name: 'Jun 7 – 13, 2027' })).toBeVisible();
    await expect(page.locator('[data-date]').first()).toHaveAttribute('data-date', '2027-06-07');
  } finally {
    await choose('Sunday');
  }
  await expect(page.getByRole('heading', { name: 'Jun 13 – 19, 2027' })).toBeVisible();
  await expect(page.getByText('Repeating events are shown up to')).toBeHidden();
  const far = new Date(Date.now() + 500 * 86_400_000).toISOString().slice(0, 10);
  await open(page, `view=month&day=${far}`);
  await expect(page.getByText(/Repeating events are shown up to \d\d\/\d\d\/20\d\d/)).toBeVisible();
  await expectAccessible(page);
});

test('a repeating event: what it says, one changed, the following ones moved, all deleted', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const title = unique('Standup ');
  await open(page, `view=agenda&day=${monday}`);
  await page.getByRole('button', { name: 'New event' }).click();
  await form(page).getByLabel('Title').fill(title);
  await form(page).getByRole('combobox', { name: 'Repeats' }).click();
  await page.getByRole('option', { name: 'Weekly' }).click();
  await expect(form(page).getByText('Every week on Monday', { exact: true })).toBeVisible();
  await form(page).getByRole('combobox', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'After some times' }).click();
  await form(page).getByLabel('How many times').fill('4');
  await expect(form(page).getByText('Every week on Monday, 4 times')).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Add event' }).click();
  await expect(events(page, title)).toHaveCount(4);

  await events(page, title).nth(1).click();
  await form(page).getByLabel('Place').fill('Room 2');
  await form(page).getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: `Change ${title}` });
  await expect(question.getByRole('radio', { name: 'Only this event' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Change' }).click();
  await expect(events(page, 'Room 2')).toHaveCount(1);

  await events(page, title).nth(2).click();
  await form(page).getByLabel('Start time').fill('16:00');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await question.getByRole('radio', { name: 'This and the following events' }).check();
  await question.getByRole('button', { name: 'Change' }).click();
  await expect(events(page, '4:00 PM').filter({ hasText: title })).toHaveCount(2);

  await events(page, title).nth(3).focus();
  await page.keyboard.press('Delete');
  const removal = page.getByRole('dialog', { name: `Delete ${title}` });
  await removal.getByRole('radio', { name: 'All events' }).check();
  await removal.getByRole('button', { name: 'Delete' }).click();
  await expect(events(page, title)).toHaveCount(2);
});

test('the keyboard alone: from day to day, a new event there, opened and deleted', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await open(page, 'view=month&day=2027-06-16');
  await page.getByRole('link', { name: 'June 16, 2027' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('link', { name: 'June 17, 2027' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('n');
  const title = unique('Typed ');
  await expect(form(page).getByLabel('Start date')).toHaveValue('06/24/2027');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(events(page, title)).toBeVisible();
  await expectAccessible(page);
  await events(page, title).focus();
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Title')).toHaveValue(title);
  await page.keyboard.press('Escape');
  await expect(events(page, title)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByText(`Deleted ${title}`)).toBeVisible();
  await expect(events(page, title)).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'July 2027' })).toBeVisible();
});

test('two windows change an event: each field is asked about, and nothing is overwritten unseen', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const title = unique('Shared ');
  const { id, version } = await call(page, createEvent, { body: { title, start_date: '05/12/2027' } });
  await open(page, `event=${id}`);
  await form(page).getByLabel('Place').fill('Mine');
  await call(page, updateEvent, { params: { id }, body: { version, place: 'Theirs', notes: 'Bring the file' } });
  await form(page).getByRole('button', { name: 'Save' }).click();
  const clash = page.getByRole('dialog', { name: 'Someone changed this event while you were editing it' });
  await expect(clash.getByText('Theirs')).toBeVisible();
  await expectAccessible(page);
  await clash.getByRole('button', { name: 'Save' }).click();
  await expect(form(page)).toBeHidden();
  expect(await call(page, getEvent, { params: { id }, query: {} })).toMatchObject({ place: 'Mine', notes: 'Bring the file' });
});

test('over the change of clocks an event keeps its time, and an all-day one its day', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const title = unique('Weekly ');
  const daily = unique('Birthday ');
  const { id } = await call(page, createEvent, {
    body: {
      title,
      start_date: '03/07/2027',
      start_time: '09:00',
      end_time: '10:00',
      timezone: 'America/New_York',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    },
  });
  await call(page, createEvent, { body: { title: daily, start_date: '03/14/2027' } });
  await open(page, 'view=agenda&day=2027-03-07');
  await expect(events(page, title)).toHaveCount(2);
  for (const each of await events(page, title).all()) await expect(each).toContainText('9:00 AM – 10:00 AM');
  await expect(page.getByRole('region', { name: 'Sunday, March 14, 2027' }).getByText(daily)).toBeVisible();
  await expect(events(page, daily)).toHaveCount(1);
  await open(page, 'view=month&day=2027-03-14');
  await expect(events(page, daily)).toBeVisible();
  const { data } = await call(page, listEvents, { query: { start_date: '03/01/2027', end_date: '03/31/2027', q: title } });
  expect(data.map((each) => [each.id, each.starts_at?.slice(11, 16)])).toEqual([
    [id, '14:00'],
    [id, '13:00'],
  ]);
});

test('a manager sees an agent’s calendar; a private event shows only that the agent is busy', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const [shown, hidden] = [unique('Visible '), unique('Doctor ')];
  const at = { start_date: '05/17/2027', start_time: '10:00', end_time: '11:00', timezone: 'America/New_York' };
  const { owner } = await call(page, createEvent, { body: { ...at, title: shown } });
  await call(page, createEvent, { body: { ...at, title: hidden, private: true } });
  const manager = await another('manager@harbor.test', '/calendar?view=agenda&day=2027-05-17');
  await manager.getByRole('combobox', { name: 'Whose calendar' }).fill(owner.name);
  await manager.getByRole('option', { name: owner.name }).click();
  await expect(events(manager, shown)).toBeVisible();
  await expect(events(manager, hidden)).toHaveCount(0);
  await events(manager, 'Busy').first().click();
  await expect(manager.getByRole('dialog', { name: 'Busy' })).toContainText('This event is private');
  await expectAccessible(manager);
});

test('a phone starts with the agenda, and every view fits', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, 'agent@harbor.test');
  await call(page, createEvent, { body: { title: `${'Long words without end '.repeat(6)}`, start_date: '05/20/2027' } });
  await open(page, 'day=2027-05-20');
  await expect(page.getByRole('region', { name: 'Thursday, May 20, 2027' })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  for (const view of ['Month', 'Week', 'Day']) {
    await page.getByText(view, { exact: true }).click();
    await expect(page.locator('[data-date]').first()).toBeVisible();
    await expectFits(page);
  }
  await page.getByRole('button', { name: 'New' }).click();
  await expectFits(page);
  await expectAccessible(page);
});

test('a contact’s page has the contact’s events, and adds one', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Visited') } });
  await page.goto(`/contacts/${id}?tab=events`);
  await expect(page.getByText('No upcoming events')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New event' }).click();
  const title = unique('Visit ');
  await form(page).getByLabel('Title').fill(title);
  await form(page).getByLabel('Start date').fill('05/21/2027');
  await form(page).getByRole('button', { name: 'Add event' }).click();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('05/21/2027');
  await expectAccessible(page);
  await page.getByText('Past', { exact: true }).click();
  await expect(page.getByText('No past events')).toBeVisible();
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: `Added: ${title}` })).toBeVisible();
  await expectAccessible(page);
});

test('other calendars: an address is made, shown once, renewed and withdrawn; a file comes in and goes out', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test');
  await open(page, 'view=agenda&day=2027-05-24');
  await page.getByRole('button', { name: 'Calendar settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar settings' });
  await dialog.getByRole('button', { name: 'Make an address' }).click();
  const address = dialog.locator('code');
  await expect(address).toContainText('/calendar.ics');
  const first = (await address.textContent()) ?? '';
  expect((await page.request.get(first)).status()).toBe(200);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make a new address' }).click();
  await page.getByRole('dialog', { name: 'Make a new address?' }).getByRole('button', { name: 'Make a new address' }).click();
  await expect(address).not.toHaveText(first);
  expect((await page.request.get(first)).status()).toBe(404);
  await dialog.getByRole('button', { name: 'Withdraw the address' }).click();
  await page.getByRole('dialog', { name: 'Withdraw the address?' }).getByRole('button', { name: 'Withdraw the address' }).click();
  await expect(dialog.getByRole('button', { name: 'Make an address' })).toBeVisible();

  const title = unique('Imported ');
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Calendar//EN',
    'BEGIN:VEVENT',
    `UID:${title}`,
    'DTSTAMP:20270101T000000Z',
    'DTSTART;VALUE=DATE:20270525',
    `SUMMARY:${title}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles({ name: 'none.ics', mimeType: 'text/calendar', buffer: Buffer.from('no calendar') });
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported');
  await input.setInputFiles({ name: 'some.ics', mimeType: 'text/calendar', buffer: Buffer.from(ics) });
  await expect(dialog.getByText('1 event added, 0 updated')).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Export your calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.ics$/);
  await page.keyboard.press('Escape');
  await expect(events(page, title)).toBeVisible();
});
