// Checks of an e-mail address, and users who vouch for one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forceVerifyContactEmail, validateContactEmail } from '#contract/contactEmails.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { updateContact } from '#contract/contacts.ts';
import { createApp } from '#kernel/http/http.ts';
import { openContact } from '#tests/support/contacts.ts';
import { aDnsServer, type MailRecords } from '#tests/support/dnsServer.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { allRoutes } from '../../../areas.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'agent2'>;
let dns: Awaited<ReturnType<typeof aDnsServer>>;
beforeAll(async () => {
  dns = await aDnsServer(
    new Map([['texts.test', [['no mail here']]]]),
    new Map<string, MailRecords | 'failure'>([
      ['mail.test', { mx: ['mx.mail.test'] }],
      ['host.test', { a: ['192.0.2.1'] }],
      ['nullmx.test', { mx: [''], a: ['192.0.2.1'] }],
      ['broken.test', 'failure'],
    ]),
  );
  const made = await aServer();
  const config = { ...made.config, dnsServers: [dns.address] };
  const platform = { ...made.platform, config };
  server = { ...made, platform, config, app: await createApp(platform, allRoutes) };
  company = await aCompany(server, { agent: {}, agent2: {} });
});
afterAll(async () => {
  await server.app.close();
  dns.stop();
});

const aContactWith = (...addresses: string[]) =>
  aContact(server, company.companyId, {
    owner_id: company.people.agent.userId,
    first_name: 'Ann',
    emails: addresses.map((address) => ({ address, state: 'unverified' })),
  });
const check = (id: number, email?: string) =>
  company.people.agent.call(validateContactEmail, { params: { id }, body: { email } });
const verify = (id: number, email?: string) =>
  company.people.agent.call(forceVerifyContactEmail, { params: { id }, body: { email } });

test.each([
  ['ann@mail.test', 'valid'],
  ['ann@MAIL.test', 'valid'],
  ['ann@host.test', 'valid'],
  ['Info@mail.test', 'shared'],
  ['ann@nullmx.test', 'invalid'],
  ['ann@texts.test', 'invalid'],
  ['ann@nowhere.test', 'invalid'],
  ['ann at mail.test', 'invalid'],
  ['ann@mailinator.com', 'disposable'],
  ['ann@sub.mailinator.com', 'disposable'],
])('%s is %s', async (address, state) => {
  expect((await check(await aContactWith(address))).emails).toEqual([{ address, state }]);
});

test('that no name server could answer changes nothing', async () => {
  const id = await aContactWith('ann@broken.test');
  await expect(check(id)).rejects.toMatchObject({ status: 503, code: 'contacts.email_not_checked' });
  expect((await openContact(company.people.agent, id)).emails).toMatchObject([{ state: 'unverified' }]);
});

test('the first address is meant, or the named one; another one is refused', async () => {
  const id = await aContactWith('ann@mail.test', 'ann@nowhere.test');
  expect((await check(id)).emails.map(({ state }) => state)).toEqual(['valid', 'unverified']);
  expect((await check(id, 'ANN@nowhere.test')).emails.map(({ state }) => state)).toEqual(['valid', 'invalid']);
  for (const call of [check, verify])
    await expect(call(id, 'bob@mail.test')).rejects.toMatchObject({ status: 422, code: 'contacts.no_such_email' });
  await expect(check(await aContactWith())).rejects.toMatchObject({ code: 'contacts.no_such_email' });
});

test('a user vouches for an address; the timeline says who, and a check takes it back only if no mail arrives', async () => {
  const { agent } = company.people;
  const id = await aContactWith('info@mail.test', 'ann@nowhere.test');
  const before = await openContact(agent, id);
  const verified = await verify(id);
  expect(verified.emails).toMatchObject([{ state: 'verified' }, { state: 'unverified' }]);
  expect(verified.version).toBe(before.version + 1);
  expect((await verify(id)).version).toBe(verified.version);
  expect((await check(id)).emails).toMatchObject([{ state: 'verified' }, {}]);
  await verify(id, 'ann@nowhere.test');
  expect((await check(id, 'ann@nowhere.test')).emails).toMatchObject([{ state: 'verified' }, { state: 'invalid' }]);
  const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
  expect(data.map(({ action }) => action)).toEqual(['email_checked', 'email_verified', 'email_verified']);
  expect(data.at(-1)).toMatchObject({ actor: { id: agent.userId } });
  expect(data.at(-1)?.changes).toEqual(
    expect.arrayContaining([{ field: 'email_state', before: 'unverified', after: 'verified', restorable: false }]),
  );
});

test('a changed address is unknown again; one that stays keeps its state', async () => {
  const { agent } = company.people;
  const id = await aContactWith('ann@mail.test');
  await verify(id);
  const emails = [{ address: 'bob@mail.test' }, { address: 'ann@mail.test' }];
  const changed = await agent.call(updateContact, { params: { id }, body: { emails } });
  expect(changed.emails.map(({ state }) => state)).toEqual(['unverified', 'verified']);
});

test('out of reach there is no such contact', async () => {
  const id = await aContactWith('ann@mail.test');
  for (const call of [validateContactEmail, forceVerifyContactEmail])
    await expect(company.people.agent2.call(call, { params: { id }, body: {} })).rejects.toMatchObject({ status: 404 });
});
