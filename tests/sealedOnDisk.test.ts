// Sealed values are in clear nowhere: not in a file of the database (tables, indexes, journal, search), nor in the log.
import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createContactNote, listContactTimeline } from '#contract/contactHistory.ts';
import { createContact, listContacts, updateContact } from '#contract/contacts.ts';
import { createPolicy, updatePolicy } from '#contract/policies.ts';
import { getRxDetails, updateRxDetails } from '#contract/prescriptions.ts';
import { createApp } from '#kernel/http/http.ts';
import { allRoutes } from '../server/areas.ts';
import { aCompany } from './support/factories.ts';
import { aServer, call } from './support/server.ts';

const plain = 'Seen-In-Clear-5551';
const sealed = {
  'a policy number': ['QX-550-7731-K', 'QX5507731K'],
  'the policy number that replaced it': ['QX-550-7732-L', 'QX5507732L'],
  'a drug': ['Zyntraxolone'],
  'a Medicare number': ['1EG4-TE5-MK73', '1EG4TE5MK73'],
};

test('a policy number, a drug and a Medicare number stand in no file of the database and in no line of the log', async () => {
  const server = await aServer({ own: true });
  const { people } = await aCompany(server, { admin: {} });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const app = await createApp({ ...server.platform, log }, allRoutes);
  const { headers } = people.admin;
  const { id } = await call(app, headers, createContact, { body: { last_name: plain, medicare_number: '1EG4-TE5-MK73' } });
  const params = { id };
  await call(app, headers, createContactNote, { params, body: { body: plain } });
  const policy = await call(app, headers, createPolicy, { params, body: { data: { product: plain, number: 'QX-550-7731-K' } } });
  await call(app, headers, updatePolicy, {
    params: { id, policyId: policy.id },
    body: { data: { number: 'QX-550-7732-L' }, version: policy.updated_at },
  });
  const { version } = await call(app, headers, getRxDetails, { params });
  await call(app, headers, updateRxDetails, { params, body: { version, rx_details: [{ drug: 'Zyntraxolone' }] } });
  await call(app, headers, updateContact, { params, body: { medicare_number: '' } });
  await call(app, headers, listContacts, { body: { contacts_scope: { q: 'QX-550-7732-L' } } });
  await call(app, headers, listContactTimeline, { params, query: { q: 'QX-550' } });
  await app.close();

  const files = (await filesOf(server.url)).map((file) => file.toString('latin1').toLowerCase());
  const logged = lines.join('\n').toLowerCase();
  expect(files.some((file) => file.includes(plain.toLowerCase()))).toBe(true);
  expect(lines.length).toBeGreaterThan(5);
  for (const [what, spellings] of Object.entries(sealed))
    for (const spelling of spellings.flatMap((one) => [one.toLowerCase(), Buffer.from(one).toString('hex')])) {
      expect(files.filter((file) => file.includes(spelling)).length, `${what} in a file`).toBe(0);
      expect(logged.includes(spelling), `${what} in the log`).toBe(false);
    }
});

/** Every file of this test's database, as it lies on the disk. */
async function filesOf(url: string): Promise<Buffer[]> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('checkpoint');
  const { rows } = await client.query<{ content: Buffer }>(
    `select pg_read_binary_file('base/' || d.oid || '/' || name) as content
     from pg_database d cross join pg_ls_dir('base/' || d.oid) name where d.datname = current_database()`,
  );
  await client.end();
  return rows.map(({ content }) => content);
}
