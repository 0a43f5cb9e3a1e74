// Runs the reads of dial sessions as role app, in a company with 40 sessions of 2,000 contacts, and reads the
// plan of every statement: each by an index, and no sort of all rows.
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, test } from 'vitest';
import { getSession, listContacts, listSessions } from '#areas/voice/dialSessions/dialSessions.lists.ts';
import { findTurnOf, listWaiting } from '#areas/voice/dialSessions/dialSessions.queries.ts';
import type { Tx } from '#kernel/context.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { expectIndexes } from './support/plans.ts';
import { aServer, type TestServer } from './support/server.ts';

const contacts = 2_000;
const sessions = 40;

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent'>;
let open = 0;

beforeAll(async () => {
  server = await aServer({ own: true });
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' } });
  const { companyId, people } = company;
  const { db } = server.operator;
  await sql`insert into contacts (company_id, owner_id, last_name, phones)
    select ${companyId}, ${people.agent.userId}, 'P' || n, jsonb_build_array(jsonb_build_object('type', 2, 'number', (3055550000 + n)::text))
    from generate_series(1, ${contacts}::int) n`.execute(db);
  await sql`insert into dial_sessions (company_id, user_id, title, state, local_presence, started_at, changed_at, ended_at)
    select ${companyId}, ${people.agent.userId}, 'S' || n, case when n = ${sessions} then 'running' else 'ended' end, true, now() - n * interval '1 day', now(),
      case when n < ${sessions} then now() end
    from generate_series(1, ${sessions}::int) n`.execute(db);
  await sql`insert into calls (company_id, sid, conference, user_id, direction, from_number, to_number, contact_id, state, outcome, started_at, ended_at, gateway)
    select ${companyId}, 'CA' || s.id || '.' || c.id, 'CF', ${people.agent.userId}, 'outbound', '2125550100', c.phone, c.id, 'ended', 'no_answer', s.started_at, s.started_at, 'test'
    from dial_sessions s join contacts c on c.company_id = s.company_id and c.id % 2 = 0 where s.company_id = ${companyId}`.execute(
    db,
  );
  await sql`insert into dial_session_contacts (company_id, dial_session_id, contact_id, place, turn, since, shown_at, state, call_id)
    select ${companyId}, s.id, c.id, c.place, c.place, s.started_at, now(), case when c.place < 100 then 'called' when c.place = 100 then 'current' else 'waiting' end, k.id
    from dial_sessions s
    join (select id, row_number() over (order by id) as place from contacts where company_id = ${companyId}) c on true
    left join calls k on k.company_id = ${companyId} and k.sid = 'CA' || s.id || '.' || c.id and c.place < 100
    where s.company_id = ${companyId}`.execute(db);
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('vacuum (analyze) contacts, calls, users, dial_sessions, dial_session_contacts');
  await client.end();
  const { rows } = await sql<{ id: number }>`
    select id from dial_sessions where company_id = ${companyId} and state = 'running'`.execute(db);
  open = rows[0]?.id ?? 0;
}, 120_000);

const mustUseIndexes = (who: 'admin' | 'manager' | 'agent', what: string, work: (tx: Tx) => Promise<unknown>) =>
  expectIndexes(
    {
      server,
      token: company.people[who].token,
      what: `${who}, ${what}`,
      large: new Set(['dial_session_contacts', 'calls']),
      size: 10_000,
      maxSorted: contacts,
    },
    work,
  );

test('the user’s own: whose turn it is, who is next, and how it goes', async () => {
  await mustUseIndexes('agent', 'the session', (tx) => getSession(tx, open));
  await mustUseIndexes('agent', 'whose turn', (tx) => findTurnOf(tx, open));
  await mustUseIndexes('agent', 'fifty who wait', (tx) => listWaiting(tx, open, 50));
});

describe.each(['admin', 'manager', 'agent'] as const)('as %s', (who) => {
  test('a page of sessions with their counts', async () => {
    await mustUseIndexes(who, 'sessions', (tx) => listSessions(tx, { tab: 'team', page: 1, limit: 2 }));
  });

  test.each(['all', 'called', 'skipped', 'left'] as const)('the contacts of one: %s', async (tab) => {
    await mustUseIndexes(who, tab, (tx) => listContacts(tx, open, { tab, page: 3, limit: 50 }));
  });
});
