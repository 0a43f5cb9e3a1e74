// The user's own profile, on all of their devices.
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { listSandboxMails } from '#contract/sandbox.ts';
import { getMe } from '#contract/signIn.ts';
import { listAssignees } from '#contract/users.ts';
import { test } from './company.ts';
import { call, expectAccessible, expectFits, online, signIn } from './support.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const html = (page: Page) => page.locator('html');

test('name, title, time zone and text are saved, and stay typed until then', async ({ page, aCompany }) => {
  const { agent } = await aCompany();
  await signIn(page, agent, '/account/profile');
  const about = section(page, 'About you');
  await about.getByRole('textbox', { name: 'First name' }).fill('');
  await about.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(about).toContainText('Write the first name');
  await expectAccessible(page);
  await about.getByRole('textbox', { name: 'First name' }).fill('Wally');
  await about.getByRole('combobox', { name: 'Title' }).fill('licensed');
  await expect(page.getByRole('option', { name: 'Licensed insurance agent' })).toBeVisible(); // keys move among what is shown
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await about.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: 'Honolulu' }).click();
  await about.getByRole('textbox', { name: 'About you' }).fill('I help families in Tampa.');
  await page.reload();
  await expect(about.getByRole('textbox', { name: 'First name' })).toHaveValue('Wally');
  await about.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved your profile')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Wally Larkspur');
  const { profile, timezone } = await call(page, getMe, {});
  expect({ ...profile, timezone }).toMatchObject({
    first_name: 'Wally',
    title: 'Licensed insurance agent',
    about_me: 'I help families in Tampa.',
    timezone: 'hst',
  });
  await expectAccessible(page);
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
  }
});

test('a theme applies at once, here and on another device', async ({ page, another, aCompany }) => {
  const { agent } = await aCompany();
  const other = await another(agent, '/account/profile');
  await online(other, () => other.reload());
  await signIn(page, agent, '/account/profile');
  const look = section(page, 'Appearance');
  await look.getByText('Dark', { exact: true }).click();
  await look.getByText('Large', { exact: true }).click();
  await look.getByRole('button', { name: 'violet' }).press('Enter');
  for (const device of [page, other]) {
    await expect(html(device)).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(html(device)).toHaveCSS('font-size', '18px');
    await expect(section(device, 'Appearance').getByRole('button', { name: 'violet' })).toHaveAttribute('aria-pressed', 'true');
  }
  await expect
    .poll(async () => (await call(page, getMe, {})).theme)
    .toEqual({ font_size: 'large', primary_color: 'violet', background: 'dark' });
  await expectAccessible(page);
});

test('a photo is chosen, refused if it is none, shown to the user and to colleagues, and removed', async ({
  page,
  another,
  aCompany,
}) => {
  const { admin, agent } = await aCompany();
  await signIn(page, agent, '/account/profile');
  const about = section(page, 'About you');
  const choose = (name: string, buffer: Buffer) =>
    about.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('me.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(about.getByRole('alert')).toHaveText('Choose a JPEG, PNG, WebP or GIF picture');
  await expectAccessible(page);
  await choose(
    'me.png',
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2879dc' } })
      .png()
      .toBuffer(),
  );
  await expect(page.getByText('Saved your photo')).toBeVisible();
  const own = page.getByRole('navigation', { name: 'Main' }).locator('img[src*="personal_photo"]');
  await expect.poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);

  const office = await another(admin, '/admin/users');
  await expect(office.getByRole('row').filter({ hasText: 'Walter' }).locator('img[src*="personal_photo"]')).toBeVisible();
  await about.getByRole('button', { name: 'Remove the photo' }).click();
  await expect(own).toHaveCount(0);
});

test('the web page has a flyer and addresses, which are checked', async ({ page, aCompany }) => {
  const { agent } = await aCompany();
  await signIn(page, agent, '/account/profile');
  const web = section(page, 'Your web page');
  const flyer = { name: 'Offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
  await web.locator('input[type=file]').nth(1).setInputFiles(flyer);
  await expect(web.getByRole('link', { name: 'Offer.pdf (9 bytes)' })).toBeVisible();
  await web.getByRole('checkbox', { name: 'Show my page to visitors' }).check();
  await web.getByRole('textbox', { name: 'Headline' }).fill('Here for you');
  await web.getByRole('textbox', { name: 'Facebook' }).fill('javascript:alert(1)');
  await web.getByRole('button', { name: 'Save the page' }).click();
  await expect(web).toContainText('This is not a web address');
  await web.getByRole('textbox', { name: 'Facebook' }).fill('facebook.com/walter');
  await web.getByRole('button', { name: 'Save the page' }).click();
  await expect(web.getByRole('textbox', { name: 'Facebook' })).toHaveValue('https://facebook.com/walter');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('a favorite is starred in the list of users or chosen by keys, and stands first where people are chosen', async ({
  page,
  another,
  aCompany,
}) => {
  const { admin, agent } = await aCompany();
  await signIn(page, agent, '/account/profile');
  const people = section(page, 'People you work with');
  await expect(people).toContainText('You have no favorites yet.');
  await people.getByRole('combobox', { name: 'Add a colleague' }).fill('Dol');
  await expect(page.getByRole('option', { name: 'Dolores Larkspur' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(people.getByRole('list', { name: 'Your favorites' })).toContainText('Dolores Larkspur');
  await expectAccessible(page);
  await people.getByRole('button', { name: 'Favorite: Dolores Larkspur' }).press('Enter');
  await expect(people).toContainText('You have no favorites yet.');

  const office = await another(admin, '/admin/users');
  const star = office.getByRole('button', { name: 'Favorite: Walter Larkspur' });
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(office);
  expect((await call(office, listAssignees, { query: {} })).data.map(({ name }) => name)).toEqual([
    'Walter Larkspur',
    'Dolores Larkspur',
  ]);
});

test('a question goes to the support by keys alone, is kept while one looks around, and says where no address is set', async ({
  page,
  aCompany,
}) => {
  const { admin, agent, db, companyId } = await aCompany();
  await signIn(page, agent, '/tasks');
  const ask = () => page.getByRole('button', { name: 'Get help' }).press('Enter');
  await ask();
  const drawer = page.getByRole('dialog', { name: 'Get help' });
  await expect(drawer.getByRole('textbox', { name: 'Your question' })).toBeFocused();
  await page.keyboard.type('How do I import?');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await ask();
  await expect(drawer.getByRole('textbox', { name: 'Your question' })).toHaveValue('How do I import?');
  await drawer.getByRole('button', { name: 'Send the question' }).press('Enter');
  await expect(drawer.getByRole('alert')).toHaveText(
    'Your company has not set a support address. Ask an administrator of your company.',
  );

  const address = `help@${admin.split('@')[1]}`;
  await db
    .insertInto('settings')
    .values({ company_id: companyId, name: 'settings.support_email', value: JSON.stringify(address) })
    .execute();
  await drawer.getByRole('button', { name: 'Send the question' }).press('Enter');
  await expect(page.getByText(`Sent your question to ${address}`)).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect
    .poll(async () => (await call(page, listSandboxMails, { query: { q: address } })).data.map(({ subject }) => subject))
    .toEqual(['Question from Walter Larkspur']);

  // The button is on every screen, on a phone in the header, and covers nothing.
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/', '/contacts', '/calendar', '/account/profile']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Get help' }).click();
      await expect(drawer).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
    }
    await expectFits(page);
  }
});
