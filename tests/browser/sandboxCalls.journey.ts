// A handset of the demo calls the number of a user.
import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { handset, phone, withSound } from './phones.ts';
import { expectAccessible, expectFits, signIn, test } from './support.ts';

test.use(withSound);

test('a handset calls the number of a user, who answers; declined, it speaks a message', async ({ page, context }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin@harbor.test');
  await page.getByRole('button', { name: /^Phone: / }).click();
  await expect(phone(page).getByRole('status').first()).toHaveText('Ready', { timeout: 30_000 });

  const other = await context.newPage();
  const stranger = `786555${randomInt(1000, 10_000)}`; // the number of a contact would ring at its owner alone
  await other.goto(`/sandbox/phone?number=${stranger}`);
  const state = handset(other).getByRole('status');
  await expect(state).toHaveText('Ready for calls', { timeout: 30_000 });
  await other.getByLabel('Write to and call').selectOption('3055550120'); // the company's: it rings at everyone who is signed in
  await expectAccessible(other);
  await other.setViewportSize({ width: 390, height: 800 });
  await expectFits(other);
  await other.setViewportSize({ width: 1440, height: 900 });

  const dial = () => handset(other).getByRole('button', { name: 'Call', exact: true }).click();
  await dial();
  await expect(phone(page).getByText('Incoming Call ...')).toBeVisible();
  await expect(state).toHaveText('Calling…');
  await phone(page).getByRole('button', { name: 'Accept' }).click();
  await expect(state).toHaveText('In a call');
  await expectAccessible(other);
  await phone(page).getByRole('button', { name: 'Hangup' }).click();
  await expect(state).toHaveText('Ready for calls');
  await phone(page).getByRole('button', { name: 'Close', exact: true }).click();

  await dial();
  await phone(page).getByRole('button', { name: 'Reject' }).click();
  await expect(state).toHaveText('In a call'); // the greeting
  await handset(other).getByRole('button', { name: 'Hang up' }).click();
  await expect(state).toHaveText('Ready for calls');
});
