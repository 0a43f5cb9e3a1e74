// Sign-in requirements: set by administrators, met by users at their next call.
import type { Updateable } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSecurity, requirePasswordChange, resetTwoFactor, updateSecurity } from '#contract/security.ts';
import { getMe } from '#contract/signIn.ts';
import { searchTags } from '#contract/tags.ts';
import type { Users } from '#kernel/db/database.generated.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';

const server = await aServer();
const { db } = server.operator;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'manager'>;
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {}, manager: {} });
});
const change = ({ userId }: Client, columns: Updateable<Users>) =>
  db.updateTable('users').set(columns).where('id', '=', userId).execute();
const anything = (client: Client) => client.call(searchTags, { body: {} });

describe('two-factor', () => {
  test('is counted over who signs in', async () => {
    const { admin, agent, agent2 } = company.people;
    await change(agent, { two_factor_since: new Date() });
    await change(agent2, { active: false, two_factor_since: new Date(), must_change_password: true });
    await aCompany(server, { agent: {} });
    expect(await admin.call(getSecurity, {})).toEqual({
      require_two_factor: false,
      two_factor_roles: [],
      people: 3,
      with_two_factor: 1,
      must_change_password: 0,
    });
  });

  test('required from everyone stops users without one at the next call', async () => {
    const { admin, agent, agent2 } = company.people;
    await change(admin, { two_factor_since: new Date() });
    await change(agent, { two_factor_since: new Date() });
    expect(await admin.call(updateSecurity, { body: { require_two_factor: true } })).toMatchObject({ require_two_factor: true });
    await anything(agent);
    await expect(anything(agent2)).rejects.toMatchObject({ status: 403, code: 'steps.two_factor' });
    expect((await agent2.call(getMe, {})).missing).toBe('two_factor');
  });

  test('asked of some roles holds these alone, and what is left out stays', async () => {
    const { admin, agent, manager } = company.people;
    await admin.call(updateSecurity, { body: { two_factor_roles: ['manager', 'manager', 'agent'] } });
    expect(await admin.call(updateSecurity, { body: { require_two_factor: false } })).toMatchObject({
      two_factor_roles: ['manager', 'agent'],
    });
    await admin.call(updateSecurity, { body: { two_factor_roles: ['manager'] } });
    await anything(agent);
    await expect(anything(manager)).rejects.toMatchObject({ code: 'steps.two_factor' });
  });

  test('is no other company’s business', async () => {
    const other = await aCompany(server, { agent: {} });
    await company.people.admin.call(updateSecurity, { body: { two_factor_roles: ['agent'] } });
    await anything(other.people.agent);
  });

  test.each([{ two_factor_roles: ['king'] }, { require_two_factor: 'yes' }] as object[])('%j is refused', async (body) => {
    await expect(company.people.admin.call(updateSecurity, { body: body as never })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a new password', () => {
  test('is required from everyone but the actor, inactive users and users without a password', async () => {
    const { admin, agent, agent2, manager } = company.people;
    const other = await aCompany(server, { agent: {} });
    await change(agent2, { active: false });
    await change(manager, { password_hash: null });
    expect(await admin.call(requirePasswordChange, { body: {} })).toEqual({ asked: 1 });
    await expect(anything(agent)).rejects.toMatchObject({ status: 403, code: 'steps.password' });
    for (const client of [admin, manager, other.people.agent]) await anything(client);
    expect(await admin.call(getSecurity, {})).toMatchObject({ must_change_password: 1 });
  });

  test('is asked of those named alone, whose sessions go on', async () => {
    const { admin, agent, agent2 } = company.people;
    expect(await admin.call(requirePasswordChange, { body: { user_ids: [agent.userId, agent.userId] } })).toEqual({ asked: 1 });
    expect((await agent.call(getMe, {})).missing).toBe('password');
    await anything(agent2);
  });

  test('is never asked of oneself, nor of nobody, nor of another company’s', async () => {
    const { admin, agent } = company.people;
    const stranger = (await aCompany(server, { agent: {} })).people.agent;
    expect(await admin.call(requirePasswordChange, { body: { user_ids: [admin.userId] } })).toEqual({ asked: 0 });
    expect(await admin.call(requirePasswordChange, { body: { user_ids: [] } })).toEqual({ asked: 0 });
    await expect(
      admin.call(requirePasswordChange, { body: { user_ids: [agent.userId, stranger.userId] } }),
    ).rejects.toMatchObject({ status: 404 });
    for (const client of [admin, agent, stranger]) await anything(client);
  });
});

describe('a user who lost every second factor', () => {
  const withAll = async (client: Client) => {
    const own = { company_id: company.companyId, user_id: client.userId };
    await change(client, {
      totp_secret_sealed: Buffer.of(1),
      email_codes: true,
      two_factor_since: new Date(),
      second_factor: 'app',
    });
    await db
      .insertInto('passkeys')
      .values({ ...own, credential_id: crypto.randomUUID(), public_key: Buffer.of(1), counter: 0, name: 'Key' })
      .execute();
    await db
      .insertInto('recovery_codes')
      .values({ ...own, code_hash: Buffer.of(1) })
      .execute();
  };
  const reset = (client: Client, { userId }: Client) => client.call(resetTwoFactor, { body: { user_id: userId } });
  const left = async ({ userId }: Client) => ({
    passkeys: (await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()).length,
    codes: (await db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId).execute()).length,
    ...(await db
      .selectFrom('users')
      .select(['totp_secret_sealed', 'email_codes', 'second_factor', 'two_factor_since'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()),
  });

  test('has all of them removed by an administrator, is signed out, and is told', async () => {
    const { admin, agent, agent2 } = company.people;
    await withAll(agent);
    await withAll(agent2);
    await reset(admin, agent);
    expect(await left(agent)).toEqual({
      passkeys: 0,
      codes: 0,
      totp_secret_sealed: null,
      email_codes: false,
      second_factor: null,
      two_factor_since: null,
    });
    expect(await left(agent2), 'nobody else').toMatchObject({ passkeys: 1, codes: 1, email_codes: true });
    await expect(anything(agent)).rejects.toMatchObject({ status: 401 });
    const told = await db.selectFrom('outbox').select('payload').where('name', '=', 'twoFactor.tell').execute();
    expect(told.map(({ payload }) => payload)).toContainEqual({ what: 'reset' });
  });

  test('keeps a link to a new password that is on its way, and nothing else that waits', async () => {
    const { admin, agent } = company.people;
    const purposes = ['password_reset', 'second_factor', 'two_factor_setup', 'passkey_setup'];
    const expires_at = new Date(Date.now() + 60_000);
    const own = { company_id: company.companyId, user_id: agent.userId, expires_at };
    const tokens = purposes.map((purpose) => ({ ...own, purpose, token_hash: Buffer.from(purpose) }));
    await db.insertInto('one_time_tokens').values(tokens).execute();
    await reset(admin, agent);
    const kept = await db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', agent.userId).execute();
    expect(kept).toEqual([{ purpose: 'password_reset' }]);
  });

  test('is no administrator to a sub-administrator, not oneself, and not another company’s', async () => {
    const { people } = await aCompany(server, { admin: {}, sub_admin: {} });
    await expect(reset(people.sub_admin, people.admin)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(reset(people.admin, people.admin)).rejects.toMatchObject({ status: 404 });
    await expect(reset(people.admin, company.people.agent)).rejects.toMatchObject({ status: 404 });
    await expect(reset(company.people.manager, company.people.agent)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
