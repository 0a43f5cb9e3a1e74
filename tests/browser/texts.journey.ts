// A contact texts from a phone of the demo, an agent answers in the inbox, and STOP ends it.
import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { listConversations } from '#contract/conversations.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { writeFromSandboxPhone } from '#contract/sandboxPhones.ts';
import { listTextingLicences, updateTextingLicence } from '#contract/textingPlans.ts';
import { areaCodeAtDay } from '../support/areaCodes.ts';
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

test('an agent writes first, from the contact or the inbox, and chooses the channel of an answer', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const last_name = unique('First');
  const ending = () => `555${randomInt(2000, 9000)}`.replace(/.$/, '2');
  const number = `${areaCodeAtDay()}${ending()}`;
  const address = `${last_name.toLowerCase()}@example.com`;
  const contact = await call(page, createContact, {
    body: { first_name: 'Rosa', last_name, phones: [{ number }, { number: `305${ending()}` }], emails: [{ address }] },
  });
  const [mobile, home] = contact.phones.map((phone) => formatPhone(phone.number));
  await page.goto(`/contacts/${contact.id}`);
  await page.getByRole('link', { name: `Text Rosa ${last_name} at ${home}` }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  const to = page.getByRole('combobox', { name: 'To which number' });
  await expect(to).toHaveValue(`To ${home}`);
  await page.goto(`/contacts/${contact.id}?tab=messages`);
  await to.click();
  await page.getByRole('option', { name: `To ${mobile}` }).click();
  await expectAccessible(page);
  const first = page.getByLabel(`Text to Rosa ${last_name}`);
  await first.fill('Hello Rosa, this is your agent.');
  await first.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo sending' }).click();
  await expect(first).toHaveValue('Hello Rosa, this is your agent.');
  await page.getByRole('button', { name: 'Send the text' }).click();
  const thread = page.getByRole('list', { name: 'Messages' });
  await expect(thread).toContainText('Hello Rosa, this is your agent.', { timeout: 30_000 });

  const phone = await another('agent@harbor.test', `/sandbox/phone?number=${number}`);
  await expect(phone.getByRole('log', { name: 'Texts' })).toContainText('this is your agent', { timeout: 30_000 });
  await phone.getByLabel('Text message').fill('Nice to meet you');
  await phone.getByRole('button', { name: 'Send' }).click();
  await page.bringToFront();
  await expect(thread).toContainText('Nice to meet you', { timeout: 30_000 });

  // A second contact, from the inbox.
  const second = unique('Second');
  await call(page, createContact, { body: { first_name: 'Tom', last_name: second, phones: [{ number: `305${ending()}` }] } });
  await page.goto('/inbox');
  await page.getByRole('button', { name: 'Write a text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a text' });
  await dialog.getByLabel('To').fill(second);
  await expectAccessible(page);
  await page.getByRole('option', { name: new RegExp(second) }).click();
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(conversation.getByRole('heading', { name: `Tom ${second}` })).toBeVisible();
  const text = page.getByLabel(`Text to Tom ${second}`);
  await text.fill('Dear ');
  await page.getByRole('button', { name: 'Insert a field' }).click();
  await page.getByRole('menuitem', { name: 'First name', exact: true }).click();
  await expect(text).toHaveValue('Dear Tom');
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Send the text' }).click();
  await expect(page.getByLabel(`Answer to Tom ${second}`)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/inbox\?id=\d+$/);
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

test('a text that the manager’s plan does not cover says so before it is sent, and the plan’s next part is seen at once', async ({
  page,
  another,
}) => {
  const manager = await another('manager@harbor.test');
  const { data } = await call(manager, listTextingLicences, { query: {} });
  const licence = data.find(({ user }) => user?.name === 'Ana Reyes');
  if (!licence) throw new Error('the demo has lost a licence');
  const allow = (allocation: number) => call(manager, updateTextingLicence, { params: { id: licence.id }, body: { allocation } });
  await signIn(page, 'agent@harbor.test');
  const { data: conversations } = await call(page, listConversations, { query: {} });
  const id = conversations.find(({ channel }) => channel === 'text')?.id ?? 0;
  await allow(licence.used);
  try {
    await online(page, () => page.goto(`/inbox?id=${id}`));
    await expect(page.getByText('Please request additional texts from your manager.')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await allow(licence.allocation);
  }
  await expect(page.getByText(/^By text message: .* of your plan, which has \d+ left\./)).toBeVisible();
  await expect(page.getByText('Please request additional texts from your manager.')).toBeHidden();
});
