// Imports a file of another system: drop, map, check, import with live progress, and import corrected rejects again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { createContactNote } from '#contract/contactHistory.ts';
import { createContact } from '#contract/contacts.ts';
import { errorCodes } from '#contract/kit/errors.ts';
import { call, dropFile, expectAccessible, expectFits, rows, signIn, test, textsOf, unique } from './support.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const step = (page: Page, name: string) => page.getByRole('region', { name: `${name}, step` });
const cells = (page: Page) => page.getByRole('region', { name: 'Rows of the file' }).getByRole('row');

test('an export of Google Contacts maps itself and comes in', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(step(page, 'Drop')).toBeVisible();
  await expectAccessible(page);
  await dropFile(page, 'google.csv', await readFile(join(import.meta.dirname, '../fixtures/imports/google-contacts.csv')));

  await expect(step(page, 'Map')).toContainText('This looks like an export of Google Contacts');
  await expect(target(page, 'First Name')).toHaveValue('First name');
  await expect(target(page, 'Phone 2 - Value')).not.toHaveValue('');
  await expect(target(page, 'Photo')).toHaveValue('');
  await expectAccessible(page);
  await button(page, 'Check the rows').click();

  await expect(button(page, '3 new')).toBeVisible();
  await expect(cells(page).filter({ hasText: 'Chen-Whitfield' })).toContainText('(206) 555-0177');
  await button(page, 'Import 3 rows').click();
  await expect(page.getByRole('status').filter({ hasText: '3 new contacts imported' })).toBeVisible();
  await page.getByRole('link', { name: 'See the new contacts' }).click();
  await expect(page.getByRole('button', { name: 'Import is google.csv', exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await rows(page)
    .getByRole('link', { name: /Alvarez/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Alvarez');
  await expect(page.getByRole('link', { name: '(305) 555-0142' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'imported the contact' })).toBeVisible();
});

test('a file that the company has no room for is told in place', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/imports/new');
  const status = 413;
  const json = { type: 'about:blank', status, title: errorCodes['files.storage_full'].text, code: 'files.storage_full' };
  await page.route('**/v1/contacts/validate_import', (route) => route.fulfill({ status, json }));
  await dropFile(page, 'leads.csv', Buffer.from('Phone\n3055550142\n'));
  const told = page.getByRole('alert').filter({ hasText: 'storage is full' });
  await expect(told).toContainText('ask your administrator for more room');
  await expectAccessible(page);
});

test('what cannot be read is left out, corrected or kept out, as one says, and comes back with its reason', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test', '/imports/new');
  const last = unique('Rowland');
  await call(page, createContact, { body: { first_name: 'Here', last_name: last, emails: [{ address: `here@${last}.test` }] } });
  const lines = [
    'Given;Family;Handy;Mail;Born;Shoe size',
    `Good;${last};305 555 0161;good@${last}.test;3/4/1955;41`,
    `"Second; too";${last};(305) 555-0162;;12/31/1960;42`,
    `Bad phone;${last};12345;;1/1/1950;43`,
    `Bad birthday;${last};305 555 0163;;13/45/1950;44`,
    `Other birthday;${last};305 555 0164;;soon;45`,
    `Here;${last};;here@${last}.test;;46`,
    ';;;;1/1/1950;47',
  ];
  await dropFile(page, `${last}.csv`, Buffer.from(lines.join('\r\n')));

  for (const [column, field] of [
    ['Given', 'First name'],
    ['Family', 'Last name'],
    ['Handy', 'Mobile phone'],
    ['Mail', 'E-mail'],
    ['Born', 'Birth date'],
  ] as const) {
    await target(page, column).fill(field);
    await page.getByRole('option', { name: field, exact: true }).click();
    await expect(target(page, column)).toHaveValue(field);
  }
  const days = page.getByRole('combobox', { name: 'How “Born” writes dates' });
  await expect(days).toHaveValue('03/04/2025 is March 4');
  await expectAccessible(page);
  await expect(page.getByRole('status').filter({ hasText: 'columns in' })).toHaveText('5 columns in, 1 left out');
  await button(page, 'Check the rows').click();

  const totals = page.getByRole('group', { name: 'Rows in view' }).getByRole('button');
  await expect(totals).toHaveText(['All 7 rows', '5 new', '1 to skip', '1 rejected']);
  await expect(cells(page).filter({ hasText: 'Bad phone' })).toContainText('12345This is not a US phone number');
  await expect(cells(page).filter({ hasText: 'Other birthday' })).toContainText('1 more like it');
  await expectAccessible(page);
  const wrong = page.getByRole('list', { name: 'What cannot be read' }).getByRole('listitem');
  await wrong.getByRole('button', { name: /^2 rows/ }).click();
  await expect(cells(page)).toHaveCount(3);
  await wrong.filter({ hasText: 'Birth date' }).getByText('Reject the row').click();
  await expect(totals).toHaveText(['All 7 rows', '3 new', '1 to skip', '3 rejected']);
  await expect(cells(page)).toHaveCount(3);
  await totals.filter({ hasText: 'All' }).click();
  await expect(cells(page)).toHaveCount(8);
  await cells(page)
    .filter({ hasText: 'Bad phone' })
    .getByRole('button', { name: /^12345/ })
    .click();
  await page.getByRole('textbox', { name: 'Mobile phone' }).fill('305 555 0166');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(cells(page).filter({ hasText: 'Bad phone' })).toContainText('(305) 555-0166');
  await expect(page.getByRole('list', { name: 'Corrected values' })).toHaveText(
    'Mobile phone “12345” in line 4 is read as “305 555 0166”',
  );

  await page.getByRole('combobox', { name: 'Tags to add', exact: true }).fill(last);
  await page.getByRole('option', { name: `Make the tag “${last}”` }).click();
  await page.getByRole('radio', { name: 'Update the contact' }).check();
  await expect(totals).toHaveText(['All 7 rows', '3 new', '1 to update', '3 rejected']);
  await button(page, 'Import 7 rows').click();
  await expect(page.getByRole('status').filter({ hasText: 'new contacts' })).toHaveText(
    '3 new contacts imported, 1 other updated, 3 rows rejected',
  );
  await expect(page.getByRole('definition').filter({ hasText: /^\d+$/ })).toHaveText(['3', '1', '0', '3']);
  const reasons = page.getByRole('region', { name: 'What could not be read' });
  await reasons.getByRole('button', { name: /^Birth date.*2 rows rejected/ }).click();
  await expect(reasons.getByRole('list', { name: /^Rows/ }).getByRole('listitem')).toHaveText([
    'Line 5“13/45/1950”Rejected',
    'Line 6“soon”Rejected',
  ]);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download 3 rejected rows' }).click();
  const download = await downloading;
  const rejected = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toContain(last);
  expect(rejected).not.toContain('Bad phone');
  expect(rejected).toContain('13/45/1950');
  expect(rejected).not.toContain('Good');
  expect(rejected.trimEnd().split(/\r?\n/)).toHaveLength(4);

  await page.getByRole('link', { name: 'See the new contacts' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(last);
  await expect(rows(page).filter({ hasText: 'Second; too' })).toContainText('(305) 555-0162');

  await page.goto('/imports');
  const attempt = rows(page).filter({ hasText: `${last}.csv` });
  await expect(attempt).toContainText('Partly imported');
  await expectAccessible(page);
  await attempt.hover();
  await button(page, `Delete the import of ${last}.csv`).click();
  await page.getByRole('button', { name: 'Delete the import', exact: true }).click();
  await expect(attempt).toBeHidden();
});

test('a value that many rows share is told once what it means, and what it means outlives a reload and another device', async ({
  page,
  another,
}) => {
  await signIn(page, 'agent2@harbor.test', '/imports/new');
  const last = unique('Meant');
  const rowsOf = Array.from(
    { length: 60 },
    (_, at) => `Pat ${at},${last},pat${at}@${last}.test,${at % 2 ? 'u' : 'F'},${at ? '' : 'perhaps'}`,
  );
  await dropFile(page, `${last}.csv`, Buffer.from(['First Name,Last Name,E-mail,Gender,Do Not Call', ...rowsOf].join('\n')));
  await button(page, 'Check the rows').click();
  const wrong = page.getByRole('list', { name: 'What cannot be read' }).getByRole('listitem');
  await expect(wrong).toContainText([/30 rows.*Gender.*“u”/, /1 row.*Do not call.*“perhaps”/]);
  const totals = page.getByRole('group', { name: 'Rows in view' }).getByRole('button');
  await expect(totals).toHaveText(['All 60 rows', '59 new', '1 rejected']); // a wish not to be called is never lost
  await wrong.first().getByText('Read it as…').click();
  await page.getByRole('combobox', { name: 'Read “u” as' }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  await expect(wrong).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Lead vendor' }).fill('Acme leads');
  await page.getByRole('radio', { name: 'Update the contact' }).check();

  const isAsLeft = async (screen: Page) => {
    await expect(screen.getByRole('list', { name: 'Corrected values' })).toHaveText('Gender “u” is read as “Other”');
    await expect(screen.getByRole('textbox', { name: 'Lead vendor' })).toHaveValue('Acme leads');
    await expect(screen.getByRole('radio', { name: 'Update the contact' })).toBeChecked();
  };
  await page.reload();
  await isAsLeft(page);
  await page.getByRole('navigation', { name: 'Steps of the import' }).getByRole('link', { name: 'Map' }).click();
  await page.reload();
  await expect(target(page, 'Gender')).toHaveValue('Gender');
  await button(page, 'Check the rows').click();
  await isAsLeft(page);
  await page.goto('/contacts');
  const elsewhere = await another('agent2@harbor.test', '/imports/new');
  await elsewhere.getByRole('link', { name: `Continue with ${last}.csv` }).click();
  await isAsLeft(elsewhere);
  await button(elsewhere, 'Import 60 rows').click();
  await expect(elsewhere.getByRole('status').filter({ hasText: 'imported' })).toHaveText(
    '59 new contacts imported, 1 row rejected',
  );

  await button(elsewhere, 'Try the rejected rows again').click();
  const none = elsewhere.getByRole('status').filter({ hasText: 'imported' });
  await expect(none).toHaveText('Nothing imported: the row is rejected');
  await elsewhere.goto('/imports');
  await expect(
    rows(elsewhere)
      .filter({ hasText: `${last}.csv` })
      .first(),
  ).toContainText('Nothing imported');
  await rows(elsewhere)
    .filter({ hasText: `${last}.csv` })
    .first()
    .getByRole('link', { name: `${last}.csv`, exact: true })
    .click();
  await button(elsewhere, 'Correct the rejected rows').click();
  await elsewhere
    .getByRole('gridcell')
    .getByRole('button', { name: /^perhaps/ })
    .click();
  await elsewhere.getByRole('combobox', { name: 'Do not call' }).fill('Yes');
  await elsewhere.getByRole('option', { name: 'Yes' }).click();
  await button(elsewhere, 'Change this row').click();
  await button(elsewhere, 'Import 1 row').click();
  await expect(elsewhere.getByRole('status').filter({ hasText: 'imported' })).toHaveText('1 new contact imported');
});

test('a change that the line did not take is saved without another one', async ({ page, another }) => {
  await signIn(page, 'agent2@harbor.test', '/imports/new');
  const last = unique('Unsaved');
  await dropFile(page, `${last}.csv`, Buffer.from(`First Name,Phone\n${last},305 555 0167`));
  await button(page, 'Check the rows').click();
  const tells = (request: Request) => request.method() === 'PUT' && request.postData()?.includes('Acme leads') === true;
  let cut = 0;
  await page.route('**/v1/contacts/import_drafts/*', (route) =>
    tells(route.request()) && cut++ < 2 ? route.abort() : route.fallback(),
  );
  const saved = page.waitForResponse((response) => tells(response.request()) && response.ok());
  await page.getByRole('textbox', { name: 'Lead vendor' }).fill('Acme leads');
  await saved;
  const elsewhere = await another('agent2@harbor.test', '/imports/new');
  await elsewhere.getByRole('link', { name: `Continue with ${last}.csv` }).click();
  await expect(elsewhere.getByRole('textbox', { name: 'Lead vendor' })).toHaveValue('Acme leads');
});

test('by keyboard a file of 20 columns comes in with few tabs, and its rows are one of them', async ({ page }) => {
  await signIn(page, 'agent2@harbor.test', '/imports/new');
  const last = unique('Keys');
  const more = Array.from({ length: 17 }, (_, at) => `Extra ${at}`);
  const lines = Array.from({ length: 40 }, (_, at) => `Pat ${at},${last},pat${at}@${last}.test${',x'.repeat(more.length)}`);
  await dropFile(page, `${last}.csv`, Buffer.from([`First Name,Last Name,E-mail,${more}`, ...lines].join('\n')));
  let tabs = 0;
  const tabTo = async (name: string | RegExp) => {
    const wanted = button(page, name);
    await expect(wanted).toBeVisible();
    for (; !(await wanted.evaluate((element) => element === document.activeElement)); tabs++) {
      if (tabs > 60) throw new Error(`60 tabs did not lead to ${name}`);
      await page.keyboard.press('Tab');
    }
  };
  await tabTo('Check the rows');
  await page.keyboard.press('Enter');
  await expect(step(page, 'Check')).toBeFocused();
  await tabTo('Import 40 rows');
  expect(tabs).toBeLessThan(15);

  const grid = page.getByRole('grid', { name: 'Rows of the file' });
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveText('Pat 1');
  await page.keyboard.press('Control+End');
  await expect(page.locator(':focus')).toHaveText(`pat39@${last}.test`);
  await page.keyboard.press('Tab');
  await expect(grid.locator(':focus')).toHaveCount(0);
  await tabTo('Import 40 rows').catch(() => button(page, 'Import 40 rows').focus());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '40 new contacts imported' })).toBeVisible();
});

for (const [width, height] of [
  [1366, 768],
  [1200, 800],
  [1024, 768],
  [390, 844],
] as const) {
  test(`at ${width} pixels nothing that an import needs stands below its rows`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'agent2@harbor.test', '/imports/new');
    const last = unique('Narrow');
    const lines = Array.from({ length: 300 }, (_, at) => `Pat ${at},${last},pat${at}@${last}.test,${at % 5 ? 'F' : 'u'}`);
    await dropFile(page, `${last}.csv`, Buffer.from(['First Name,Last Name,E-mail,Gender', ...lines].join('\n')));
    await expect(button(page, 'Check the rows')).toBeInViewport();
    await expectFits(page);
    await button(page, 'Check the rows').click();
    await expect(button(page, 'Import 300 rows')).toBeInViewport();
    await expect(page.getByRole('list', { name: 'What cannot be read' })).toContainText('60 rows');
    if (width <= 1200) await button(page, /^Options/).click();
    const rule = page.getByRole('radio', { name: 'Update the contact' });
    const above = async () => {
      const [top, rowsTop] = await Promise.all(
        [rule, page.getByRole('grid')].map((each) => each.evaluate((element) => element.getBoundingClientRect().top)),
      );
      return width > 1200 ? (top ?? 0) < height : (top ?? 0) < (rowsTop ?? 0);
    };
    expect(await above()).toBe(true);
    await expectFits(page);
    const findings = page.getByRole('region', { name: 'What the rows become' });
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/v1/contacts/import_preview', (route) => promise.then(() => route.continue()));
    await rule.check();
    await expect(findings).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page); // rows of the old rule can be read while the new ones load
    answer();
    await expect(findings).toHaveAttribute('aria-busy', 'false');
    await expectFits(page);
    await expectAccessible(page);
  });
}

