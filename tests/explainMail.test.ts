// Runs the lists about mail, replies and phone checks as role app in a company with 50,000 rows of each, and
// reads the plan of every statement that they send: each order by an index, and no sort of all rows. Counts
// rows, never milliseconds.
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCampaigns } from '#areas/messaging/campaigns/campaigns.lists.ts';
import { listConversations } from '#areas/messaging/conversations/conversations.persons.ts';
import { listPhoneChecks } from '#areas/messaging/phoneChecks/phoneChecks.lists.ts';
import { listEmailHistory, listMessages, listSends } from '#areas/messaging/sends/lists/sends.lists.ts';
import { getEmailCounts, listEmailLogs } from '#areas/messaging/sends/lists/sends.logs.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listCampaignTriggers as ListCampaigns } from '#contract/campaigns.ts';
import { listConversations as ListConversations } from '#contract/conversations.ts';
import { listEmailHistory as ListEmailHistory, listEmailLogs as ListEmailLogs } from '#contract/emailLogs.ts';
import { listPhoneChecks as ListPhoneChecks } from '#contract/phoneChecks.ts';
import { listMessages as ListMessages, listSends as ListSends } from '#contract/sends.ts';
import type { Tx } from '#kernel/context.ts';
import { campaignRow } from './support/examples.campaigns.ts';
import { aMailDoc } from './support/examples.emails.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { expectIndexes, flatten, plansOf } from './support/plans.ts';
import { aServer, type TestServer } from './support/server.ts';

type Who = 'admin' | 'manager' | 'agent';

const contacts = 10_000;
const size = 50_000;
/** The most rows that a list may sort: those it walks before it looks up, a count's cap, one contact's rows; never all. */
const maxSorted = 12_000;

let server: TestServer;
let company: TestCompany<Who | 'agent2'>;
let rosa = 0;
let campaign = 0;
let mailing = 0;

