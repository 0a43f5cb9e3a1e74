// A contact texts from a phone of the demo, an agent answers in the inbox, and STOP ends it.
import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

test('a contact texts, is answered from the inbox, and ends it with STOP', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('Texts');
  const number = `305555${randomInt(2000, 9000)}`.replace(/.$/, '2');
  await call(page, createContact, { body: { first_name: 'Rosa', last_name, phones: [{ number }] } });
  const phone = await another('agent@harbor.test', `/sandbox/phone?number=${number}`);
  await phone.getByLabel('Write to').selectOption('3055550123');
  await phone.getByLabel('Text message').fill('Do you have a minute?');
  await expectFits(phone);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Send' }).click();

  await page.goto('/inbox');
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link').filter({ hasText: last_name });
  await expect(row).toContainText('Do you have a minute?');
  await row.click();
  const answer = page.getByLabel(`Answer to Rosa ${last_name}`);
  await answer.fill('Yes, I call you at ten.');
  await expect(page.getByText('By text message: 1 segment.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await phone.bringToFront(); // a page in the background asks for nothing
  const heard = phone.getByRole('log', { name: 'Texts' });
  await expect(heard).toContainText('Yes, I call you at ten.', { timeout: 30_000 });
  const thread = page.getByRole('list', { name: 'Messages' });
  await expect(thread.getByRole('listitem').last()).toContainText('Delivered', { timeout: 30_000 });

  await phone.getByRole('button', { name: 'STOP' }).click();
  await expect(thread).toContainText('STOP');
  await answer.fill('One more thing');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread.getByRole('listitem').filter({ hasText: 'One more thing' })).toContainText('Not allowed', {
    timeout: 30_000,
  });
  await expect(heard).not.toContainText('One more thing');
});
