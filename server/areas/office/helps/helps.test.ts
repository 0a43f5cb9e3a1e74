// Questions to the company's support: who gets the mail, what it says, and what stops it.
import { beforeAll, describe, expect, test } from 'vitest';
import { updateFeatureFlag } from '#contract/featureFlags.ts';
import { createHelp } from '#contract/helps.ts';
import { updateSetting } from '#contract/settings.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { aServer, send, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let office: TestCompany<'admin' | 'agent' | 'agent2'>;
let address: string;
beforeAll(async () => {
  server = await aServer({ worker: true });
  office = await aCompany(server, { admin: {}, agent: {}, agent2: { role: 'agent' } });
  address = `help@office${office.companyId}.test`;
  await setAddress(address);
});
const setAddress = (value: string) =>
  office.people.admin.call(updateSetting, { params: { id: 'settings.support_email' }, body: { value } });
const ask = (body: object, headers: object = {}) =>
  send(server.app, { ...office.people.agent.headers, ...headers }, createHelp, { body });

describe('a question', () => {
  test('is mailed to the support address with page and browser, and an answer goes to the user', async () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
    const question = 'How do I import <b>leads</b>?\n\nMy file has two sheets.';
    const answer = await ask({ question, page: '/imports/new' }, { 'user-agent': chrome });
    expect([answer.statusCode, answer.json()]).toEqual([202, { sent_to: address }]);
    const [mail, ...others] = await mailsTo(server, address, 1);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Question from agent Tester');
    for (const words of [
      'How do I import <b>leads</b>?',
      'two sheets',
      'Page: /imports/new',
      'Browser: Chrome on Windows',
      'From: agent Tester',
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.html).not.toContain('<b>leads');
    const { email } = await server.operator.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', office.people.agent.userId)
      .executeTakeFirstOrThrow();
    const { raw } = await server.operator.db
      .selectFrom('sandbox_mails')
      .select('raw')
      .where('recipient', '=', address)
      .executeTakeFirstOrThrow();
    expect(String(raw)).toMatch(new RegExp(`^Reply-To: .*<?${email}>?`, 'm'));
  });

  test.each([{ question: ' \n ' }, { question: 'x'.repeat(5001) }, { question: 'a\0b' }, {}])(
    'of %o is refused',
    async (body) => {
      const answer = await ask(body);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['question']]);
    },
  );

  test('where no address is set is refused with the reason', async () => {
    await setAddress('');
    const answer = await ask({ question: 'Hello?' });
    expect([answer.statusCode, answer.json().code, answer.json().title]).toEqual([
      409,
      'helps.no_address',
      'Your company has not set a support address. Ask an administrator of your company.',
    ]);
    await setAddress(address);
  });

  test('where the help button is off is refused', async () => {
    const set = (enabled: boolean) =>
      office.people.admin.call(updateFeatureFlag, { body: { feature: 'help_button', user_id: null, enabled } });
    await set(false);
    expect((await ask({ question: 'Hello?' })).json().code).toBe('feature_off');
    await set(true);
  });

  test('is one of ten in an hour', async () => {
    const { agent2 } = office.people;
    const asked = () => agent2.call(createHelp, { body: { question: 'And this?' } });
    for (let count = 0; count < 10; count++) await asked();
    await expect(asked()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    expect((await ask({ question: 'Another person may ask' })).statusCode).toBe(202);
  });
});
