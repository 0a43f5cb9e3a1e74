// Numbers of the demo that were checked, as the sandbox's carrier answers (providers/telephony/telephony.sandbox.ts).
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';

export async function seedPhoneChecks(db: Db, { id }: { id: number }): Promise<void> {
  await sql`
    with checked as (
      insert into phone_verifications (company_id, number, contact_id, asked_by, state, line_type, carrier, cost, created_at, checked_at)
      select distinct on (c.phone) c.company_id, c.phone, c.id, c.owner_id, 'done', t.line_type, t.carrier, 80, t.at, t.at
      from contacts c cross join lateral (
        select case right(c.phone, 1) when '7' then 'landline' when '8' then 'voip' when '9' then 'voip' else 'mobile' end as line_type,
          case right(c.phone, 1) when '7' then 'Sandbox Telephone' when '8' then 'Sandbox Cable' when '9' then 'Sandbox Online'
            else 'Sandbox Wireless' end as carrier,
          now() - make_interval(days => (c.id % 60)::int, hours => (c.id % 7)::int) as at) t
      where c.company_id = ${id} and c.owner_id is not null and c.deleted_at is null and c.phone ~ '^[0-9]{10}$' and c.id % 5 = 0
      order by c.phone, c.id
      returning company_id, number, line_type, carrier, checked_at)
    insert into address_facts (company_id, address, landline, dead, line_type, carrier, checked_at, looked_up_at)
    select company_id, number, line_type = 'landline', false, line_type, carrier, checked_at, checked_at from checked
    on conflict (company_id, address) do nothing`.execute(db);
}
