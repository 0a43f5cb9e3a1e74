// What stands before the app and around it: pages for all, the steps before the rest is open, one's sessions, what a company asks.
import { expect, type Page } from '@playwright/test';
import { requirePasswordChange } from '#contract/security.ts';
import { createSession } from '#contract/sessions.ts';
import { test } from './company.ts';
import { call, expectAccessible, expectFits, password, searchBox, signInByHand } from './support.ts';

/** Paths of the API that the page has asked for. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname.startsWith('/v1/') || pathname === '/cable') calls.push(pathname);
  });
  page.on('websocket', (socket) => calls.push(new URL(socket.url()).pathname));
  return calls;
}

/** Through the form, on a page that has no session yet. */
async function signInAs(page: Page, email: string, path = '/login') {
  await page.goto(path);
  await signInByHand(page, email);
}

/** The step as it stands on screen: the password that one has, another, and back to work. */
async function chooseAnother(page: Page, present = password) {
  await page.getByLabel('Current password').fill(present);
  await page.getByLabel('New password').fill('seven herons over the bay');
  await page.getByRole('button', { name: 'Change the password' }).click();
  const done = page.getByRole('status').filter({ hasText: 'All done. You can go back to work.' });
  await expect(done).toBeVisible();
  await expectAccessible(page);
  await done.getByRole('link', { name: 'Go to your contacts' }).click();
  await expect(searchBox(page)).toBeVisible();
}

/** On the page of the company's security. */
async function choosePerson(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Person' }).fill(name);
  await page.getByRole('option', { name }).click();
}

