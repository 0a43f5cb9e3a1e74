// A user's sessions, here and elsewhere, and acting as another user.
import { expect } from '@playwright/test';
import { createSession } from '#contract/signIn.ts';
import { choosePerson, signInAs } from './account.ts';
import { test } from './company.ts';
import { call, expectAccessible, expectFits, online, password, searchBox, signInByHand } from './support.ts';

test.use({ fresh: true });

test('a session ended elsewhere leaves its list and closes its browser at once', async ({ page, aCompany, browser }) => {
  const { agent } = await aCompany();
  await signInAs(page, agent);
  const [phone, tablet] = await Promise.all([browser.newPage(), browser.newPage()]);
  for (const other of [phone, tablet]) {
    await online(other, () => signInAs(other, agent));
  }
  await page.getByRole('button', { name: /Walter Larkspur/ }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const entries = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.first()).toContainText('This browser');
  await expect(entries.first()).toContainText(/Chrome on Linux.*127\.0\.0\.1/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await entries
    .nth(1)
    .getByRole('button', { name: /^Sign out Chrome on Linux/ })
    .click();
  await expect(tablet).toHaveURL('/login');
  await expect(entries).toHaveCount(2);

  // The other browser signs out without a reload.
  await phone.getByRole('button', { name: /Walter Larkspur/ }).click();
  await phone.getByRole('button', { name: 'Sign out' }).click();
  await expect(phone).toHaveURL('/login');
  await expect(entries).toHaveCount(1);

  for (const other of [phone, tablet]) {
    await signInByHand(other, agent);
    await expect(searchBox(other)).toBeVisible();
  }
  await expect(entries).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  for (const other of [phone, tablet]) await expect(other).toHaveURL('/login');
  await expect(entries).toHaveCount(1);
  await Promise.all([phone.close(), tablet.close()]);
});

test('signing out in one tab signs out the others of this browser, and nothing of the person stays', async ({
  page,
  context,
  aCompany,
}) => {
  const { agent, admin } = await aCompany();
  await signInAs(page, agent);
  await expect(searchBox(page)).toBeVisible();
  const [tab, terms] = [await context.newPage(), await context.newPage()];
  await tab.goto('/contacts?q=rosa');
  await expect(searchBox(tab)).toHaveValue('rosa');
  await terms.goto('/terms-of-use');
  await tab.evaluate(() => sessionStorage.setItem('left', 'here'));

  await page.getByRole('button', { name: /Walter Larkspur/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const each of [page, tab]) await expect(each).toHaveURL('/login');
  expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
  await expect(terms).toHaveURL('/terms-of-use');
  expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['device']);

  // Another user signs in: no tab shows the previous user's page.
  await signInByHand(page, agent);
  await expect(page).toHaveURL('/contacts');
  await tab.goto('/contacts?q=rosa');
  await expect(searchBox(tab)).toBeVisible();
  await call(page, createSession, { body: { email: admin, password } });
  await page.goto('/login');
  await signInByHand(page, admin);
  await expect(tab).toHaveURL('/');
  await expect(tab.getByRole('button', { name: /Dolores Larkspur/ })).toBeVisible();
});

test('a remembered path leads to the contacts or nowhere', async ({ page, context, aCompany, baseURL }) => {
  const { agent } = await aCompany();
  for (const value of ['//evil.example', '/contacts/../../evil', '/contacts\\@evil.example', '%E0%A4%A', 'javascript:alert(1)']) {
    await page.goto('about:blank'); // a page whose session is gone goes to /login by itself
    await context.clearCookies();
    const encoded = value.startsWith('%') ? value : encodeURIComponent(value);
    await context.addCookies([{ name: 'redirect_path', value: encoded, url: baseURL ?? '' }]);
    await signInAs(page, agent);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible();
  }
});

test('who acts for somebody is told so on every page, and returns', async ({ page, aCompany }) => {
  const { db, admin, agent, userIdOf } = await aCompany();
  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/security');
  await choosePerson(page, 'Walter Larkspur');
  await page.getByRole('button', { name: 'Act as this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act as Walter Larkspur' });
  await expect(dialog.getByRole('radio')).toHaveCount(0); // an agent: there is one way
  await dialog.getByRole('button', { name: 'Act as Walter Larkspur' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/imports');
  const banner = page.getByRole('complementary', { name: 'Acting as another person' });
  await expect(banner).toContainText('You are acting as Walter Larkspur.');
  await expectAccessible(page);
  await page.goto('/account/profile?tab=sessions');
  await expect(page.getByRole('heading', { name: 'Only Walter Larkspur can see this' })).toBeVisible();
  await expectAccessible(page);

  // Nobody accepts terms for another user: the dialog has the return button too.
  const accepted = (accepted_tos_at: Date | null) =>
    db.updateTable('users').set({ accepted_tos_at }).where('id', '=', userIdOf(agent)).execute();
  await accepted(null);
  await page.reload();
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await expect(terms.getByText('Only they can do this.')).toBeVisible();
  await expect(terms.getByRole('button')).toHaveText(['Return to Dolores Larkspur']);
  await expectAccessible(page);
  await accepted(new Date());
  await page.reload();
  await banner.getByRole('button', { name: 'Return to Dolores Larkspur' }).click();
  await expect(page).toHaveURL('/');
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: /Dolores Larkspur/ })).toBeVisible();
});

test('an administrator goes through a manager to an agent, and returns step by step', async ({ page }) => {
  // A session of its own: the way back ends the one that began it.
  await signInAs(page, 'admin@harbor.test');
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/users?q=Daniel');
  await page.getByRole('button', { name: /^Actions of Daniel/ }).click();
  await page.getByRole('menuitem', { name: 'Act as Daniel' }).click();
  const ask = page.getByRole('dialog', { name: /^Act as Daniel/ });
  await expect(ask.getByRole('radio', { name: "Daniel O'Rourke, a manager" })).toBeChecked();
  await expectAccessible(page);
  await ask.getByRole('radio', { name: "Daniel O'Rourke", exact: true }).check();
  await ask.getByRole('radio', { name: "Daniel O'Rourke, a manager" }).check();
  await ask.getByRole('button', { name: /^Act as Daniel/ }).click();
  const banner = page.getByRole('complementary', { name: 'Acting as another person' });
  await expect(banner).toContainText("You are acting as Daniel O'Rourke, a manager.");
  await banner.getByRole('button', { name: 'Act as another person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act as another person' });
  await choosePerson(page, 'Ana Reyes');
  await dialog.getByRole('button', { name: /^Act as Ana/ }).click();
  await expect(banner).toContainText(/Eleanor.*Daniel.*You are acting as Ana/);
  await expect(banner.getByRole('button', { name: 'Act as another person' })).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await banner.getByRole('button', { name: /^Return to Daniel/ }).click();
  await expect(banner).toContainText('You are acting as Daniel');
  await banner.getByRole('button', { name: /^Return to Eleanor/ }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: /Eleanor/ })).toBeVisible();
});
