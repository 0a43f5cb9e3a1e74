// Numbers of the demo: two of the company's pool, and one each for some people. The demo's carrier knows them
// as sold.
import { sql } from 'kysely';
import { textHook } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { insertLine } from '#areas/messaging/webhooks/webhooks.service.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Seal } from '#kernel/secrets/seal.ts';

interface Company {
  id: number;
  /** Three digits; its numbers begin with them. */
  areaCode: string;
  payer: number;
  /** Users who get a number of their own. */
  people: number[];
  /** Whether its numbers belong to a campaign of the carriers. */
  registered: boolean;
  seal: Seal;
}

/** 555-0120 and on: fictitious, and the carrier's digits for failures are none of them. */
export async function seedPhoneNumbers(db: Db, { id, areaCode, payer, people, registered, seal }: Company): Promise<void> {
  const owners = [null, null, ...people];
  // The last of the pool was given up a while ago; from the payer's own nobody texts.
  const rows = [...owners, null, payer].map((user_id, place) => ({
    user_id,
    number: `${areaCode}55501${20 + place}`,
    given_up: place === owners.length,
    texts: place <= owners.length,
  }));
  const token = await insertLine({ db, seal, companyId: id }, textHook);
  await sql`
    insert into sandbox_numbers (number, sid, sms_url, owner)
    select r.number, 'PN' || md5('demo' || r.number), ${`/v1/webhooks/${textHook}/${token}`}, ${`steward company ${id}`} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(number text)
    on conflict do nothing`.execute(db);
  await sql`
    insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, city, region, registration, bought_at, rent_due_at, texts, is_default, is_dialer, state, quarantined_at, release_at)
    select ${id}::bigint, r.number, r.user_id, coalesce(r.user_id, ${payer}::bigint), 'PN' || md5('demo' || r.number),
      ${cities[areaCode]?.[0] ?? ''}, ${cities[areaCode]?.[1] ?? ''}, ${registered ? 'approved' : 'none'}, now() - interval '20 days',
      now() - interval '20 days' + interval '1 month', r.texts, r.user_id is not null and r.texts, r.user_id is not null,
      case when r.given_up then 'quarantined' else 'active' end, case when r.given_up then now() - interval '11 days' end,
      case when r.given_up then now() + interval '19 days' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(number text, user_id bigint, given_up boolean, texts boolean) order by r.number`.execute(
    db,
  );
  await sql`
    insert into called_numbers (number, company_id)
    select r.number, ${id}::bigint from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(number text) on conflict do nothing`.execute(
    db,
  );
}

const cities: Record<string, [city: string, state: string]> = {
  305: ['Miami', 'FL'],
  214: ['Dallas', 'TX'],
  602: ['Phoenix', 'AZ'],
};