test('pages for all are there without a session, ask for nobody, and lead to one another', async ({ page }) => {
  const calls = callsOf(page);
  for (const [path, heading] of [
    ['/login-app', 'Sign in to Steward'],
    ['/terms-of-use', 'Terms of use'],
    ['/privacy-policy', 'Privacy policy'],
    ['/contact-us', 'Contact us'],
    ['/account/external_accounts', 'How you sign in'],
    ['/sso-logout', 'You are signed out'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expectAccessible(page);
  }
  await page.goto('/contact-us');
  await expect(page.getByRole('link', { name: 'support@steward.test' })).toHaveAttribute('href', 'mailto:support@steward.test');
  await page.getByRole('link', { name: 'Terms of use' }).click();
  await expect(page.getByText('In force since November 1, 2026')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  expect(new Set(calls)).toEqual(new Set(['/v1/platform']));
});

test('the sign-in page says why single sign-on failed, in no words but ours, and shows the other ways', async ({ page }) => {
  await page.goto('/login?error=sso.unknown_user');
  await expect(page.getByRole('alert')).toHaveText('Nobody here has this e-mail address. Ask your administrator for an account.');
  await expectAccessible(page);
  await page.goto('/login?error=internal');
  await expect(page.getByRole('alert')).toHaveText('Something went wrong on our side. Nothing was lost.');
  for (const error of ['Call +1 900 to unlock', 'forbidden', 'toString', '{"a":1}']) {
    await page.goto(`/login?error=${encodeURIComponent(error)}`);
    await expect(page.getByLabel('E-mail or username')).toBeFocused();
    await expect(page.getByRole('alert')).toBeHidden();
  }
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
});

test('a first sign-in: the terms block everything until they are accepted, then a password of one’s own', async ({
  page,
  aCompany,
}) => {
  const { admin } = await aCompany({ firstSteps: true });
  const calls = callsOf(page);
  await page.goto('/contacts?q=garcia');
  await signInByHand(page, admin);

  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await expect(terms).toContainText('In force since November 1, 2026');
  await expect(page).toHaveURL('/contacts?q=garcia');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.keyboard.press('Control+k');
  await expect(terms).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('main')).toBeEmpty();
  await page.reload();
  await expect(terms).toBeVisible();
  expect(new Set(calls), 'nothing that would be refused').toEqual(new Set(['/v1/users/me', '/v1/sessions']));
  const skipped = await page.request.get('/v1/custom_fields');
  expect([skipped.status(), (await skipped.json()).code]).toEqual([403, 'steps.terms']);

  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();
  await expect(page).toHaveURL('/account/profile?tab=password');
  await expect(page.getByRole('status').filter({ hasText: 'Choose a new password to go on.' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
  for (const elsewhere of ['/contacts', '/account/profile?tab=sessions', '/admin/security', '/billing']) {
    await page.goto(elsewhere);
    await expect(page).toHaveURL('/account/profile?tab=password');
  }

  await chooseAnother(page);
  await page.goto('/account/profile');
  await expect(page.getByRole('status').filter({ hasText: 'All done' }), 'said once').toHaveCount(0);
});

test('what an administrator asks for is met in the midst of work, and the work goes on after it', async ({
  page,
  aCompany,
  browser,
}) => {
  const { db, admin, agent, userIdOf } = await aCompany();
  await signInAs(page, agent);
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  const office = await browser.newPage();
  await signInAs(office, admin);
  await expect(office).toHaveURL('/contacts');
  expect(await call(office, requirePasswordChange, { body: { user_ids: [userIdOf(agent)] } })).toEqual({ asked: 1 });
  await office.close();

  await searchBox(page).fill('anything');
  await expect(page).toHaveURL('/account/profile?tab=password');
  await expect(page.getByRole('status').filter({ hasText: 'Choose a new password to go on.' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await chooseAnother(page);
  await db
    .updateTable('companies')
    .set({ require_two_factor: true })
    .where('domain_name', '=', agent.split('@')[1] ?? '')
    .execute();
  await page.goto('/contacts');
  await expect(page).toHaveURL('/account/profile?tab=two_factor');
  await expect(page.getByText('Your company asks for a second factor')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByText('This browser')).toBeVisible();
});

test('an account that is not paid for leads to its plan, and comes back once it is', async ({ page, aCompany }) => {
  const { db, companyId, admin, agent } = await aCompany();
  const pay = (paid_until: string | null) =>
    db.updateTable('companies').set({ paid_until }).where('company_id', '=', companyId).execute();
  await pay('2026-01-31');
  await signInAs(page, agent, '/contacts');
  await expect(page).toHaveURL('/billing');
  await expect(page.getByRole('alert')).toHaveText(
    'Your company’s plan ended on 01/31/2026. Your data is safe, and opens again once the plan is renewed.',
  );
  await expect(page.getByRole('link', { name: admin })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /Walter Larkspur/ }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('definition').filter({ hasText: agent })).toBeVisible();
  await expect(page.getByText('Your company’s plan has ended.')).toBeVisible();

  await pay('2199-12-31');
  await page.goto('/billing');
  await expect(page.getByText('12/31/2199')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/');
  await expect(searchBox(page)).toBeVisible();
});

test('a session ended elsewhere leaves its list and closes its browser at once', async ({ page, aCompany, browser }) => {
  const { agent } = await aCompany();
  await signInAs(page, agent);
  const [phone, tablet] = await Promise.all([browser.newPage(), browser.newPage()]);
  for (const other of [phone, tablet]) {
    const line = other.waitForEvent('websocket');
    await signInAs(other, agent);
    await (await line).waitForEvent('framereceived', ({ payload }) => String(payload).includes('confirm_subscription'));
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

  // Elsewhere one signs out by oneself: nobody touches this page.
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

  // Somebody else comes in: where they were is not where the one before was, in no tab.
  await signInByHand(page, agent);
  await expect(page).toHaveURL('/contacts');
  await tab.goto('/contacts?q=rosa');
  await expect(searchBox(tab)).toBeVisible();
  await call(page, createSession, { body: { email: admin, password } });
  await page.goto('/login');
  await signInByHand(page, admin);
  await expect(tab).toHaveURL('/contacts');
  await expect(tab.getByRole('button', { name: /Dolores Larkspur/ })).toBeVisible();
});

test('a remembered path leads to the contacts or nowhere, whoever wrote it', async ({ page, context, aCompany, baseURL }) => {
  const { agent } = await aCompany();
  for (const value of ['//evil.example', '/contacts/../../evil', '/contacts\\@evil.example', '%E0%A4%A', 'javascript:alert(1)']) {
    await context.clearCookies();
    const encoded = value.startsWith('%') ? value : encodeURIComponent(value);
    await context.addCookies([{ name: 'redirect_path', value: encoded, url: baseURL ?? '' }]);
    await signInAs(page, agent);
    await expect(page).toHaveURL('/contacts');
    await expect(searchBox(page)).toBeVisible();
  }
});

test('who acts for somebody is told so on every page, and returns', async ({ page, aCompany }) => {
  const { db, admin, agent, userIdOf } = await aCompany();
  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/security');
  await choosePerson(page, 'Walter Larkspur');
  await page.getByRole('button', { name: 'Act as this person' }).click();
  await expect(page).toHaveURL('/contacts');
  await page.goto('/imports');
  const banner = page.getByRole('complementary', { name: 'Acting as somebody else' });
  await expect(banner).toContainText('You are acting as Walter Larkspur.');
  await expectAccessible(page);
  await page.goto('/account/profile?tab=sessions');
  await expect(page.getByRole('heading', { name: 'This is for Walter Larkspur alone' })).toBeVisible();
  await expectAccessible(page);

  // Nobody accepts terms for somebody else: the way back is in the dialog too.
  const accepted = (accepted_tos_at: Date | null) =>
    db.updateTable('users').set({ accepted_tos_at }).where('id', '=', userIdOf(agent)).execute();
  await accepted(null);
  await page.reload();
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await expect(terms.getByText('nobody can in their place')).toBeVisible();
  await expect(terms.getByRole('button')).toHaveText(['Return to Dolores Larkspur']);
  await expectAccessible(page);
  await accepted(new Date());
  await page.reload();
  await banner.getByRole('button', { name: 'Return to Dolores Larkspur' }).click();
  await expect(page).toHaveURL('/contacts');
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: /Dolores Larkspur/ })).toBeVisible();
});

test('an administrator sets what sign-ins need', async ({ page, aCompany }) => {
  const { admin } = await aCompany();
  await signInAs(page, admin);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('0 of 2 people have one.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Otherwise, these roles need one' }).click();
  await page.getByRole('option', { name: 'Agent', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tabpanel').getByText('Agent', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Have everybody choose a new password' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Have them choose' }).click();
  await expect(page.getByText('1 of 2 people has yet to do so.')).toBeVisible();

  await page.getByRole('tab', { name: 'Networks' }).click();
  await expect(page.getByText('Your people sign in from anywhere.')).toBeVisible();
  await expect(page.getByText('You signed in from 127.0.0.1')).toBeVisible();
  const network = page.getByRole('textbox', { name: 'Address or network' });
  await network.fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Add the network' }).click();
  await expect(page.getByText('You would lock yourself out')).toBeVisible();
  await expectAccessible(page);
  await network.fill('127.0.0.0/8');
  await page.getByRole('textbox', { name: 'Note' }).fill('This desk');
  await page.getByRole('button', { name: 'Add the network' }).click();
  const list = page.getByRole('list', { name: 'Networks' }).getByRole('listitem');
  await expect(list).toContainText(['127.0.0.0/8']);
  await expect(network).toHaveValue('');
  await network.fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Add the network' }).click();
  await expect(list).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Remove 203.0.113.0/24' }).click();
  await expect(list).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveCount(2);

  // Two-factor for everybody is one's own next step too.
  await page.getByRole('tab', { name: 'Requirements' }).click();
  await page.getByRole('switch', { name: 'Everybody needs one' }).click();
  await expect(page.getByText('setting one up is your next step')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/account/profile?tab=two_factor');
});

test('an administrator helps one person: lost factors are removed, and a password is set that opens once', async ({
  page,
  aCompany,
  browser,
}) => {
  const { db, admin, agent, userIdOf } = await aCompany();
  const factor = { email_codes: true, second_factor: 'email' as const, two_factor_since: new Date() };
  await db.updateTable('users').set(factor).where('id', '=', userIdOf(agent)).execute();
  await signInAs(page, admin);
  await expect(searchBox(page)).toBeVisible();
  await page.goto('/admin/security');
  await expect(page.getByText('1 of 2 people has one.')).toBeVisible();
  const deeds = [
    'Have them choose a new password',
    'Set a password for them',
    'Remove their second factors',
    'Act as this person',
  ];
  await choosePerson(page, 'Dolores Larkspur');
  await expect(page.getByText('Your own are changed in your account.')).toBeVisible();
  for (const name of deeds) await expect(page.getByRole('button', { name })).toBeDisabled();
  await choosePerson(page, 'Walter Larkspur');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Remove their second factors' }).click();
  await expectAccessible(page);
  const long = new Date(Date.now() - 3_600_000);
  await db.updateTable('sessions').set({ proved_at: long }).where('user_id', '=', userIdOf(admin)).execute();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(proof.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await proof.getByLabel('Your password').fill('not mine');
  await page.keyboard.press('Enter');
  await expect(proof.getByText('This is not your password')).toBeVisible();
  await proof.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Walter Larkspur has no second factor now, and is signed out')).toBeVisible();
  await expect(page.getByText('0 of 2 people have one.')).toBeVisible();

  await page.getByRole('button', { name: 'Set a password for them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a password for Walter Larkspur' });
  await expect(dialog.getByLabel('New password')).toBeFocused();
  await dialog.getByLabel('New password').fill('password1234');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This password is too common. Choose another')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const first = 'four boats under a bridge';
  await dialog.getByLabel('New password').fill(first);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Walter Larkspur signs in with this password once, and then chooses another')).toBeVisible();
  await expect(page.getByText('1 of 2 people has yet to do so.')).toBeVisible();

  const walter = await browser.newPage();
  await signInAs(walter, agent);
  await expect(walter.getByRole('alert')).toHaveText('The e-mail or the password is not right.');
  await signInByHand(walter, agent, first);
  await expect(walter).toHaveURL('/account/profile?tab=password');
  await chooseAnother(walter, first);

  await page.getByRole('button', { name: 'Have them choose a new password' }).click();
  await expect(page.getByText('Walter Larkspur has to choose a new password')).toBeVisible();
  await searchBox(walter).fill('anything');
  await expect(walter).toHaveURL('/account/profile?tab=password');
  await walter.close();
});
