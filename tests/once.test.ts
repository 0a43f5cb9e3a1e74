// Calls that send or spend take effect once for each Idempotency-Key.
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { allEndpoints } from '#contract/index.ts';
import { saveTextRegistration } from '#contract/registrations.ts';
import { sendEmail } from '#contract/sends.ts';
import { chores } from '#kernel/jobs/housekeeping.ts';
import { connectTestCard } from './support/cards.ts';
import { type EndpointName, exampleCalls, someTargets, type Targets } from './support/examples.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { aServer, type TestServer } from './support/server.ts';

const once = allEndpoints.filter(({ endpoint }) => endpoint.once);

let server: TestServer;
let company: TestCompany<'admin' | 'other'>;
let targets: Targets;
beforeEach(async () => {
  server ??= await aServer();
  company = await aCompany(server, { admin: {}, other: { role: 'admin' } });
  targets = await someTargets(server, company.companyId, company.people.admin);
});

const write = (who: 'admin' | 'other', onceKey?: string, subject = 'Hello') =>
  company.people[who].call(sendEmail, {
    body: { ids: [targets.contact], subject, email_body: 'Your card is here.' },
    ...(onceKey !== undefined && { onceKey }),
  });
const keysKept = async () => {
  const { rows } = await sql`select from idempotency_keys where company_id = ${company.companyId}`.execute(server.operator.db);
  return rows.length;
};

/** The example of a call. A registration is sent to the carriers as it was saved before; a top-up takes a card. */
async function inputOf(name: EndpointName): Promise<object> {
  const calls = exampleCalls(targets);
  if (name === 'topUpWallet') await connectTestCard(server, company.people.admin);
  if (name !== 'submitTextRegistration') return calls[name] as object;
  const { version } = await company.people.admin.call(saveTextRegistration, calls.saveTextRegistration);
  return { body: { version } };
}

test.each(once.map(({ name, endpoint }) => [name, endpoint] as const))(
  '%s answers a repeated call with the first answer, and refuses the key of another call',
  async (name, endpoint) => {
    const { admin } = company.people;
    const input = await inputOf(name as EndpointName);
    const first = await admin.call(endpoint, { ...input, onceKey: 'a-key-0001' });
    expect(await admin.call(endpoint, { ...input, onceKey: 'a-key-0001' })).toEqual(first);
    expect(await keysKept()).toBe(1);
    await expect(write('admin', 'a-key-0001', 'Something else')).rejects.toMatchObject({ status: 422, code: 'key_reused' });
  },
);

test('calls at the same moment with one key are one; each user has keys of their own', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => write('admin', 'same-moment')));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await write('other', 'same-moment')).id).not.toBe(answers[0]?.id);
  expect((await write('admin')).id).not.toBe((await write('admin')).id);
});

test('a refused call keeps no key: the same key can be tried again', async () => {
  const input = { body: { ids: [999_999_999], subject: 'Hello', email_body: 'Hi' }, onceKey: 'tried-again' };
  await expect(company.people.admin.call(sendEmail, input)).rejects.toThrow('not_found');
  expect(await keysKept()).toBe(0);
  await write('admin', 'tried-again');
});

test('a key is 8 to 255 signs without spaces, and is forgotten after a day', async () => {
  for (const key of ['short', 'with a space', 'x'.repeat(256)])
    await expect(write('admin', key)).rejects.toMatchObject({ status: 422, code: 'invalid' });
  const { id } = await write('admin', 'of-yesterday');
  const { db } = server.operator;
  await sql`update idempotency_keys set created_at = now() - interval '25 hours' where company_id = ${company.companyId}`.execute(
    db,
  );
  for (const chore of chores) if (chore.name.includes('with a key')) await chore.run(db, server.platform);
  expect((await write('admin', 'of-yesterday')).id).not.toBe(id);
});
