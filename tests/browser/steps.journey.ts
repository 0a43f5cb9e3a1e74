// Steps before the app opens: terms, a new password, the payment.
import { expect } from '@playwright/test';
import { requirePasswordChange } from '#contract/security.ts';
import { callsOf, chooseAnother, signInAs } from './account.ts';
import { test } from './company.ts';
import { call, expectAccessible, expectFits, signInByHand } from './support.ts';

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
  expect(new Set(calls), 'nothing that would be refused').toEqual(new Set(['/v1/users/me', '/v1/sessions', '/v1/sessions/sso']));
  const skipped = await page.request.get('/v1/custom_fields');
  expect([skipped.status(), (await skipped.json()).code]).toEqual([403, 'steps.terms']);

  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();
  await expect(page).toHaveURL('/account/profile?tab=password');
  await expect(page.getByRole('status').filter({ hasText: 'Choose a new password to continue.' })).toBeVisible();
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

  // The cable reports it: the page need not ask.
  await expect(page).toHaveURL('/account/profile?tab=password');
  await expect(page.getByRole('status').filter({ hasText: 'Choose a new password to continue.' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await chooseAnother(page);
  await db
    .updateTable('companies')
    .set({ require_two_factor: true })
    .where('domain_name', '=', agent.split('@')[1] ?? '')
    .execute();
  await page.goto('/contacts');
  await expect(page).toHaveURL('/account/profile?tab=two_factor');
  await expect(page.getByText('Your company requires a second factor')).toBeVisible();
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
    'Your company’s plan ended on 01/31/2026. Your data is safe. You can use it again when the plan is renewed.',
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
  await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible();
});
