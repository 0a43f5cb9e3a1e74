// Looks for campaigns whose hour has come, and for changes of contacts that start one. It only asks: jobs of the owners do the work.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { campaignJobs } from './campaigns.jobs.ts';
import { companyZone, momentSql, zoneOfRun } from './campaigns.times.ts';

/** Milliseconds. A change counts once it is so old: a slip can be taken back, and transactions that began before have ended. */
export const settleMs = 60_000;
/** One look at changes in so long. */
const lookMs = 60_000;
/** Changes of so long before are read once more, for transactions that took long; who has had the campaign does not get it again. */
const overlapMs = 15 * 60_000;
/** Changes older than this, as after an outage, start nothing. */
const oldestMs = 72 * 3_600_000;

export const campaignPump: Pump = {
  name: 'campaigns.due',
  async listDue(db, now, limit) {
    const settled = new Date(now.getTime() - settleMs);
    const { rows } = await sql<{ company_id: number }>`
      select t.company_id from campaign_triggers t
      where t.enabled
        and (t.next_at <= ${now}::timestamptz or (t.swept_at <= ${new Date(settled.getTime() - lookMs)}::timestamptz and exists (
          select from contact_changes j where j.company_id = t.company_id and j.at > t.swept_at and j.at <= ${settled}::timestamptz)))
        and exists (select from users u where u.company_id = t.company_id and u.id = t.owner_id and u.active)
        and not exists (select from companies q where q.company_id = t.company_id and (q.quiet_since is not null or q.held_since is not null))
      group by t.company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx) {
    await askForDays(tx);
    await askForEvents(tx);
    return 0; // the jobs work; the pump looks again
  },
};

interface Day {
  id: number;
  owner_id: number;
  day: string;
}

/** Every day that has come, four at most after an outage: the job leaves out what is too late. The next one is the first to come. */
async function askForDays(tx: Tx): Promise<void> {
  const now = tx.clock().toISOString();
  const company = await companyZone(tx);
  const iana = sql`case d.zone when 'company' then ${zoneOfRun('company', company)}::text else ${zoneOfRun('recipient', company)}::text end`;
  const { rows } = await sql<Day>`
    with due as (
      select t.id, t.owner_id, t.next_day, t.hour, t.zone from campaign_triggers t
      where t.company_id = ${tx.companyId} and t.enabled and t.next_at <= ${now}::timestamptz
      order by t.id for update skip locked
    ), days as materialized (
      select d.id, d.owner_id, g.day::date as day, ${momentSql(sql`g.day::date`, sql`d.hour`, iana)} as at from due d
      cross join lateral generate_series(
        greatest(d.next_day::timestamp, ${now.slice(0, 10)}::timestamp - interval '4 days'), ${now.slice(0, 10)}::timestamp + interval '3 days', interval '1 day') g (day)
    ), moved as (
      update campaign_triggers t set next_day = n.day, next_at = n.at
      from (select distinct on (id) id, day, at from days where at > ${now}::timestamptz order by id, at) n
      where t.company_id = ${tx.companyId} and t.id = n.id returning t.id
    )
    select d.id, d.owner_id, d.day::text from days d join moved m on m.id = d.id where d.at <= ${now}::timestamptz order by d.at, d.id`.execute(
    tx.db,
  );
  for (const { id, owner_id, day } of rows) tx.enqueue(campaignJobs.day, { id, day }, { as: owner_id });
}

async function askForEvents(tx: Tx): Promise<void> {
  const now = tx.clock().getTime();
  const to = new Date(now - settleMs);
  const { rows } = await sql<{ id: number; owner_id: number; enabled_at: string; swept_at: string }>`
    with due as (
      select t.id, t.swept_at from campaign_triggers t
      where t.company_id = ${tx.companyId} and t.enabled and t.swept_at <= ${new Date(to.getTime() - lookMs)}::timestamptz order by t.id for update skip locked
    )
    update campaign_triggers t set swept_at = ${to}::timestamptz from due
    where t.company_id = ${tx.companyId} and t.id = due.id returning t.id, t.owner_id, t.enabled_at, due.swept_at`.execute(tx.db);
  for (const { id, owner_id, enabled_at, swept_at } of rows) {
    const from = Math.max(Date.parse(enabled_at), Date.parse(swept_at) - overlapMs, now - oldestMs);
    if (from >= to.getTime()) continue;
    tx.enqueue(campaignJobs.events, { id, from: new Date(from).toISOString(), to: to.toISOString() }, { as: owner_id });
  }
}
