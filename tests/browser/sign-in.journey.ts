import { expect, request } from '@playwright/test';
import { expectAccessible, rows, searchBox, signInByHand, test } from './support.ts';

test.use({ fresh: true });

const filtered = '/contacts?q=garcia&order=DESC';

test('a person signs in where they wanted to go, and signing out leaves nothing behind', async ({ page, context, baseURL }) => {
  await page.goto(filtered);
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  await expectAccessible(page);

  await signInByHand(page, 'agent@harbor.test', 'not it');
  await expect(page.getByRole('alert')).toHaveText('The e-mail or username, or the password, is not right.');
  await expectAccessible(page);

  await signInByHand(page, 'agent@harbor.test');
  await expect(page).toHaveURL(filtered);
  await expect(searchBox(page)).toHaveValue('garcia');
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === 'token');
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(cookies.find(({ name }) => name === 'csrf_token')).toMatchObject({ httpOnly: false });
  await page.evaluate(() => sessionStorage.setItem('left', 'here'));

  await page.getByRole('button', { name: /Ana Reyes/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(
    (await context.cookies()).map(({ name }) => name),
    'but for what tells that this browser is known',
  ).toEqual(['device']);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

  const thief = await request.newContext({ baseURL: baseURL ?? '', extraHTTPHeaders: { cookie: `token=${token?.value}` } });
  expect((await thief.get('/v1/users/me')).status()).toBe(401);
  await thief.dispose();
});

test('whose session is ended elsewhere is asked to sign in again, and comes back', async ({ page, context, baseURL }) => {
  const line = page.waitForEvent('websocket');
  await page.goto(filtered);
  await signInByHand(page, 'agent2@harbor.test');
  await expect(page).toHaveURL(filtered);
  await (await line).waitForEvent('framereceived', ({ payload }) => String(payload).includes('confirm_subscription'));
  await expect(rows(page).first()).toContainText(/garc[ií]a/i);

  const [token, csrf] = ['token', 'csrf_token'].map(async (wanted) =>
    decodeURIComponent((await context.cookies()).find(({ name }) => name === wanted)?.value ?? ''),
  );
  const elsewhere = await request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { cookie: `token=${await token}; csrf_token=${await csrf}`, 'x-csrf-token': (await csrf) ?? '' },
  });
  expect((await elsewhere.delete('/v1/sessions')).status()).toBe(204);
  await elsewhere.dispose();

  // Without a reload: the server closes the cable, and the page notices.
  await expect(page).toHaveURL('/login');
  await signInByHand(page, 'agent2@harbor.test');
  await expect(page).toHaveURL(filtered);
});
