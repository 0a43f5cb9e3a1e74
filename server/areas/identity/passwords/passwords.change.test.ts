// Changing one's own password, and a temporary one that an administrator sets.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updatePassword } from '#contract/passwords.ts';
import { createSession, getMe, proveOneself } from '#contract/signIn.ts';
import { createRecoveryCodes } from '#contract/twoFactor.ts';
import { aBrowser } from '#tests/support/browser.ts';
import { aCompany, type Person, type TestCompany, testPassword } from '#tests/support/factories.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, send, signedIn, type TestServer } from '#tests/support/server.ts';

const chosen = 'seven herons over the bay';
let server: TestServer;
let company: TestCompany<'admin' | 'admin2' | 'sub_admin' | 'manager' | 'agent'>;
beforeAll(async () => {
  server = await aServer({ worker: true });
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, admin2: {}, sub_admin: {}, manager: {}, agent: { under: 'manager' } });
});

const change = (by: Client, id: number, body: { current_password?: string; password: string }) =>
  send(server.app, by.headers, updatePassword, { params: { id }, body });
const status = async ({ headers }: Client) => (await send(server.app, headers, getMe, {})).statusCode;
const stored = (id: number) => server.operator.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const signIn = ({ email }: Person, password: string) => send(server.app, {}, createSession, { body: { email, password } });

describe('one’s own', () => {
  test('needs the present one, goes on under a new token, and signs out everywhere else', async () => {
    const { agent } = company.people;
    const elsewhere = await signedIn(server, company.companyId, agent.userId);
    for (const current_password of [undefined, 'wrong'])
      expect(
        (await change(agent, agent.userId, { ...(current_password && { current_password }), password: chosen })).json(),
      ).toMatchObject({
        code: 'passwords.wrong',
        errors: { current_password: ['This is not your password'] },
      });
    expect(await status(elsewhere)).toBe(200);

    const answer = await change(agent, agent.userId, { current_password: testPassword, password: chosen });
    expect(answer.statusCode).toBe(204);
    const token = answer.cookies.find(({ name }) => name === 'token')?.value;
    expect(token).not.toBe(agent.token);
    expect((await send(server.app, { cookie: `token=${token}` }, getMe, {})).statusCode).toBe(200);
    expect(await status(elsewhere)).toBe(401);
    expect((await signIn(agent, testPassword)).statusCode).toBe(422);
    expect((await signIn(agent, chosen)).statusCode).toBe(201);
    const said = await mailTo(server, agent.email, 'Your password was changed');
    expect(said.text).toContain('You changed your password.');
  });

  test('is asked for ten times in a quarter of an hour at most, whatever for, and right ones do not count', async () => {
    const { agent } = company.people;
    const browser = aBrowser(server, agent);
    const own = { params: { id: agent.userId } };
    const tries = [
      (password: string) => browser.send(proveOneself, { body: { password } }),
      (password: string) => browser.send(createRecoveryCodes, { body: { password } }),
      (password: string) => browser.send(updatePassword, { ...own, body: { current_password: password, password: chosen } }),
    ];
    for (const attempt of Array(3).fill(tries).flat())
      expect((await attempt('wrong')).json()).toMatchObject({ code: 'passwords.wrong' });
    const [prove] = tries;
    for (let time = 0; time < 2; time++) expect((await prove?.(testPassword))?.statusCode).toBe(204);
    expect((await prove?.('wrong'))?.json()).toMatchObject({ code: 'passwords.wrong' });
    for (const attempt of tries) expect((await attempt(testPassword)).json()).toMatchObject({ code: 'rate_limited' });
  });

  test('takes no short, common or own-named one, nor the present one again', async () => {
    const { agent } = company.people;
    const before = (await stored(agent.userId)).password_hash;
    for (const password of ['short', 'x'.repeat(201), 'password123', 'agent tester 1', testPassword])
      expect((await change(agent, agent.userId, { current_password: testPassword, password })).json()).toMatchObject({
        code: 'invalid',
        errors: { password: [expect.any(String)] },
      });
    expect((await stored(agent.userId)).password_hash).toBe(before);
    expect(await status(agent)).toBe(200);
  });

  test('is open to a user who must choose a new password', async () => {
    const { agent } = company.people;
    await server.operator.db.updateTable('users').set({ must_change_password: true }).where('id', '=', agent.userId).execute();
    const answer = await change(agent, agent.userId, { current_password: testPassword, password: chosen });
    expect(answer.statusCode).toBe(204);
    expect(await stored(agent.userId)).toMatchObject({ must_change_password: false });
  });

  test('a first one needs to have signed in just now', async () => {
    const { agent } = company.people;
    const { db } = server.operator;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', agent.userId).execute();
    await db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', agent.userId)
      .execute();
    expect((await change(agent, agent.userId, { password: chosen })).json()).toMatchObject({ code: 'passwords.sign_in_again' });
    const fresh = await signedIn(server, company.companyId, agent.userId);
    expect((await change(fresh, agent.userId, { password: chosen })).statusCode).toBe(204);
    expect((await signIn(agent, chosen)).statusCode).toBe(201);
  });
});

describe('another’s', () => {
  test('is set by an administrator, signs that person out, and is to be changed at once', async () => {
    const { admin, agent } = company.people;
    expect((await change(admin, agent.userId, { password: 'agent tester' })).json()).toMatchObject({ code: 'invalid' });
    expect((await change(admin, agent.userId, { password: chosen })).statusCode).toBe(204);
    expect([await status(agent), await status(admin)]).toEqual([401, 200]);
    expect((await signIn(agent, chosen)).json()).toMatchObject({ missing: 'password' });
    const said = await mailTo(server, agent.email, 'Your password was changed');
    expect(said.text).toContain('An administrator of your company');
    expect(said.text).not.toContain(chosen);
  });

  test('is nobody else’s to set: an administrator’s not by a lesser one, and who is elsewhere does not exist', async () => {
    const { admin, admin2, sub_admin, manager, agent } = company.people;
    const other = await aCompany(server, { agent: {} });
    const hashes = () =>
      server.operator.db.selectFrom('users').select(['id', 'password_hash', 'must_change_password']).orderBy('id').execute();
    const before = await hashes();
    expect((await change(sub_admin, admin.userId, { password: chosen })).json()).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    for (const [by, id] of [
      [manager, agent.userId],
      [agent, manager.userId],
      [admin, other.people.agent.userId],
      [admin, 999_999],
    ] as const)
      expect((await change(by, id, { password: chosen })).json()).toMatchObject({ status: 404 });
    expect(await hashes()).toEqual(before);
    expect((await change(sub_admin, agent.userId, { password: chosen })).statusCode).toBe(204);
    expect((await change(admin, admin2.userId, { password: chosen })).statusCode).toBe(204);
  });
});