test('a large file is watched on its way in, from its page and from any other', async ({ page }) => {
  const heard: string[] = [];
  page.on('websocket', (line) => line.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await signIn(page, 'admin@summit.test', '/imports/new');
  const last = unique('Long');
  const lines = Array.from({ length: 60_000 }, (_, row) => `Pat ${row},${last},${2_125_550_000 + row},Austin,TX`);
  await dropFile(page, 'long.csv', Buffer.from(['First name,Last name,Phone,City,State', ...lines].join('\n')));
  await button(page, 'Check the rows').click();
  await button(page, /^Import [\w ]+,\d+ rows$/).click();
  await expect(step(page, 'Go').getByRole('status')).toContainText('Importing');
  await expectAccessible(page);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
  const work = page.getByRole('complementary', { name: 'Running work' });
  const texts = await textsOf(work);
  await expect(work).toContainText('Imported long.csv: 60,000 new', { timeout: 45_000 });
  expect((await texts()).join()).toMatch(/Importing long.csv: [\d,]+ rows so far/);
  expect(heard.filter((frame) => frame.includes('ContactsImportChannel') && frame.includes('processing')).length).toBeGreaterThan(
    1,
  );
  await work.getByRole('link', { name: 'See the result' }).click();
  await expect(page.getByRole('status').filter({ hasText: '60,000 new contacts imported' })).toBeVisible();
});

test('an import is stopped and gone on with, then undone: what somebody worked on since stays, and is listed', async ({
  page,
}) => {
  await signIn(page, 'admin@summit.test', '/imports/new');
  const last = unique('Back');
  const lines = Array.from({ length: 40_000 }, (_, row) => `Pat ${row},${last},${2_146_000_000 + row},Austin,TX`);
  await dropFile(page, `${last}.csv`, Buffer.from(['First name,Last name,Phone,City,State', ...lines].join('\n')));
  await button(page, 'Check the rows').click();
  await button(page, /^Import [\w ]+,\d+ rows$/).click();
  await expect(page.getByRole('definition').first()).not.toHaveText('0');
  await button(page, 'Stop the import').click();
  const state = page.getByRole('status').filter({ hasText: /import/ });
  await expect(state).toHaveText('The import was stopped');
  await expectAccessible(page);
  await button(page, 'Continue this import').click();
  await expect(state).toHaveText('40,000 new contacts imported');

  await page.getByRole('link', { name: 'See the new contacts' }).click();
  await rows(page)
    .first()
    .getByRole('link', { name: `Pat 0 ${last}`, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(last);
  await call(page, createContactNote, {
    params: { id: Number(new URL(page.url()).pathname.split('/').at(-1)) },
    body: { body: 'Call on Monday' },
  });
  await page.goto('/imports');
  await rows(page)
    .filter({ hasText: `${last}.csv` })
    .getByRole('link', { name: `${last}.csv`, exact: true })
    .click();
  await button(page, 'Undo the import').click();
  const dialog = page.getByRole('dialog', { name: `Undo the import of ${last}.csv?` });
  await expect(dialog).toContainText('40,000 new contacts will be deleted.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByRole('progressbar', { name: 'How much of the import is undone' })).toBeVisible();
  await expect(state).toHaveText('The import is undone');
  await expect(page.getByText('39,999 contacts taken back, 1 left as it is')).toBeVisible();
  const kept = page.getByRole('region', { name: '1 contact left as it is' });
  await expect(kept.getByRole('listitem')).toContainText('New with this import');
  await expectAccessible(page);
  await kept.getByRole('link', { name: last }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(last);
});

test('a workbook comes in as its sheet shows it', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/imports/new');
  const last = unique('Sheet');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Leads',
        columns: [{}, {}, {}, { numFmt: 'm/d/yyyy' }, {}],
        rows: [
          ['First Name', 'Last Name', 'Cell Phone', 'DOB', 'State'],
          ['Zoë 😀', last, 3_055_550_171, new Date('1955-03-04'), 'Florida'],
          ['مريم', last, '(305) 555-0172', new Date('1960-12-31'), 'TX'],
        ],
      },
    ],
  });
  await dropFile(page, 'leads.xlsx', Buffer.from(bytes));
  await expect(step(page, 'Map')).toContainText('Excel workbook');
  await button(page, 'Check the rows').click();
  await expect(cells(page).filter({ hasText: 'Zoë 😀' })).toContainText('03/04/1955');
  await expect(cells(page).filter({ hasText: 'مريم' })).toContainText('(305) 555-0172');
  await button(page, 'Import 2 rows').click();
  await page.getByRole('link', { name: 'See the new contacts' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Zoë 😀' })).toContainText('FL');
  await page.getByRole('link', { name: `Zoë 😀 ${last}`, exact: true }).click();
  await expect(page.getByText('03/04/1955')).toBeVisible();
});

test('a file that is no table is refused in place', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/imports/new');
  await dropFile(
    page,
    'photo.csv',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]),
  );
  await expect(page.getByRole('alert')).toContainText('Nothing was imported.');
  await expectAccessible(page);
  await dropFile(page, 'empty.csv', Buffer.from(''));
  await expect(page.getByRole('alert')).toContainText('This file is empty.');
  await dropFile(page, 'fine.csv', Buffer.from('Name,Phone\nAna,3055550199\n'));
  await expect(step(page, 'Map')).toBeVisible();
});

const target = (page: Page, column: string) => page.getByRole('combobox', { name: `Where “${column}” goes` });