beforeAll(async () => {
  server = await aServer({ own: true });
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  const { companyId, people } = company;
  const { db } = server.operator;
  const owners = [people.agent.userId, ...Array(19).fill(people.agent2.userId)];
  await sql`insert into contacts (company_id, owner_id, last_name, emails, phones)
    select ${companyId}, (${owners}::bigint[])[1 + n % 20], 'P' || n, jsonb_build_array(jsonb_build_object('address', 'p' || n || '@example.com', 'state', 'unverified')),
      jsonb_build_array(jsonb_build_object('type', 2, 'number', (3055550000 + n)::text)) from generate_series(1, ${contacts}::int) n`.execute(
    db,
  );
  await sql`insert into sends (company_id, kind, channel, purpose, asked_by, subject, content, frame, status, created_at)
    select ${companyId}, case when n % 2 = 0 then 'single' else 'group' end, 'email', 'service', (${owners}::bigint[])[1 + n % 20], 'S' || n, ${JSON.stringify(aMailDoc('S'))}::jsonb,
      '{"from":"We","replyTo":null,"values":{},"signature":null,"foot":[],"color":"blue"}'::jsonb, 'done', now() - n * interval '1 hour' from generate_series(1, 5000) n`.execute(
    db,
  );
  const { id: campaignId } = await db
    .insertInto('campaign_triggers')
    .values(campaignRow(companyId, people.agent.userId, 'Often') as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  campaign = campaignId;
  const { company_id: _, owner_id: __, name: ___, ...row } = campaignRow(companyId, people.agent2.userId, '');
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into campaign_triggers (company_id, owner_id, name, ${columns})
    select company_id, (${owners}::bigint[])[1 + n % 20], 'C' || n, ${columns} from campaign_triggers, generate_series(1, 2000) n where id = ${campaign}`.execute(
    db,
  );
  await sql`insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, state, due_at, created_at, bounced_at)
    select ${companyId}, s.id, c.id, c.id, c.email, 'n:' || n, case when n % 997 = 0 then 'failed' else 'sent' end, now(), now() - n * interval '1 minute',
      case when n % 1999 = 0 then now() end
    from generate_series(1, ${size}::int) n
    join (select id, row_number() over (order by id) as place from sends where company_id = ${companyId}) s on s.place = 1 + n % 5000
    join (select id, email, row_number() over (order by id) as place from contacts where company_id = ${companyId}) c on c.place = 1 + n * 7 % ${contacts}::int`.execute(
    db,
  );
  // After the messages, so that these are of the others.
  await sql`insert into sends (company_id, kind, channel, purpose, asked_by, subject, content, frame, status, created_at, campaign_trigger_id)
    select ${companyId}, 'auto', 'email', 'service', t.owner_id, 'A', '{}'::jsonb, '{}'::jsonb, 'done', now() - n * interval '1 minute', t.id
    from generate_series(1, ${size}::int) n
    join (select id, owner_id, row_number() over (order by id) as place from campaign_triggers where company_id = ${companyId}) t on t.place = 1 + n % 2001`.execute(
    db,
  );
  await sql`insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, last_at, unread)
    select ${companyId}, 'email', n::text, 'p' || n || '@example.com', null, (${owners}::bigint[])[1 + n % 20], now() - n * interval '1 minute', n % 50 = 0
    from generate_series(1, ${size}::int) n`.execute(db);
  mailing = await insertId(db, 'sends', { company_id: companyId, kind: 'group', channel: 'email', purpose: 'service', asked_by: people.agent.userId, subject: 'Large', content: '{}', frame: '{}', status: 'done' }); // biome-ignore format: one line
  await sql`insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, state, due_at, clicked_at)
    select company_id, ${mailing}, contact_id, contact_id, address, 'large:' || id, 'sent', now(), case when id % 5000 = 0 then now() end
    from messages where company_id = ${companyId}`.execute(db);
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('vacuum (analyze) contacts, sends, messages, conversations, users, campaign_triggers');
  await client.end();
  const { rows } = await sql<{ id: number }>`
    select id from contacts where company_id = ${companyId} and owner_id = ${people.agent.userId} order by id limit 1`.execute(
    db,
  );
  rosa = rows[0]?.id ?? 0;
}, 120_000);

const large = new Set(['messages', 'sends', 'conversations', 'contacts']);
const mustUseIndexes = (who: Who, what: string, work: (tx: Tx) => Promise<unknown>) =>
  expectIndexes({ server, token: company.people[who].token, what: `${who}, ${what}`, large, size, maxSorted }, work);

describe.each(['admin', 'manager', 'agent'] as const)('as %s', (who) => {
  const logs = (query: object) => (tx: Tx) => listEmailLogs(tx, ListEmailLogs.query.parse(query));
  test.each([
    ['the list of mails', {}],
    ['mails that failed', { state: 'failed' }],
    ['mails that wait, of which there are none', { state: 'queued' }],
    ['mails that came back', { outcome: 'bounced' }],
    ['mails that were opened, of which there are none', { outcome: 'opened' }],
    ['mails whose receivers wanted no more', { outcome: 'unsubscribed' }],
    ['mails to an address', { address: 'p77@example.com' }],
    ['mails of a day', { from: '2026-01-02', to: '2026-01-02' }],
  ])('%s', async (what, query) => {
    await mustUseIndexes(who, what, logs(query));
  });

  test('the mails of a contact, in every order', async () => {
    for (const order_field of ['created_at', 'sent_at', 'subject', 'state'] as const)
      await mustUseIndexes(who, `history by ${order_field}`, (tx) =>
        listEmailHistory(tx, rosa, ListEmailHistory.body.parse({ order_field })),
      );
    await mustUseIndexes(who, 'counts of a contact', (tx) => getEmailCounts(tx, rosa));
  });

  test('the few contacts of a large mailing with an outcome', async () => {
    const nodes = (
      await plansOf({ server, token: company.people[who].token }, (tx) =>
        listMessages(tx, mailing, ListMessages.query.parse({ outcome: 'clicked' })),
      )
    ).flatMap(flatten);
    const read = nodes
      .filter(({ 'Relation Name': name }) => name === 'messages')
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
    expect(read.length, who).toBeGreaterThan(0);
    expect(Math.max(...read), who).toBeLessThan(100);
  });

  test('sends, conversations and phone checks', async () => {
    for (const single of [true, false])
      await mustUseIndexes(who, 'sends', (tx) => listSends(tx, ListSends.query.parse({ single: String(single) })));
    await mustUseIndexes(who, 'sends of a campaign', (tx) =>
      listSends(tx, ListSends.query.parse({ campaign_trigger_id: String(campaign) })),
    );
    for (const order_field of ['name', 'updated_at'])
      await mustUseIndexes(who, `campaigns by ${order_field}`, (tx) =>
        listCampaigns(tx, ListCampaigns.query.parse({ order_field, all: 'true' })),
      );
    for (const query of [{}, { filter: 'mine' }, { unread: 'true' }, { flagged: 'true' }, { q: 'p4711' }])
      await mustUseIndexes(who, `conversations ${JSON.stringify(query)}`, (tx) =>
        listConversations(tx, ListConversations.query.parse(query)),
      );
    await mustUseIndexes(who, 'phone checks', (tx) => listPhoneChecks(tx, ListPhoneChecks.query.parse({})));
  });
});
