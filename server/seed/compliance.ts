// The demo's data for contacting people: consents, licenses, postal address and disclaimer, a do-not-call
// list, a few revocations.
import { sql } from 'kysely';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { Db } from '#kernel/db/database.ts';

export async function seedCompliance(
  db: Db,
  { id, ownerIds, today }: { id: number; ownerIds: readonly number[]; today: string },
): Promise<void> {
  await sql`
    insert into consents (company_id, contact_id, kind, channel, purpose, address, text, at, ip, source)
    select c.company_id, c.id, 'given', channel, 'marketing', case channel when 'email' then c.email else c.phone end,
      coalesce(c.consent ->> 'text', ''), (c.consent ->> 'at')::timestamptz, coalesce(c.consent ->> 'ip', ''), coalesce(c.consent ->> 'source', '')
    from contacts c cross join unnest(array['email', 'text', 'call']) channel
    where c.company_id = ${id} and c.consent is not null`.execute(db);
  await sql`
    insert into agent_licences (company_id, user_id, state, number, expires_on)
    select ${id}::bigint, u, s.state, s.state || lpad((u * 7919 % 1000000)::text, 6, '0'), ${today}::date + 400
    from (select x.id as u from users x where x.company_id = ${id}) users
    cross join (select distinct c.state from contacts c where c.company_id = ${id} and c.state <> '') s`.execute(db);
  const settings = {
    'compliance.postal_address': '1 Harbor Street\nMiami, FL 33101',
  };
  await db
    .insertInto('settings')
    .values(Object.entries(settings).map(([name, value]) => ({ company_id: id, name, value: JSON.stringify(value) })))
    .execute();
  const uploaded_by = ownerIds[0] ?? 0;
  await sql`
    insert into contact_rules (company_id, kind, channels, body, title, replaces, effective_from, created_by)
    select ${id}::bigint, 'disclaimer', '{email,text,call}', replace(replace(l.body, '{organizations}', '7'), '{products}', '42'),
      'Medicare disclaimer with our numbers', l.id, ${today}::date - 60, ${uploaded_by}::bigint
    from law_rules l where l.id = 'us.tpmo' returning id`.execute(db);
  const list = { company_id: id, kind: 'national', name: 'national-list.txt', status: 'ready', uploaded_by };
  const list_id = await insertId(db, 'do_not_call_lists', { ...list, as_of: sql`${today}::date - 5` });
  await sql`
    insert into do_not_call_numbers (company_id, number, list_id)
    select distinct c.company_id, c.phone::bigint, ${list_id}::bigint from contacts c
    where c.company_id = ${id} and c.phone ~ '^[0-9]{10}$' and c.id % 6 = 0 on conflict do nothing`.execute(db);
  await sql`
    update do_not_call_lists set numbers = (select count(*) from do_not_call_numbers n where n.company_id = ${id} and n.list_id = ${list_id})
    where company_id = ${id} and id = ${list_id}`.execute(db);
  await sql`
    insert into suppressions (company_id, channel, address, purpose, reason, created_by)
    select c.company_id, 'email', c.email, 'marketing', 'revoked', ${uploaded_by}::bigint from contacts c
    where c.company_id = ${id} and c.email <> '' and c.id % 41 = 0 on conflict do nothing`.execute(db);
}
