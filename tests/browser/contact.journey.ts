// One contact: created, read, edited in place, and edited by two people at once.
import { expect, type Page } from '@playwright/test';
import { createContact, getContact, quickUpdateContact } from '#contract/contacts.ts';
import { listStatuses } from '#contract/reference.ts';
import { call, expectAccessible, expectFits, rows, signIn, test, unique } from './support.ts';

/** The demo's manager of Harbor Benefits. */
const managerName = "Daniel O'Rourke";

const told = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });

test('a contact is made, opened, edited in place, tagged and noted, and its timeline tells of it', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const last = unique('Zebrowski');
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(dialog.getByText('Give a name, a phone or an e-mail')).toBeVisible();
  await dialog.getByLabel('First name').fill('Quentin');
  await dialog.getByLabel('Last name').fill(last);
  await dialog.getByLabel('Mobile phone').fill('12345');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(dialog.getByText('This is not a US phone number')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Mobile phone').fill('907.555.0122');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole('link', { name: `Quentin ${last}` })
    .first()
    .click();

  await expect(page.getByRole('heading', { name: `Quentin ${last}` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\+?\\) )?Quentin ${last} · Steward$`)); // with the number of unread answers
  await expect(page.getByRole('button', { name: '(907) 555-0122', exact: true })).toBeVisible();
  await expect(told(page, 'Ana Reyes added the contact')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Edit Name' }).click();
  const name = page.getByRole('region', { name: 'Name' });
  await expect(name.getByLabel('First name')).toBeFocused();
  await name.getByLabel('First name').fill('Quincy');
  await expectAccessible(page);
  await name.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: `Quincy ${last}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Name' })).toBeFocused();

  const address = page.getByRole('region', { name: 'Address' });
  await address.getByRole('button', { name: 'Edit Address' }).click();
  await address.getByLabel('Zip code').fill('331');
  await address.getByRole('button', { name: 'Save' }).click();
  await expect(address.getByText('A zip code has five or nine digits')).toBeVisible();
  await address.getByLabel('Zip code').fill('33145');
  await address.getByLabel('City').fill('Miami');
  await address.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Contact details' })).toContainText('Miami, 33145');

  const summary = page.getByRole('complementary', { name: 'Summary' });
  const tag = unique('patient ');
  await summary.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill(tag);
  await page.getByRole('option', { name: `Make the tag “${tag}”` }).click();
  await expect(summary.getByRole('button', { name: `Remove ${tag}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('textbox', { name: 'New note' }).fill('Asked for a call after the holidays.\nHas two brothers.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('');
  await page.getByRole('tabpanel', { name: 'Timeline' }).getByText('Call', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Call back' }).click();
  await page.getByRole('textbox', { name: 'What was said' }).fill('On Friday');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log call' }).click();

  await expect(told(page, 'Ana Reyes logged a call')).toContainText('Call back');
  await expect(told(page, 'Ana Reyes logged a call')).toContainText('On Friday');
  await expect(told(page, 'Ana Reyes added a note')).toContainText('Has two brothers.');
  await expect(told(page, `added the tag ${tag}`)).toBeVisible();
  await expect(told(page, 'changed first name from Quentin to Quincy')).toBeVisible();
  await expect(told(page, 'changed 2 fields')).toContainText('City: Miami');
  await page.reload();
  await expect(told(page, 'Ana Reyes added a note')).toContainText('Has two brothers.');
  await expectAccessible(page);

  await told(page, 'changed first name from Quentin to Quincy').getByRole('button', { name: 'Restore earlier value' }).click();
  const restore = page.getByRole('dialog', { name: 'Restore an earlier value?' });
  await expect(restore.getByRole('definition')).toHaveText(['Quincy', 'Quentin']);
  await expectAccessible(page);
  await restore.getByRole('button', { name: 'Restore this value' }).click();
  await expect(restore).toBeHidden();
  await expect(page.getByRole('heading', { name: `Quentin ${last}` })).toBeVisible();
  await expect(told(page, 'changed first name from Quincy to Quentin')).toBeVisible();
  await told(page, 'changed 2 fields').getByRole('button', { name: 'Restore earlier value' }).click();
  await restore.getByRole('radio', { name: 'Zip code' }).check();
  await expect(restore.getByRole('definition')).toHaveText(['33145', 'empty']);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await restore.getByRole('button', { name: 'Restore this value' }).click();
  await expect(told(page, 'cleared zip code (was 33145)')).toBeVisible();
});

test('two people edit one contact at once, and nothing is lost', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Meers');
  const { id } = await call(page, createContact, { body: { first_name: 'Anna', last_name, occupation: 'Cook' } });
  const manager = await another('manager@harbor.test', `/contacts/${id}?tab=details`);
  await page.goto(`/contacts/${id}?tab=details`);
  const form = (of: Page) => of.getByRole('region', { name: 'Name' });
  for (const each of [page, manager]) await each.getByRole('button', { name: 'Edit Name' }).click();

  await form(page).getByLabel('First name').fill('Johanna');
  await form(page).getByLabel('Organization').fill('Meers Bakery');
  await form(manager).getByLabel('First name').fill('Hannah');
  await form(manager).getByLabel('Occupation').fill('Baker');
  await form(manager).getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText(`Hannah ${last_name}`);

  // The change appears at once, and typed text stays.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hannah ${last_name}`);
  await expect(form(page).getByRole('status')).toContainText(`Changed by ${managerName} meanwhile: First name, Occupation.`);
  await expect(form(page).getByLabel('First name')).toHaveValue('Johanna');
  await form(page).getByRole('button', { name: 'Save' }).click();
  const clash = page.getByRole('dialog', { name: `${managerName} changed this contact` });
  const field = clash.getByRole('radiogroup', { name: 'First name' });
  await expect(field.getByRole('radio')).toHaveText(['Yours', `${managerName}, saved`].map((whose) => new RegExp(`^${whose}`)));
  await expect(field).toContainText('Johanna');
  await expect(field).toContainText('Hannah');
  await expect(clash.getByRole('radiogroup')).toHaveCount(1);
  await expectAccessible(page);
  await clash.getByRole('button', { name: 'Save' }).click();

  for (const each of [page, manager]) {
    await expect(each.getByRole('heading', { level: 1 })).toHaveText(`Johanna ${last_name}`);
    await expect(form(each)).toContainText('Baker');
    await expect(form(each)).toContainText('Meers Bakery');
  }
  expect(await call(page, getContact, { params: { id }, query: {} })).toMatchObject({
    first_name: 'Johanna',
    occupation: 'Baker',
    organization: 'Meers Bakery',
  });
});

test('a page whose live connection takes long shows what changed meanwhile', async ({ page }) => {
  const mayConnect = Promise.withResolvers<void>();
  await page.routeWebSocket('/cable', (line) => void mayConnect.promise.then(() => line.connectToServer()));
  await signIn(page, 'agent@harbor.test');
  const [fresh, quoted] = await Promise.all(['New', 'Quoted'].map((title) => statusOf(page, title)));
  const last_name = unique('Slowline');
  const { id } = await call(page, createContact, { body: { first_name: 'Ivo', last_name, status_id: fresh ?? null } });
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toContainText('New');
  await call(page, quickUpdateContact, { params: { id }, body: { status_id: quoted ?? null } });
  await page.waitForFunction(() => performance.now() > 4_000); // milliseconds: less would not count as long
  mayConnect.resolve();
  await expect(rows(page)).toContainText('Quoted');
});

test('an edit in the list meets one that its row has not heard of', async ({ page }) => {
  await page.routeWebSocket('/cable', () => {}); // the cable is cut: this page gets no messages
  await signIn(page, 'agent@harbor.test');
  const [fresh, quoted, sold] = await Promise.all(['New', 'Quoted', 'Sold'].map((title) => statusOf(page, title)));
  const last_name = unique('Slowfield');
  const body = { first_name: 'Ida', last_name, status_id: fresh ?? null };
  const { id } = await call(page, createContact, { body });
  await page.goto(`/contacts?q=${last_name}`);
  await expect(rows(page)).toHaveCount(1);
  await call(page, quickUpdateContact, { params: { id }, body: { status_id: quoted ?? null } });

  await rows(page).getByRole('button', { name: 'Status: New' }).click();
  await page.getByRole('menuitem', { name: 'Sold' }).click();
  const stale = page.getByRole('dialog', { name: 'You changed this contact in another window' });
  await expect(stale.getByRole('radio', { name: /Yours/ })).toContainText('Sold');
  await expect(stale.getByRole('radio', { name: /^Saved/ })).toContainText('Quoted');
  await expectAccessible(page);
  await stale.getByRole('radio', { name: /^Saved/ }).check();
  await stale.getByRole('button', { name: 'Save' }).click();
  await expect(rows(page)).toContainText('Quoted');
  expect(await call(page, getContact, { params: { id }, query: {} })).toMatchObject({ status_id: quoted });

  await rows(page).getByRole('button', { name: 'Status: Quoted' }).click();
  await page.getByRole('menuitem', { name: 'Sold' }).click();
  await expect(rows(page)).toContainText('Sold');
  await expect.poll(() => call(page, getContact, { params: { id }, query: {} })).toMatchObject({ status_id: sold });
});

const statusOf = async (page: Page, title: string) =>
  (await call(page, listStatuses, {})).data.find((status) => status.title === title)?.id;

test('on a phone the name and the call button stay in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, {
    body: { first_name: 'Far', last_name: unique('Scroller'), phones: [{ number: '3055550188' }] },
  });
  await page.goto(`/contacts/${id}?tab=details`);
  const [name, dial] = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: /^Call Far/ })];
  await expect(name).toContainText('Scroller');
  await page.getByRole('button', { name: 'Edit Assignment' }).scrollIntoViewIfNeeded();
  await expect(name).toBeInViewport();
  await expect(dial).toBeInViewport();
  await expectFits(page);
  await expectAccessible(page);
});

test('an address is marked as verified, and the timeline says by whom', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const address = `${unique('ann')}@harbor.test`.toLowerCase().replaceAll(' ', '');
  const { id } = await call(page, createContact, { body: { first_name: 'Ann', emails: [{ address }] } });
  await page.goto(`/contacts/${id}`);
  const details = page.getByRole('list', { name: 'Contact details' });
  await details.getByRole('button', { name: `Actions of ${address}` }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Mark as verified' }).click();
  await expect(details.getByRole('listitem').filter({ hasText: address })).toContainText('verified');
  await expect(told(page, `Ana Reyes marked ${address} as verified`)).toBeVisible();
});
