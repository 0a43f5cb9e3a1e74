// When a campaign looks for its contacts: each day at its hour. PostgreSQL knows the clocks: an hour that spring leaves out comes after it.
import { type RawBuilder, sql } from 'kysely';
import type { CampaignRecurrence, CampaignZone } from '#contract/campaignLists.ts';
import { ianaZones, type timezones, zoneOf } from '#contract/lookups.ts';
import type { Tx } from '#kernel/context.ts';

/** Hours that a day may come late, as after an outage; later it is left out. A birthday is not celebrated the day after. */
export const catchUpHours: Record<CampaignRecurrence, number> = {
  birthday: 12,
  turning_65: 72,
  policy_renewal: 72,
  while_status: 72,
  none: 72,
};

export async function companyZone(tx: Tx): Promise<string> {
  const { timezone } = await tx.db
    .selectFrom('companies')
    .select('timezone')
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return zoneOf(timezone as (typeof timezones)[number]);
}

/** The company's zone, or the one where the hour comes first: the messages of the others wait for it. */
export const zoneOfRun = (zone: CampaignZone, company: string): string => (zone === 'company' ? company : ianaZones.est);

export const momentSql = (day: RawBuilder<unknown>, hour: RawBuilder<unknown>, iana: RawBuilder<unknown>) =>
  sql<string>`((${day} + make_interval(hours => ${hour})) at time zone ${iana})`;

export async function momentOf(tx: Tx, { day, hour, zone }: { day: string; hour: number; zone: CampaignZone }): Promise<Date> {
  const iana = sql`${zoneOfRun(zone, await companyZone(tx))}::text`;
  const { rows } = await sql<{ at: string }>`
    select ${momentSql(sql`${day}::date`, sql`${hour}::int`, iana)} as at`.execute(tx.db);
  return new Date(rows[0]?.at ?? 0);
}

/** The first day whose hour is still to come. */
export async function nextRun(
  tx: Tx,
  { hour, zone }: { hour: number; zone: CampaignZone },
): Promise<{ day: string; at: string }> {
  const iana = sql`${zoneOfRun(zone, await companyZone(tx))}::text`;
  const now = tx.clock().toISOString();
  const { rows } = await sql<{ day: string; at: string }>`
    select g.day::date::text as day, ${momentSql(sql`g.day::date`, sql`${hour}::int`, iana)} as at
    from generate_series(${now.slice(0, 10)}::timestamp - interval '1 day', ${now.slice(0, 10)}::timestamp + interval '3 days', interval '1 day') g (day)
    where ${momentSql(sql`g.day::date`, sql`${hour}::int`, iana)} > ${now}::timestamptz order by 1 limit 1`.execute(tx.db);
  if (!rows[0]) throw new Error('a day has no such hour');
  return rows[0];
}

/** The day of a moment by the company's clocks. */
export const dayIn = (iana: string, at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: iana }).format(at);
