// Connects a card, tops up, is declined, confirms at the bank, sets the refill, and gives money to the team.
// Money goes back: an administrator refunds a part, and a bank takes the rest.
import { expect, type Page } from '@playwright/test';
import { deleteCard, listCards } from '#contract/cards.ts';
import { updateFeatureFlag } from '#contract/featureFlags.ts';
import { moneyOf } from '#contract/kit/money.ts';
import { allocateWallet, getWallet } from '#contract/wallet.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test.beforeEach(async ({ another }) => {
  const admin = await another('admin@harbor.test', '/account/profile');
  await call(admin, updateFeatureFlag, { body: { feature: 'wallet', enabled: true } });
});

async function enterCard(page: Page, number: string) {
  await expect(page.getByRole('heading', { name: 'Enter a card' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Valid until' }).fill('12/40');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await page.getByRole('button', { name: 'Save the card' }).click();
  await expect(page.getByText(`ending in ${number.slice(-4)}`).first()).toBeVisible();
}

async function topUp(page: Page, amount: string, what: string) {
  await page.getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Top up the wallet' });
  await dialog.getByRole('textbox', { name: 'Amount in dollars' }).fill(amount);
  await dialog.getByRole('textbox', { name: 'What for' }).fill(what);
  await dialog.getByRole('button', { name: `Pay $${amount}` }).click();
  return dialog;
}

test('a card is connected and pays; a declined one says why; the bank is asked', async ({ page, another }) => {
  const before = await another('buadmin@harbor.test', '/account/profile');
  for (const { id } of (await call(before, listCards, {})).data) await call(before, deleteCard, { params: { id } });
  await signIn(page, 'buadmin@harbor.test', '/wallet');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect a card' }).click();
  await expect(page.getByRole('heading', { name: 'Enter a card' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Card number' }).fill('4111 1111 1111 1111');
  await page.getByRole('textbox', { name: 'Valid until' }).fill('12/40');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await page.getByRole('button', { name: 'Save the card' }).click();
  await expect(page.getByText('Only the test cards that stand below can be used here')).toBeVisible();
  await enterCard(page, '4242 4242 4242 4242');

  const what = unique('Texts of ');
  await topUp(page, '25.00', what);
  await expect(page.getByText('Added $25.00 to your wallet')).toBeVisible();
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: what })).toContainText('$25.00');
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Cards' }).click();
  await page.getByRole('button', { name: 'Connect another card' }).click();
  await enterCard(page, '4000 0000 0000 9995');
  await page.getByRole('tab', { name: 'Cards' }).click();
  await page.getByRole('button', { name: 'Pay with it: Visa ending in 9995' }).click();
  await expect(page.getByText('Visa ending in 9995 pays from now on')).toBeVisible();
  const dialog = await topUp(page, '30.00', what);
  await expect(dialog.getByRole('alert')).toContainText('The card does not cover the amount');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Connect another card' }).click();
  await enterCard(page, '4000 0000 0000 3184');
  await page.getByRole('tab', { name: 'Cards' }).click();
  // The other one was refused, so the new one pays.
  await expect(page.getByRole('button', { name: 'Pay with it: Visa ending in 9995' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with it: Visa ending in 3184' })).toBeHidden();
  await topUp(page, '40.00', what);
  await expect(page.getByText('Pay $40.00 with the card visa 3184?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Added $40.00 to your wallet')).toBeVisible();
  await page.getByRole('tab', { name: 'Payments' }).click();
  const payments = page.getByRole('table', { name: 'Payments' });
  await expect(payments.getByRole('row').filter({ hasText: '$30.00' })).toContainText('Failed');
  await expect(payments.getByRole('row').filter({ hasText: '$40.00' })).toContainText('Paid');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
});

test('a manager sets the refill, gives to the team, and takes back', async ({ page }) => {
  await signIn(page, 'manager@harbor.test', '/wallet');
  await page.getByRole('button', { name: 'Change the refill' }).click();
  const refill = page.getByRole('dialog', { name: 'Automatic refill' });
  await refill.getByRole('textbox', { name: 'When less than, in dollars' }).fill('a lot');
  await refill.getByRole('button', { name: 'Save' }).click();
  await expect(refill.getByText('Enter an amount from $0 to $1000.00')).toBeVisible();
  await refill.getByRole('textbox', { name: 'When less than, in dollars' }).fill('12.00');
  await refill.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Below $12.00, the wallet is refilled by $50.00.')).toBeVisible();

  await page.getByRole('button', { name: 'Give to people' }).click();
  const give = page.getByRole('dialog', { name: 'Give to people' });
  await give.getByRole('combobox', { name: 'Recipient' }).fill('Ana');
  await page.getByRole('option', { name: 'Ana Reyes' }).click();
  await give.getByRole('textbox', { name: 'To each, in dollars' }).fill('4000.00');
  await give.getByRole('button', { name: 'Give', exact: true }).click();
  await expect(give.getByRole('alert')).toContainText('The wallet does not cover this');
  await give.getByRole('textbox', { name: 'To each, in dollars' }).fill('3.00');
  await expectAccessible(page);
  await give.getByRole('button', { name: 'Give', exact: true }).click();
  await expect(page.getByText('Gave $3.00 to Ana Reyes')).toBeVisible();
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row').nth(1)).toContainText('Given to Ana Reyes');
  // Two clicks before the page has noticed the first one give once.
  const { own } = await call(page, getWallet, {});
  await page.getByRole('button', { name: 'Give to people' }).click();
  await give.getByRole('combobox', { name: 'Recipient' }).fill('Ana');
  await page.getByRole('option', { name: 'Ana Reyes' }).click();
  await give.getByRole('textbox', { name: 'To each, in dollars' }).fill('2.00');
  const given: string[] = [];
  page.on('response', (answer) => answer.url().endsWith(allocateWallet.path) && given.push(answer.statusText()));
  await give.getByRole('button', { name: 'Give', exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect.poll(() => given).toEqual(['OK', 'OK']);
  expect(moneyOf(own) - moneyOf((await call(page, getWallet, {})).own)).toBe(moneyOf('2.00'));
  await page.getByRole('button', { name: 'Give to people' }).click();
  await give.getByRole('button', { name: 'Take back from Ana Reyes' }).click();
  await expect(page.getByText('Took back what was left')).toBeVisible();

  await page.getByRole('tab', { name: 'Use and prices' }).click();
  await expect(page.getByRole('list', { name: 'Spent by day' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Prices' })).toContainText('$0.015');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
});

test('an administrator refunds a part, the bank takes the payment back, and the payer sees what is owed', async ({
  page,
  another,
}) => {
  await signIn(page, 'subadmin@harbor.test', '/wallet');
  await page.getByRole('tab', { name: 'Cards' }).click();
  await page.getByRole('button', { name: /^(Enter a card|Connect another card)$/ }).click();
  await enterCard(page, '5555 5555 5555 4444');
  const what = unique('Refund of ');
  await topUp(page, '61.00', what);
  await expect(page.getByText('Added $61.00 to your wallet')).toBeVisible();

  const admin = await another('admin@harbor.test', '/admin/payments');
  const row = admin.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: what });
  await expect(row).toContainText('Marcus Okafor');
  await expectAccessible(admin);
  await row.getByRole('button', { name: 'Refund $61.00 of Marcus Okafor' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Refund Marcus Okafor' });
  await dialog.getByRole('textbox', { name: 'Amount in dollars' }).fill('900.00');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid twice');
  await dialog.getByRole('button', { name: 'Refund $900.00' }).click();
  await expect(dialog.getByText('$61.00 of it can still be refunded')).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('textbox', { name: 'Amount in dollars' }).fill('11.00');
  await dialog.getByRole('button', { name: 'Refund $11.00' }).click();
  await expect(row).toContainText('Refunded $11.00');
  await expect(row).toContainText('Paid twice');

  await page.getByRole('tab', { name: 'Payments' }).click();
  const own = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: what });
  await expect(own).toContainText('$11.00 refunded to the card');
  const download = page.waitForEvent('download');
  await own.getByRole('link', { name: /^Receipt \d+$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^Receipt \d+\.pdf$/);

  await admin.goto('/sandbox/cards');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Take it back: $61.00 by Mastercard ending in 4444' }).first().click();
  await expect(page.getByText('Your bank took this payment back. Its decision is still to come.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('you owe $11.00');
  await expectAccessible(page);
  await admin.getByRole('button', { name: 'Decide for the company: $61.00 by Mastercard ending in 4444' }).first().click();
  await expect(page.getByText('Your bank took this payment back and gave it back again.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await admin
    .getByRole('button', { name: /^Forge the call: / })
    .first()
    .click();
  await expect(admin.getByText(/^Refused: /)).toBeVisible();
});
