// A file of another system goes in: dropped, mapped, checked, imported while one watches, and what was refused read again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { createContactNote } from '#contract/contactHistory.ts';
import { createContact } from '#contract/contacts.ts';
import { errorCodes } from '#contract/errors.ts';
import { call, dropFile, expectAccessible, rows, signIn, test, textsOf, unique } from './support.ts';

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

test('wrong rows are shown before, kept out, and come back with their reasons', async ({ page }) => {
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
  await expect(page.getByRole('status').filter({ hasText: 'columns in' })).toHaveText('5 columns in, 1 left out');
  await button(page, 'Check the rows').click();

  const totals = page.getByRole('group', { name: 'Rows in view' }).getByRole('button');
  await expect(totals).toHaveText(['All 7 rows', '2 new', '1 to skip', '4 rejected']);
  await expect(cells(page).filter({ hasText: 'Bad phone' })).toContainText('12345This is not a US phone number');
  await expect(cells(page).filter({ hasText: 'Other birthday' })).toContainText('1 more like it');
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'What is wrong' })
    .getByRole('button', { name: /^2 rows/ })
    .click();
  await expect(cells(page)).toHaveCount(3);
  await totals.filter({ hasText: 'All' }).click();
  await expect(cells(page)).toHaveCount(8);

  await page.getByRole('combobox', { name: 'Tags to add', exact: true }).fill(last);
  await page.getByRole('option', { name: `Make the tag “${last}”` }).click();
  await page.getByRole('radio', { name: 'Update the contact' }).check();
  await expect(totals).toHaveText(['All 7 rows', '2 new', '1 to update', '4 rejected']);
  await button(page, 'Import 7 rows').click();
  await expect(page.getByRole('status').filter({ hasText: '2 new contacts imported' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^\d+$/ })).toHaveText(['2', '1', '0', '4']);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download 4 rejected rows' }).click();
  const download = await downloading;
  const rejected = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toContain(last);
  expect(rejected).toContain(`Bad phone,${last},12345`);
  expect(rejected).toContain('This is not a US phone number');
  expect(rejected).toContain('13/45/1950');
  expect(rejected).not.toContain('Good');
  expect(rejected.trimEnd().split(/\r?\n/)).toHaveLength(5);

  await page.getByRole('link', { name: 'See the new contacts' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(last);
  await expect(rows(page).filter({ hasText: 'Second; too' })).toContainText('(305) 555-0162');

  await page.goto('/imports');
  const attempt = rows(page).filter({ hasText: `${last}.csv` });
  await expect(attempt).toContainText('Complete');
  await expectAccessible(page);
  await attempt.hover();
  await button(page, `Delete the import of ${last}.csv`).click();
  await page.getByRole('button', { name: 'Delete the import', exact: true }).click();
  await expect(attempt).toBeHidden();
});

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
  const work = page.getByRole('complementary', { name: 'Work under way' });
  const texts = await textsOf(work);
  await expect(work).toContainText('Imported long.csv: 60,000 new');
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
  await button(page, 'Go on with it').click();
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
  await expect(rows(page).filter({ hasText: 'Zoë 😀' })).toContainText('03/04/1955');
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
