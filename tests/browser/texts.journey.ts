// A contact texts from a phone of the demo, an agent answers in the inbox, and STOP ends it.
import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { listConversations } from '#contract/conversations.ts';
import { writeFromSandboxPhone } from '#contract/sandboxPhones.ts';
import { call, expectAccessible, expectFits, online, signIn, test, unique } from './support.ts';

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
  await expect(page.getByText(/^By text message: 1 segment/)).toBeVisible();
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

test('a new text is told on any page, colleagues see each other, and an answer waits for its hour', async ({ page, another }) => {
  const last_name = unique('Later');
  const number = `305555${randomInt(2000, 9000)}`.replace(/.$/, '3');
  await online(page, () => signIn(page, 'agent@harbor.test'));
  const contact = await call(page, createContact, { body: { first_name: 'Rosa', last_name, phones: [{ number }] } });
  const write = (body: string) => call(page, writeFromSandboxPhone, { params: { number }, body: { to: '3055550123', body } });
  await write('Hello');
  await expect(page.getByText(`New message from (305) 555-${number.slice(6)}`)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveTitle(/^\(\d+\+?\) Contacts/);
  await page.getByRole('link', { name: 'Open', exact: true }).last().click();
  const answer = page.getByLabel(`Answer to Rosa ${last_name}`);
  await expect(answer).toBeVisible();

  const { data } = await call(page, listConversations, { query: { contact_id: contact.id } });
  const colleague = await another('manager@harbor.test', `/inbox?id=${data[0]?.id}`);
  const here = page.getByRole('status', { name: 'Colleagues here' });
  await expect(here).toContainText('is looking at this', { timeout: 20_000 });
  await colleague.getByLabel(`Answer to Rosa ${last_name}`).fill('Good');
  await expect(here).toContainText('is replying', { timeout: 20_000 });
  await expectAccessible(page);
  await colleague.close();
  await expect(here).toBeEmpty({ timeout: 20_000 });

  await answer.fill('Dear ');
  await page.getByRole('button', { name: 'Insert a field' }).click();
  await page.getByRole('menuitem', { name: 'First name', exact: true }).click();
  await expect(answer).toHaveValue('Dear Rosa');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  const plans = page.getByRole('list', { name: 'Leaves later' });
  await expect(plans).toContainText('Dear Rosa');
  await expect(answer).toHaveValue('');
  await page.getByRole('button', { name: 'Change time' }).click();
  await expect(page.getByRole('dialog', { name: 'Send later' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(plans).toBeHidden();
  await expect(answer).toHaveValue('Dear Rosa');

  await write('please stop texting me');
  const asks = page.getByRole('region', { name: 'Texts may not be wanted' });
  await expect(asks).toBeVisible({ timeout: 30_000 });
  await expectFits(page);
  await expectAccessible(page);
  await asks.getByRole('button', { name: 'Stop texts' }).click();
  await expect(asks).toBeHidden();
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Not allowed', { timeout: 30_000 });
});
