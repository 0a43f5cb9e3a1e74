// The operator's way to a first company, whose administrator lets everybody else in.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSession } from '#contract/sessions.ts';
import { createEarlierDatabase, testKey } from './support/database.ts';
import { aServer, send } from './support/server.ts';

const tool = fileURLToPath(new URL('../tools/createCompany.ts', import.meta.url));
const email = 'ana@harbor.example';

test('its administrator signs in with what it prints and meets the first steps; nobody is made twice', async () => {
  const server = await aServer();
  const { stdout } = await createCompany(server.url, email);
  const password = /signs in with the password (\S+)/.exec(stdout)?.[1] ?? '';
  const answer = await send(server.app, {}, createSession, { body: { email, password } });
  expect(answer.json(), answer.body).toMatchObject({ email, roles: ['admin'], tos: false, missing: 'terms' });
  await expect(createCompany(server.url, email)).rejects.toMatchObject({ code: 1, stderr: `${email} is taken.\n` });
});

test('where no database was set up, and what it needs to know, is said in words', async () => {
  const empty = await createEarlierDatabase([]);
  await expect(createCompany(empty.url, email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This database is not set up.*--role migrate.*\n$/),
  });
  await empty.drop();
  await expect(createCompany(empty.url, 'ana')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--email: .*\n$/),
  });
});

const createCompany = (DATABASE_URL: string, address: string) =>
  promisify(execFile)(
    process.execPath,
    [tool, '--name', 'Harbor', '--domain', 'harbor.example', '--email', address, '--first-name', 'Ana', '--last-name', 'Reyes'],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL,
        ENVELOPE_KEY: testKey.toString('base64'),
        PUBLIC_URL: 'https://crm.example',
      },
    },
  );
