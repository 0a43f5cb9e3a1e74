// Users from a file, through HTTP, worker and mail.
import { beforeAll, expect, test } from 'vitest';
import { listUsers } from '#contract/userAdmin.ts';
import { checkUserFile, importUserFile, maxUserRows } from '#contract/userFiles.ts';
import { aCompany } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ worker: true });
});

const head = 'First name,Last name,E-mail,Role,Business unit,Manager e-mail,Title';
const file = (...lines: string[]) => ({
  body: {},
  files: { file: { name: 'users.csv', content: [head, ...lines].join('\n') } },
});
let count = 0;
const fresh = () => `file${++count}.${process.pid}@office.test`;

test('says of each row what it makes, or why it makes nothing, and makes those that pass', async () => {
  const { people } = await aCompany(server, { admin: {}, manager: {}, agent: {}, west: { role: 'agent', unit: 'West' } });
  const { admin, manager, agent } = people;
  const [lead, below, lost] = [fresh(), fresh(), fresh()];
  const upload = file(
    `Nia,Newton,${below},,West,${lead},Advisor`,
    `Lee,Lead,${lead.toUpperCase()},Field Manager,2,${manager.email},`,
    `Tom,Taken,${agent.email},agent,,,`,
    `Tim,Twice,${below},agent,,,`,
    `Pat,Pool,${fresh()},pool_holder,,,`,
    `Una,Unit,${fresh()},agent,Nowhere,,`,
    `Max,Manager,${fresh()},agent,,${agent.email},`,
    `Cy,Circle,${lost},manager,,${lost},`,
    `,Nameless,nobody,agent,,,`,
  );
  const check = await admin.call(checkUserFile, upload);
  expect(check).toMatchObject({ file_name: 'users.csv', accepted: 2, refused: 7 });
  expect(check.rows.map(({ line, problems }) => [line, ...problems])).toEqual([
    [4, 'Another account has this e-mail address'],
    [5, 'This e-mail address stands in the file twice'],
    [6, 'You cannot give the role “pool_holder”'],
    [7, 'There is no business unit “Nowhere”'],
    [8, 'The manager is not somebody who manages people'],
    [9, 'The row of the manager is refused, or is below this one'],
    [10, 'Write the first name', 'This is not an e-mail address'],
    [2],
    [3],
  ]);
  const named = async () => (await admin.call(listUsers, { query: { q: 'file' } })).data;
  expect(await named()).toEqual([]);

  expect(await admin.call(importUserFile, upload)).toEqual(check);
  expect(await named()).toMatchObject([
    {
      name: 'Lee Lead',
      account_type: 'field_manager',
      business_unit: { name: 'West' },
      manager: { id: manager.userId },
      number: 6,
    },
    { name: 'Nia Newton', account_type: 'agent', title: 'Advisor', manager: { name: 'Lee Lead' }, status: 'invited', number: 5 },
  ]);
  expect((await mailsTo(server, below, 1))[0]?.subject).toContain('invites you');
  expect(await admin.call(importUserFile, upload)).toMatchObject({ accepted: 0 });
});

test('a check does not tell which addresses another company uses; the import refuses those rows alone', async () => {
  const [own, other] = [await aCompany(server, { admin: {} }), await aCompany(server, { admin: {} })];
  const [free, lead] = [fresh(), other.people.admin.email];
  const upload = file(`Nia,Free,${free},agent,,,`, `Tom,Taken,${lead},manager,,,`, `Bo,Below,${fresh()},agent,,${lead},`);
  expect(await own.people.admin.call(checkUserFile, upload)).toMatchObject({ accepted: 3, refused: 0 });
  const { rows, ...result } = await own.people.admin.call(importUserFile, upload);
  expect(result).toMatchObject({ accepted: 1, refused: 2 });
  expect(rows.map(({ line, problems }) => [line, ...problems])).toEqual([
    [3, 'Another account has this e-mail address'],
    [4, 'The row of the manager is refused, or is below this one'],
    [2],
  ]);
  const { data } = await own.people.admin.call(listUsers, { query: { status: ['invited'] } });
  expect(data.map(({ email }) => email)).toEqual([free]);
});

test('an administrator of a unit adds people there, none above', async () => {
  const { people } = await aCompany(server, { admin: {}, bu_admin: { unit: 'West' } });
  const upload = file(
    `Nia,New,${fresh()},agent,Main,,`,
    `Ada,New,${fresh()},admin,,,`,
    `Bo,New,${fresh()},BU admin,,,`,
    `Cy,New,${fresh()},,,,`,
  );
  const { rows } = await people.bu_admin.call(checkUserFile, upload);
  expect(rows.map(({ line, problems }) => [line, ...problems])).toEqual([
    [2, 'There is no business unit “Main”'],
    [3, 'You cannot give the role “admin”'],
    [4],
    [5],
  ]);
});

const refusal = (client: Client, content: string) =>
  client.call(checkUserFile, { body: {}, files: { file: { name: 'users.csv', content } } }).catch((error) => error);

test('takes 5,000 rows, and refuses what is no list of users', async () => {
  const { people } = await aCompany(server, { admin: {} });
  const lines = (n: number) =>
    Array.from({ length: n }, (_, place) => `Nia,N${place},many${place}.${process.pid}@office.test,,,,`);
  expect(await people.admin.call(checkUserFile, file(...lines(maxUserRows)))).toMatchObject({ accepted: maxUserRows });
  const tooMany = [head, ...lines(maxUserRows + 1)].join('\n');
  expect(await refusal(people.admin, tooMany)).toMatchObject({ code: 'imports.unreadable' });
  expect(await refusal(people.admin, 'Name,Phone\nNia,3055550101\n')).toMatchObject({
    status: 422,
    problem: { detail: 'This file has no column for first name, last name, e-mail.' },
  });
});

test('a file that no table of users needs is refused before it is read', async () => {
  const { people } = await aCompany(server, { admin: {} });
  const big = file('x'.repeat(11 * 2 ** 20));
  await expect(people.admin.call(checkUserFile, big)).rejects.toMatchObject({ status: 413, code: 'too_large' });
});
