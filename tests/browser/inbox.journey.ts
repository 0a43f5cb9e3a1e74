// A contact answers a mail: the answer arrives unread, is read and answered; mails that come back and complaints are seen where they matter.
import { createHmac, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { listConversations } from '#contract/conversations.ts';
import { actOnSandboxMail, listSandboxMails } from '#contract/sandbox.ts';
import { writeFromSandboxPhone } from '#contract/sandboxPhones.ts';
import { sendEmail } from '#contract/sends.ts';
import { getServices, showInboundSecret } from '#contract/services.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

/** A mail of the signed-in user in the mailbox of a new contact. */
async function aMail(page: Page, first_name: string, phones: { number: string }[] = []) {
  const last_name = unique('Writes');
  const address = `${first_name}.${last_name}@example.com`.toLowerCase();
  const contact = await call(page, createContact, { body: { first_name, last_name, phones, emails: [{ address }] } });
  const subject = unique('Your card ');
  await call(page, sendEmail, { body: { ids: [contact.id], subject, email_body: 'Here it is.', purpose: 'service' } });
  await expect
    .poll(async () => (await call(page, listSandboxMails, { query: { q: subject } })).meta.total_count, { timeout: 30_000 })
    .toBe(1);
  const [{ id } = { id: 0 }] = (await call(page, listSandboxMails, { query: { q: subject } })).data;
  return { id, contact: contact.id, name: `${first_name} ${last_name}`, address, subject };
}

async function expectOnAllWidths(page: Page) {
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('an answer arrives unread with its thread, is answered, and the contact’s answer arrives at once', async ({
  page,
  another,
}) => {
  await signIn(page, 'agent@harbor.test');
  const { id, name, subject } = await aMail(page, 'Nora');
  const mailbox = await another('agent@harbor.test', `/sandbox/mail?id=${id}`);
  await mailbox.getByRole('button', { name: 'Reply' }).click();
  await mailbox.getByLabel('The receiver’s answer').fill('Please call me\non Monday');
  await expectAccessible(mailbox);
  await mailbox.getByRole('button', { name: 'Send the reply' }).click();
  await expect(mailbox.getByText('The answer is on its way to the inbox')).toBeVisible();

  await expect(main(page).getByRole('link', { name: /^Inbox\s*\d+$/ })).toBeVisible();
  await main(page)
    .getByRole('link', { name: /^Inbox/ })
    .click();
  const people = page.getByRole('region', { name: 'Conversations' });
  const row = people.getByRole('link').filter({ hasText: name });
  await expect(row).toContainText('New');
  await expect(row).toContainText('Please call me on Monday');
  await expectOnAllWidths(page);
  await row.click();

  const thread = page.getByRole('list', { name: 'Messages' });
  await expect(thread.getByRole('listitem')).toHaveCount(2);
  await expect(thread).toContainText('Here it is.');
  await expect(thread).toContainText('Answered');
  await expect(page.getByRole('complementary', { name: 'Contact' })).toContainText(name);
  await expect(row).not.toContainText('New');
  await expectOnAllWidths(page);

  // Undo gives the text back; a draft outlives the page; what is sent arrives.
  const answer = page.getByLabel(`Answer to ${name}`);
  await answer.fill('I will, at nine.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo sending' }).click();
  await expect(answer).toHaveValue('I will, at nine.');
  await answer.fill('I will, at ten.');
  await page.reload();
  await expect(answer).toHaveValue('I will, at ten.');
  await answer.press('Control+Enter');
  await expect(answer).toHaveValue('');
  await expect(thread.getByRole('listitem')).toHaveCount(3, { timeout: 15_000 });
  await expect(thread).toContainText('I will, at ten.');

  await mailbox.goto(`/sandbox/mail?q=${encodeURIComponent(`Re: ${subject}`)}`);
  await mailbox
    .getByRole('link')
    .filter({ hasText: `Re: ${subject}` })
    .click();
  await mailbox.getByRole('button', { name: 'Out of office' }).click();
  await expect(thread).toContainText('Automatic answer');
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(row).toContainText('New');
  // Also on the server: the open thread does not mark it as read again.
  await page.goto('/inbox');
  await expect(row).toContainText('New');
});

test('a text to a contact who only had mails is a text, also after it was taken back', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const number = `305555${randomInt(2000, 9000)}`.replace(/.$/, '2');
  const { id, contact, name } = await aMail(page, 'Tia', [{ number }]);
  await call(page, actOnSandboxMail, { params: { id }, body: { act: 'reply', text: 'A question' } });
  const conversations = async () => (await call(page, listConversations, { query: { contact_id: contact } })).data;
  await expect.poll(async () => (await conversations()).length, { timeout: 30_000 }).toBe(1);
  const [mail] = await conversations();

  await page.goto('/inbox');
  await page.getByRole('button', { name: 'Write a text' }).click();
  await page.getByRole('dialog', { name: 'Write a text' }).getByLabel('To').fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expect(page).toHaveURL(new RegExp(`id=${mail?.id}`));
  const by = page.getByRole('radiogroup', { name: 'Answer by' });
  await expect(by.getByRole('radio', { name: 'Text' })).toBeChecked();
  await expectAccessible(page);

  await call(page, writeFromSandboxPhone, { params: { number }, body: { to: '3055550123', body: 'By text then' } });
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('By text then', { timeout: 30_000 });
  const answer = page.getByLabel(`Answer to ${name}`);
  await answer.fill('At nine');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(page.getByRole('list', { name: 'Leaves later' })).toContainText('At nine');
  await expect(answer).toHaveValue('');
  await page.goto(`/inbox?id=${mail?.id}`);
  await expect(by.getByRole('radio', { name: 'E-mail' })).toBeChecked();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(answer).toHaveValue('At nine');
  await expect(by.getByRole('radio', { name: 'Text' })).toBeChecked();
});

