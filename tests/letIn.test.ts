// The operator's command that lets a user in again who lost every factor and password.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSession, getMe } from '#contract/signIn.ts';
import { testKey } from './support/database.ts';
import { aCompany } from './support/factories.ts';
import { aServer, send } from './support/server.ts';

const tool = fileURLToPath(new URL('../tools/letIn.ts', import.meta.url));
const server = await aServer();
const deployment = { DATABASE_URL: server.url, ENVELOPE_KEY: testKey.toString('base64'), PUBLIC_URL: 'https://crm.example' };
const letIn = (email: string) =>
  promisify(execFile)(process.execPath, [tool, '--email', email], {
    env: { PATH: process.env.PATH, ...deployment },
  });

test('an administrator behind a lost phone, a wrong network and single sign-on gets in with what it prints, and chooses a password', async () => {
  const { companyId, people } = await aCompany(server, { admin: {} });
  const { db } = server.operator;
  const { userId, email } = people.admin;
  await db.updateTable('users').set({ two_factor_since: new Date(), email_codes: true }).where('id', '=', userId).execute();
  await db.insertInto('networks').values({ company_id: companyId, network: '203.0.113.0/24', created_by: userId }).execute();

  const { stdout } = await letIn(` ${email.toUpperCase()} `);
  const password = /the password (\S+),/.exec(stdout)?.[1] ?? '';
  const old = await send(server.app, people.admin.headers, getMe, {});
  const answer = await send(server.app, {}, createSession, { body: { email, password } });
  expect(answer.json(), answer.body).toMatchObject({ id: userId, missing: 'password', 'has_2fa_enabled?': false });
  expect(old.statusCode, 'the sessions there were').toBe(401);
  expect(stdout).toContain('set both again');
});

test('nobody of that name is said so', async () => {
  await expect(letIn('nobody@nowhere.test')).rejects.toMatchObject({
    code: 1,
    stderr: 'Nobody signs in as nobody@nowhere.test.\n',
  });
});
