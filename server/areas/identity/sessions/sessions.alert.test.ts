// A sign-in from an unknown browser is mailed to the user.
import { beforeAll, expect, test } from 'vitest';
import { updatePassword } from '#contract/passwords.ts';
import { createSession } from '#contract/signIn.ts';
import { Browser } from '#tests/support/browser.ts';
import { aCompany, testPassword } from '#tests/support/factories.ts';
import { linkIn, mailsTo, mailTo } from '#tests/support/mailbox.ts';
import { aServer, send, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ worker: true });
});

test('the first browser and one that is known tell nothing; another is told of, with where, when and what to do', async () => {
  const { userId, email } = (await aCompany(server, { agent: {} })).people.agent;
  await server.operator.db.updateTable('users').set({ timezone: 'hst' }).where('id', '=', userId).execute();
  const signIn = (headers = {}) =>
    send(server.app, headers, createSession, { body: { email, password: testPassword, place: 'America/New_York' } });
  const deviceOf = (answer: Awaited<ReturnType<typeof signIn>>) => answer.cookies.find(({ name }) => name === 'device')?.value;

  const device = deviceOf(await signIn());
  expect(deviceOf(await signIn({ cookie: `device=${device}` }))).toBe(device);
  const other = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
  await signIn({ 'user-agent': other });

  const mail = await mailTo(server, email, 'New sign-in to your account');
  expect(await mailsTo(server, email)).toHaveLength(1);
  expect(mail.text).toContain('Device: Chrome on Windows\nAddress: 127.0.0.1\nTime zone: New York time\nWhen: ');
  expect(mail.text).toMatch(/When: \d\d\/\d\d\/\d{4}, \d{1,2}:\d\d\s[AP]M HST/);
  const link = linkIn(mail);
  expect(link.pathname + link.search).toBe('/account/profile?tab=sessions');
});

test('a new password makes every browser but the one it was chosen in unknown: it may be an intruder’s', async () => {
  const { userId, email } = (await aCompany(server, { agent: {} })).people.agent;
  const enter = async (browser: Browser, password: string) => {
    expect((await browser.send(createSession, { body: { email, password } })).statusCode).toBe(201);
    return browser;
  };
  const [own, other] = [await enter(new Browser(server), testPassword), await enter(new Browser(server), testPassword)];
  await mailsTo(server, email, 1);
  const password = 'seven herons over the bay';
  await own.call(updatePassword, { params: { id: userId }, body: { current_password: testPassword, password } });
  await enter(own, password);
  await enter(other, password);
  const mails = await mailsTo(server, email, 3);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'New sign-in to your account',
    'New sign-in to your account',
    'Your password was changed',
  ]);
});