test('an inbox is worked through by keyboard: next, snooze, done, search, assign', async ({ page, another }) => {
  await signIn(page, 'agent@harbor.test');
  const first = await aMail(page, 'Mia');
  const second = await aMail(page, 'Max');
  const mailbox = await another('agent@harbor.test', '/sandbox/mail');
  for (const { id } of [first, second]) {
    await mailbox.goto(`/sandbox/mail?id=${id}`);
    await mailbox.getByRole('button', { name: 'Reply' }).click();
    await mailbox.getByLabel('The receiver’s answer').fill('Yes please');
    await mailbox.getByRole('button', { name: 'Send the reply' }).click();
    await expect(mailbox.getByText('The answer is on its way')).toBeVisible();
  }
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const people = page.getByRole('region', { name: 'Conversations' });
  const heading = page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { level: 2 });
  await expect(people.getByRole('link').first()).toContainText(second.name);
  await page.keyboard.press('j');
  await expect(heading).toHaveText(second.name);
  await page.keyboard.press('j');
  await expect(heading).toHaveText(first.name);
  await page.keyboard.press('k');
  await expect(heading).toHaveText(second.name);
  await page.keyboard.press('r');
  await expect(page.getByLabel(`Answer to ${second.name}`)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Snooze' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^In 3 hours/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await expect(people.getByRole('link').filter({ hasText: second.name })).toBeHidden();
  await expect(heading).toHaveText(first.name);
  await page.locator('#page').focus();
  await page.keyboard.press('e');
  await expect(people.getByRole('link').filter({ hasText: first.name })).toBeHidden();
  await page.goto('/inbox?filter=aside');
  await expect(people.getByRole('link').filter({ hasText: first.name })).toContainText('Done');
  await people.getByRole('link').filter({ hasText: second.name }).click();
  await page.getByRole('button', { name: 'Back to the inbox' }).click();
  await expect(people.getByRole('link').filter({ hasText: second.name })).toBeHidden();
  await page.goto('/inbox');
  await expect(people.getByRole('link').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(second.name.split(' ')[1] ?? '');
  await expect(people.getByRole('link')).toHaveCount(1);
  await people.getByRole('link').click();
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByRole('dialog')).toContainText('Assign the conversation');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Assign to no one' }).click();
  await expect(page.getByText('Assigned to no one')).toBeVisible();
  await expect(people.getByRole('link')).toContainText('Unassigned');
});

