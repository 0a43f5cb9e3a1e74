// One user's calls do not block other users. Lists take as long as the test locks the contacts.
import pg from 'pg';
import { expect, test } from 'vitest';
import { listContacts } from '#contract/contacts.ts';
import { getMe } from '#contract/signIn.ts';
import { searchTags } from '#contract/tags.ts';
import { aCompany, aContact } from './support/factories.ts';
import { aServer, type Refused } from './support/server.ts';
import { until } from './support/until.ts';

test('while one person asks for more lists than there are connections, everybody else is answered', async () => {
  const server = await aServer();
  const { companyId, people } = await aCompany(server, { basic: {} });
  const neighbour = (await aCompany(server, { agent: {} })).people.agent;
  await aContact(server, companyId, { owner_id: people.basic.userId, last_name: 'Reyes' });
  const holder = new pg.Client(server.url);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table contacts in access exclusive mode');
  const heldUp = async () =>
    (await holder.query(`select count(*)::int as count from pg_locks where relation = 'contacts'::regclass and not granted`))
      .rows[0];

  const answers: (number | string)[] = [];
  const ask = async (index: number) => {
    const scope = { contacts_scope: {} };
    const answer = index % 2 ? people.basic.call(searchTags, { body: scope }) : people.basic.call(listContacts, { body: scope });
    answers.push(
      await answer.then(
        ({ data }) => data.length,
        ({ code }: Refused) => code,
      ),
    );
  };
  const asked = Promise.all(Array.from({ length: 24 }, (_, index) => ask(index)));
  await until(async () => (await heldUp())?.count > 0 && answers.length >= 4);

  expect((await neighbour.call(getMe, {})).id).toBe(neighbour.userId);
  expect((await people.basic.call(getMe, {})).id).toBe(people.basic.userId);
  expect(answers).toEqual(Array(4).fill('rate_limited')); // the others still wait for the lock

  await holder.query('commit');
  await holder.end();
  await asked;
  expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(4); // the last ones to arrive
  expect(answers.filter((answer) => answer === 0 || answer === 1)).toHaveLength(20);
});
