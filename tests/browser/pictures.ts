// Makes the README's pictures (PICTURES=1): on good-looking data, always at twenty past ten.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { logContactActivity } from '#contract/contactActivities.ts';
import { createContactNote } from '#contract/contactHistory.ts';
import { createContact, getContact, updateContact } from '#contract/contacts.ts';
import { updateTheme } from '#contract/profile.ts';
import { listStatuses } from '#contract/reference.ts';
import { getMe } from '#contract/signIn.ts';
import { searchTags, updateTagsSingle } from '#contract/tags.ts';
import { enableTwoFactor, generateQr } from '#contract/twoFactor.ts';
import { call, dropFile, password, rows, signIn, test } from './support.ts';

/** Twenty past ten in Miami, on the last working day. */
const now = new Date();
now.setUTCHours(15, 20, 0, 0);
while (now.getUTCDay() % 6 === 0) now.setUTCDate(now.getUTCDate() - 1);
const began = Date.now() - 60_000;
const moments = /(?<=")\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)(?=")/g;

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(now);
  // Changes made for a picture get times of this morning, in order; answers list the newest first.
  await page.route('**/v1/**', async (route) => {
    const response = await route.fetch();
    let told = 0;
    const body = (await response.text()).replace(moments, (moment) => {
      if (Date.parse(moment) < began) return moment;
      told += 1;
      return new Date(now.getTime() - (13 * told - 7) * 60_000).toISOString();
    });
    await route.fulfill({ response, body });
  });
});

test('the sign-in page', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail or username').fill('agent@harbor.test');
  await take(page, 'sign-in');
});

test('a second factor', async ({ page }) => {
  await signIn(page, 'agent@keystone.test', '/imports');
  const { otp_secret, secret } = await call(page, generateQr, {});
  const otp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  await call(page, enableTwoFactor, { body: { otp_secret, otp, password } });
  await page.goto('/account/profile?tab=two_factor');
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeVisible();
  await take(page, 'two-factor-light');
});

test('what a company asks of sign-ins', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/security');
  await page.getByRole('combobox', { name: 'Otherwise, these roles need one' }).click();
  for (const name of ['Manager', 'Agent']) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Person' }).fill('Ana');
  await page.getByRole('option', { name: 'Ana Reyes' }).click();
  await take(page, 'security-light');
});

test('the list', async ({ page }) => {
  await signIn(page, 'manager@harbor.test', '/login');
  const search = [
    { field: 'status', operator: 'any_of', value: await statusIds(page, 'New', 'Contacted', 'Appointment set') },
    { field: 'age', operator: 'between', value: [63, 66] },
  ];
  await page.goto(`/contacts?search=${encodeURIComponent(JSON.stringify(search))}`);
  await expect(page.getByRole('button', { name: 'Age between 63 and 66', exact: true })).toBeVisible();
  await expect(rows(page).nth(12)).toBeVisible();
  await take(page, 'contacts-light');

  await inTheDark(page);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  for (const place of [3, 6, 7]) await rows(page).nth(place).getByRole('checkbox').uncheck();
  await expect(page.getByRole('region', { name: 'Selected contacts' })).toContainText('all in view but 3');
  await take(page, 'contacts-dark');
  await call(page, updateTheme, { body: { background: 'light' } });
});