test('a mail that comes back stands on the mailing and on the contact, and its address gets no more', async ({ page }) => {
  await signIn(page, 'agent@harbor.test');
  const { id, contact, name } = await aMail(page, 'Otto');
  await page.goto(`/sandbox/mail?id=${id}`);
  await page.getByRole('button', { name: 'Bounce' }).click();
  await expect(page.getByText('The mail went back: no such mailbox')).toBeVisible();
  await page.goto(`/contacts/${contact}`);
  await expect(page.getByText('got an e-mail back that could not be delivered')).toBeVisible();
  await expectAccessible(page);
  const again = await call(page, sendEmail, { body: { ids: [contact], subject: 'Again', email_body: 'Hi', purpose: 'service' } });
  await page.goto(`/mailings/${again.id}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('The address is unsubscribed or stopped');
});

test('an administrator sees the services; a hostile mail from outside is shown without harm', async ({ page }) => {
  await signIn(page, 'admin@harbor.test', '/admin/services');
  await expect(page.getByRole('listitem').filter({ hasText: 'E-mail' }).getByText('Sandbox', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Show the secret' }).click();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toBe((await call(page, showInboundSecret, {})).secret);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const { inbound } = await call(page, getServices, {});
  const subject = unique('Hostile ');
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const sender = createServer((_, response) => response.end(pixel)).listen(0, '127.0.0.1');
  await once(sender, 'listening');
  const elsewhere = `http://127.0.0.1:${(sender.address() as AddressInfo).port}/plan.gif`;
  const evil = `<p>Look <a href="javascript:alert(1)" onclick="alert(2)">here</a></p><script>parent.harm = 1</script>
<img src="https://tracker.example/p.gif" onerror="parent.harm = 2"><svg onload="parent.harm = 3"><style>p{display:none}</style></svg>
<form action="https://evil.example"><input name="password"><p>Form</p></form><a href="https://good.example">good</a>
<img src="${elsewhere}" alt="Plan">`;
  const mail = Buffer.from(
    `From: Stranger <${unique('s')}@example.org>\r\nTo: office@harbor.test\r\nSubject: ${subject}\r\nContent-Type: text/html\r\n\r\n${evil}`,
  );
  const time = Math.floor(Date.now() / 1000);
  const post = (key: string) =>
    page.request.post(inbound.url, {
      data: mail,
      headers: {
        'content-type': 'message/rfc822',
        'steward-signature': `t=${time},v1=${createHmac('sha256', key).update(`${time}.${inbound.url}.`).update(mail).digest('hex')}`,
      },
    });
  expect((await post('guessed')).status()).toBe(401);
  expect((await post(secret)).status()).toBe(204);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`/inbox?filter=unmatched&q=${encodeURIComponent(subject)}`);
  const row = page.getByRole('link').filter({ hasText: subject });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.click();
  await expect(page.getByRole('button', { name: 'Make a contact' })).toBeVisible();
  const shown = page.frameLocator('iframe');
  await expect(shown.getByText('Form')).toBeVisible();
  await expect(shown.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://good.example');
  expect(await shown.locator('script, img, svg, form, input, [onclick], [onerror], [onload]').count()).toBe(0);
  expect(await shown.locator('a').first().getAttribute('href')).toBeNull();
  expect(await page.evaluate(() => 'harm' in window)).toBe(false);
  const direct = () => asked.filter((url) => !url.startsWith(new URL(page.url()).origin) && url.startsWith('http'));
  expect(direct()).toEqual([]);
  await expectAccessible(page);

  // Pictures come at a click, through the server, and always from a sender that the reader chooses.
  await page.getByRole('button', { name: 'Show pictures', exact: true }).click();
  await expect(shown.getByRole('img', { name: 'Plan' })).toHaveAttribute('src', /^data:image\/webp/);
  await expect(page.getByText('1 picture could not be loaded')).toBeVisible();
  await expect(shown.locator('img')).toHaveCount(1);
  await page.getByRole('button', { name: 'Always show pictures of Stranger' }).click();
  await expect(page.getByRole('button', { name: 'Hide pictures of Stranger' })).toBeVisible();
  await page.reload();
  await expect(shown.getByRole('img', { name: 'Plan' })).toHaveAttribute('src', /^data:/);
  await expectOnAllWidths(page);
  await page.getByRole('button', { name: 'Hide pictures of Stranger' }).click();
  await expect(page.getByRole('button', { name: 'Show pictures', exact: true })).toBeVisible();
  await expect(shown.locator('img')).toHaveCount(0);
  expect(direct()).toEqual([]);
  sender.close();

  await page.getByRole('radiogroup', { name: 'Who is this?' }).getByText('A contact you have').click();
  await page.getByRole('combobox', { name: 'Which contact is this?' }).fill('a');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Join with the contact' }).click();
  await expect(page.getByRole('button', { name: 'Send the answer' })).toBeVisible();
});
