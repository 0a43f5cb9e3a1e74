// The month of a calendar with 10,000 events, and a search in all of it.
import { sql } from 'kysely';
import { listEvents } from '#contract/calendar.ts';
import { getMe } from '#contract/signIn.ts';
import { connect } from '#kernel/db/database.ts';
import { signIn } from './caller.ts';
import type { Product } from './product.ts';
import { byTurns, count, inMs, median, percentile, type Section, type Size, timed } from './support.ts';

const events = 10_000;
/** Of one round. */
const times = 20;

export async function benchCalendar(product: Product, { rounds }: Size): Promise<Section> {
  const caller = await signIn(product.port, 'agent@harbor.test');
  const me = await caller.call(getMe, {});
  await fill(product, me.company.id, me.id);
  const today = new Date();
  const day = (month: number, date: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, date)).toLocaleDateString('en-US', {
      ...{ timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' },
    });
  const month = { start_date: day(0, 1), end_date: day(1, 0) };
  const all = { start_date: day(-6, 2), end_date: day(6, 1), q: 'Event 4711' };
  const shown = (await caller.call(listEvents, { query: month })).data.length;
  const repeat = (query: typeof month) => async () => {
    const ms: number[] = [];
    for (let time = 0; time < times; time++) ms.push((await timed(() => caller.call(listEvents, { query }))).ms);
    return ms;
  };
  const [ofMonth, ofSearch] = (await byTurns(rounds, repeat(month), repeat(all))).map((each) => each.flat()) as [
    number[],
    number[],
  ];
  caller.close();
  const row = (name: string, ms: number[]) => [name, inMs(median(ms)), inMs(percentile(ms, 0.95))];
  return {
    name: 'calendar',
    title: 'Calendar',
    how: `GET /v1/events, one after another, ${count(ofMonth.length)} of each by turns, in a calendar of ${count(events)} events within a year.`,
    columns: ['List', 'Median', 'p95'],
    rows: [row(`A month, ${count(shown)} events`, ofMonth), row('A search in the year', ofSearch)],
  };
}

async function fill({ urlOf, log }: Product, companyId: number, userId: number): Promise<void> {
  const operator = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  try {
    await sql`
      with made as (
        insert into events (company_id, owner_id, title, type, starts, ends, timezone, uid)
        select ${companyId}::bigint, ${userId}::bigint, 'Event ' || n, 'call', to_char(t, 'YYYY-MM-DD"T"HH24:MI'),
          to_char(t + interval '30 minutes', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', 'bench ' || n
        from generate_series(1, ${events}::integer) n
        cross join lateral (select date_trunc('month', now() at time zone 'UTC') - interval '6 months' + n * interval '52 minutes' as t) x
        returning id, starts, ends
      )
      insert into event_occurrences (company_id, event_id, original, owner_id, private, busy, all_day, starts_at, ends_at)
      select ${companyId}::bigint, id, '', ${userId}::bigint, false, true, false, starts::timestamp at time zone 'UTC', ends::timestamp at time zone 'UTC'
      from made`.execute(operator.db);
    await sql`analyze events, event_occurrences`.execute(operator.db);
  } finally {
    await operator.close();
  }
}