test('a contact', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test', '/imports');
  const manager = await another('manager@harbor.test');
  const { id: owner_id } = await call(page, getMe, {});
  const [fresh, contacted, appointment] = await statusIds(page, 'New', 'Contacted', 'Appointment set');
  const tags = (await call(page, searchTags, { body: {} })).data.filter(({ name }) => ['hot', 'T65', 'referral'].includes(name));
  const { id } = await call(manager, createContact, { body: { ...rosa, owner_id, status_id: fresh ?? null } });
  const params = { id };
  await call(page, getContact, { params, query: {} });
  await call(page, logContactActivity, { params, body: { type: 'voicemail' } });
  await call(page, updateContact, { params, body: { status_id: contacted ?? null } });
  await call(page, updateTagsSingle, { body: { id, tags: tags.map((tag) => tag.id) } });
  await call(manager, createContactNote, {
    params,
    body: { body: 'Her sister Carmen is a client of mine since 2019. Mention her, she speaks well of us.' },
  });
  await call(page, logContactActivity, { params, body: { type: 'call' } });
  await call(page, createContactNote, {
    params,
    body: {
      body: 'Turns 65 in February, keeps the employer plan until then. Takes metformin and a blood thinner.\nWants to stay with Dr. Whitmore: check the network before quoting an HMO.',
    },
  });
  await call(page, updateContact, { params, body: { occupation: 'Bakery owner', preferred_name: 'Rosie' } });
  await call(page, updateContact, { params, body: { status_id: appointment ?? null } });
  await page.goto(`/contacts/${id}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'added the contact' })).toBeVisible();
  await take(page, 'contact-light');
});

test('an import', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/imports/new');
  await dropFile(page, 'Turning 65, November.csv', Buffer.from(vendorList));
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Purchased leads' }).click();
  await expect(page.getByRole('group', { name: 'Rows in view' })).toContainText('rejected');
  await expect(page.getByRole('region', { name: 'What the rows become' })).toHaveAttribute('aria-busy', 'false');
  await take(page, 'import-check-light');
  await page.getByRole('button', { name: /^Import \d+ rows$/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'new contacts imported' })).toBeVisible();
  await take(page, 'import-done-light');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });
  test('the list', async ({ page }) => {
    await signIn(page, 'agent@harbor.test');
    await expect(rows(page).nth(5)).toBeVisible();
    await take(page, 'contacts-phone');
  });
});

async function take(page: Page, name: string) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.screenshot({ path: join(import.meta.dirname, `../../docs/pictures/${name}.png`), animations: 'disabled' });
}

async function inTheDark(page: Page) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').last().click();
  await page.getByText('Dark', { exact: true }).click();
  await page.keyboard.press('Escape');
}

async function statusIds(page: Page, ...titles: string[]): Promise<number[]> {
  const { data } = await call(page, listStatuses, {});
  return titles.flatMap((title) => data.find((status) => status.title === title)?.id ?? []);
}

const rosa = {
  first_name: 'Rosa',
  middle_name: 'M.',
  last_name: 'Villanueva',
  birth_date: `${now.getUTCFullYear() - 64}-02-17`,
  phones: [{ number: '(305) 555-0142' }, { type: 9 as const, number: '(305) 555-0198' }],
  emails: [{ address: 'rosa.villanueva@example.com' }],
  address: '2140 Coral Way',
  address_2: 'Apt 4',
  city: 'Miami',
  state: 'FL',
  zip_code: '33145',
  timezone: 'est' as const,
  language: 'spanish' as const,
  note: 'Prefers mornings, and Spanish. Her daughter Lucia helps with the paperwork.',
};

const vendorList = `Full Name,Cell Phone,E-mail,DOB,City,ST
"Abernathy, Ruth",(813) 555-0104,ruth.abernathy@example.com,02/11/1962,Tampa,FL
"Castellanos, Hector",(305) 555-0117,hcastellanos@example.com,05/30/1961,Hialeah,FL
"Nguyen, Minh",(407) 555-0163,minh.nguyen@example.com,11/02/1961,Orlando,FL
"Delacroix, Yvonne",(904) 555-01,yvonne.d@example.com,08/19/1962,Jacksonville,FL
"Brennan, Harold",(813) 555-0160,,07/19/1961,Tampa,FL
"Okonkwo, Grace",(954) 555-0139,grace.okonkwo@example.com,12/24/1961,Fort Lauderdale,FL
"Petrov, Irina",(786) 555-0125,irina_petrov@example.com,03/03/1962,Miami,FL
"Whitaker, Earl",(850) 555-0181,earl.whitaker@example.com,19/45/1962,Pensacola,FL
"Salazar, Beatriz",(305) 555-0152,bsalazar@example.com,01/27/1962,Miami,FL
"Johansson, Karin",(239) 555-0176,karin.j@example.com,06/14/1961,Naples,FL
"Freeman, Clarence",(772) 555-0148,clarence.freeman@example.com,04/08/1962,Port St. Lucie,FL
"Haddad, Samir",(561) 555-0109,samir.haddad@example,10/31/1961,Boca Raton,FL
"Moreau, Celeste",(727) 555-0133,celeste.moreau@example.com,09/21/1961,Clearwater,FL
"Tran, Linh",(321) 555-0190,linh.tran@example.com,02/28/1962,Cocoa,FL
"McAllister, Joan",(352) 555-0167,,08/05/1961,The Villages,FL
`;
