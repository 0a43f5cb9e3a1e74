// Runs the lists of calls as role app in a company with 50,000 of them, and reads the plan of every statement:
// each by an index, and no sort of all rows.
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, test } from 'vitest';
import { readBoard } from '#areas/voice/callCentre/callCentre.board.ts';
import { findContactOf, listContactsOf } from '#areas/voice/calls/calls.contacts.ts';
import { decideOnCall } from '#areas/voice/calls/calls.gate.ts';
import { listActive, listHistory, listLogs } from '#areas/voice/calls/calls.lists.ts';
import { isOnCall } from '#areas/voice/calls/calls.queries.ts';
import { fetchCallLogs } from '#contract/dialer.ts';
import type { Tx } from '#kernel/context.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { expectIndexes } from './support/plans.ts';
import { aServer, type TestServer } from './support/server.ts';

type Who = 'admin' | 'manager' | 'agent';

const contacts = 10_000;
const size = 50_000;
/** A company-wide count's cap, or all calls of one user. */
const maxSorted = 12_000;

let server: TestServer;
let company: TestCompany<Who | 'agent2'>;
let rosa = 0;

beforeAll(async () => {
  server = await aServer({ own: true });
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  const { companyId, people } = company;
  const { db } = server.operator;
  const owners = [people.agent.userId, ...Array(19).fill(people.agent2.userId)];
  await sql`insert into contacts (company_id, owner_id, last_name, phones)
    select ${companyId}, (${owners}::bigint[])[1 + n % 20], 'P' || n,
      jsonb_build_array(jsonb_build_object('type', 2, 'number', (3055550000 + n)::text)) from generate_series(1, ${contacts}::int) n`.execute(
    db,
  );
  await sql`insert into calls (company_id, sid, conference, user_id, direction, from_number, to_number, contact_id, state, outcome, started_at, answered_at, ended_at,
      call_file_id, gateway)
    select ${companyId}, 'CA' || n, 'CF' || n, (${owners}::bigint[])[1 + n % 20], case when n % 3 = 0 then 'inbound' else 'outbound' end,
      case when n % 3 = 0 then c.phone else '2125550100' end, case when n % 3 = 0 then '2125550100' else c.phone end, c.id,
      case when n <= 5 then 'active' else 'ended' end, case when n > 5 then case when n % 7 = 0 then 'missed' else 'answered' end end,
      now() - n * interval '1 minute', now() - n * interval '1 minute', case when n > 5 then now() - n * interval '1 minute' end, case when n % 501 = 0 then n end, 'test'
    from generate_series(1, ${size}::int) n
    join (select id, phone, row_number() over (order by id) as place from contacts where company_id = ${companyId}) c on c.place = 1 + n * 7 % ${contacts}::int`.execute(
    db,
  );
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('vacuum (analyze) contacts, calls, users');
  await client.end();
  const { rows } = await sql<{ id: number }>`
    select id from contacts where company_id = ${companyId} and owner_id = ${people.agent.userId} order by id limit 1`.execute(
    db,
  );
  rosa = rows[0]?.id ?? 0;
}, 120_000);

const mustUseIndexes = (who: Who, what: string, work: (tx: Tx) => Promise<unknown>) =>
  expectIndexes(
    {
      server,
      token: company.people[who].token,
      what: `${who}, ${what}`,
      large: new Set(['calls', 'contacts']),
      size,
      maxSorted,
    },
    work,
  );

describe.each(['admin', 'manager', 'agent'] as const)('as %s', (who) => {
  test.each([
    ['the log', {}],
    ['its hundredth page', { page: 100 }],
    ['one direction', { direction: 'inbound' }],
    ['missed calls', { outcome: 'missed' }],
    ['recorded calls', { recorded: true }],
    ['a number', { q: '(305) 555-4711' }],
    ['the beginning of a number, of which there are none', { q: '718' }],
  ])('%s', async (what, body) => {
    await mustUseIndexes(who, what, (tx) => listLogs(tx, fetchCallLogs.body.parse(body)));
  });

  test('calls of a user and of a contact, running ones, and one’s own', async () => {
    const by = (body: object) => (tx: Tx) => listLogs(tx, fetchCallLogs.body.parse(body));
    await mustUseIndexes(who, 'of a user', by({ user_id: company.people.agent.userId }));
    await mustUseIndexes(who, 'of a contact', by({ contact_id: rosa }));
    await mustUseIndexes(who, 'running', listActive);
    await mustUseIndexes(who, 'own', (tx) => listHistory(tx, { page: 1, limit: 20 }));
    await mustUseIndexes(who, 'on a call', (tx) => isOnCall(tx, company.people.agent2.userId));
  });

  test('the board of the call centre', async () => {
    await mustUseIndexes(who, 'the board', (tx) => readBoard(tx, new Set()));
  });

  test('whose number it is, and whether it may be called', async () => {
    await mustUseIndexes(who, 'contacts of a number', (tx) => listContactsOf(tx, '3055554711'));
    await mustUseIndexes(who, 'the one called last', (tx) => findContactOf(tx, '3055554711', { company: true }));
    await mustUseIndexes(who, 'the gate', (tx) => decideOnCall(tx, { contactId: rosa, number: '3055554711' }));
  });
});
