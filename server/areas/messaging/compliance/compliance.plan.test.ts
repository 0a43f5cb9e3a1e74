// The plan of the gate as role app under row-level security, in a company with many rows of everything that it looks up.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { channels } from '#contract/complianceLists.ts';
import { inTenant } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { decisionsOn } from './compliance.gate.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('a thousand contacts look their rows up in indexes, and read no table whole', async () => {
  const server = await aServer({ own: true });
  const { companyId, people } = await aCompany(server, { admin: {} });
  const { db } = server.operator;
  const id = people.admin.userId;
  await sql`insert into contacts (company_id, owner_id, last_name, state, zip_code, phones, emails)
    select ${companyId}, ${id}, 'P' || n, 'FL', '33101', jsonb_build_array(jsonb_build_object('type', 2, 'number', (3055550000 + n)::text)),
      jsonb_build_array(jsonb_build_object('address', 'p' || n || '@example.com', 'state', 'unverified')) from generate_series(1, 20000) n`.execute(
    db,
  );
  await sql`insert into suppressions (company_id, channel, address, purpose, reason)
    select ${companyId}, 'call', (3055550000 + n)::text, 'all', 'asked' from generate_series(1, 20000, 7) n`.execute(db);
  await sql`insert into consents (company_id, contact_id, kind, channel, purpose, address, text, at)
    select c.company_id, c.id, 'given', 'text', 'marketing', c.phone, 'Yes', now() from contacts c where c.company_id = ${companyId}`.execute(
    db,
  );
  await sql`insert into gate_passes (company_id, contact_id, channel, purpose, address, at, decision)
    select c.company_id, c.id, 'text', 'marketing', c.phone, now(), '{}' from contacts c where c.company_id = ${companyId}`.execute(
    db,
  );
  await sql`insert into do_not_call_lists (company_id, kind, name, as_of, status, uploaded_by)
    values (${companyId}, 'national', 'list', current_date, 'ready', ${id})`.execute(db);
  await sql`insert into do_not_call_numbers (company_id, number, list_id)
    select l.company_id, 3055000000 + n, l.id from do_not_call_lists l cross join generate_series(1, 200000) n where l.company_id = ${companyId}`.execute(
    db,
  );
  for (const table of ['contacts', 'suppressions', 'consents', 'gate_passes', 'do_not_call_numbers', 'do_not_call_lists'])
    await sql`analyze ${sql.table(table)}`.execute(db).catch(() => {}); // the operator may not analyze every table
  const session = await authenticate(server.platform, people.admin.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const ctx = { ...server.platform, platform: server.platform, actor: session.actor };
  for (const channel of channels) {
    const asked = sql`select c.id as contact_id, null::text as address, 1 as position from contacts c
      where c.company_id = ${companyId} and c.id in (select d.id from contacts d where d.company_id = ${companyId} order by d.id limit 1000)`;
    const { rows } = await inTenant(ctx, (tx) =>
      sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, timing off, buffers off, format json)
        ${decisionsOn(tx, { company: true }, asked, { channel, purpose: 'marketing', at: new Date() })}`.execute(tx.db),
    );
    const read = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' })
      .filter(
        ({ 'Relation Name': name }) => name && ['suppressions', 'consents', 'gate_passes', 'do_not_call_numbers'].includes(name),
      )
      .map((node) => ({
        table: node['Relation Name'],
        how: node['Node Type'],
        rows: (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0),
      }));
    expect(
      read.filter(({ rows: each }) => each > 10),
      channel,
    ).toEqual([]);
    expect(read.length, channel).toBeGreaterThan(0);
  }
}, 60_000);
