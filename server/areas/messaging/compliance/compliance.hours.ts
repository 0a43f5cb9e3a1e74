// When contacts may be called or texted, as SQL: the windows of each zone under each state's law, and where all of a contact's overlap.
import { type RawBuilder, sql } from 'kysely';

/** Days that are looked ahead: no rule closes so many in a row. */
const horizon = 8;

/** The zones of a place of which nothing is known: it may be anywhere in these. */
export const everyZone = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

interface Hours {
  at: RawBuilder<unknown>;
  /** Federal holidays around this moment, `YYYY-MM-DD`. */
  holidays: string[];
  /** False: hours do not count, and `open` is null. */
  byHours: boolean;
  /** More columns of each spot, over `s`, a row of `places_of_people`. */
  limits: RawBuilder<unknown>;
}

/**
 * CTEs over `people` and `rules`, the last of them `spots`: for every pair of `zones` and `states` among the people the clocks and laws
 * that count, the rules in force, and `open`, when all windows are open: from `opens_at` on, if not longer
 * closed for another reason, and where that is now, to `open_until`.
 */
export const openSpots = ({ at, holidays, byHours, limits }: Hours): RawBuilder<unknown> => sql`
  places_of_people as materialized (
    select row_number() over () as id, p.zones as zones_key, p.states as states_key,
      array(select distinct z from unnest(case when p.zones = '{}' then ${everyZone}::text[] else p.zones end) z order by z) as zones,
      array(select distinct s from unnest(p.states) s where s <> '' order by s) as states
    from (select distinct zones, states from people) p),
  ${byHours ? windows(at, holidays) : sql``}
  spots as materialized (
    select s.zones_key, s.states_key, s.zones, s.states,
      array(select v.id from valid v where v.state = '' or v.state = any(s.states) order by v.id) as rules,
      ${limits},
      ${
        byHours
          ? sql`s.id, o.open,
        (select min(greatest(lower(w), ${at})) from unnest(o.open) w where upper(w) > ${at}) as opens_at,
        (select upper(w) from unnest(o.open) w where w @> ${at}) as open_until`
          : sql`s.id, null::tstzmultirange as open, ${at} as opens_at, null::timestamptz as open_until`
      }
    from places_of_people s ${byHours ? sql`join openings o on o.id = s.id` : sql``})`;

/** A day without a rule is open from midnight to midnight; a rule without hours closes its days. */
const windows = (at: RawBuilder<unknown>, holidays: string[]) => sql`
  pairs as materialized (
    select s.id, z as zone, t as state from places_of_people s cross join unnest(s.zones) z cross join unnest('{""}' || s.states) t),
  local_days as materialized (
    select z.zone, (${at} at time zone z.zone)::date + n as day from (select distinct zone from pairs) z cross join generate_series(0, ${horizon}) n),
  windows as materialized (
    select w.zone, w.state, coalesce(range_agg(tstzrange((w.day + w.opens_at) at time zone w.zone, (w.day + w.closes_at) at time zone w.zone))
      filter (where not w.closed and w.opens_at < w.closes_at), '{}') as open
    from (
      select d.zone, t.state, d.day, coalesce(max(r.opens_at), '00:00') as opens_at, coalesce(min(r.closes_at), '24:00') as closes_at,
        coalesce(bool_or(r.id is not null and r.opens_at is null), false) as closed
      from (select distinct zone, state from pairs) t
      join local_days d on d.zone = t.zone
      left join rules r on r.kind = 'hours' and r.state = t.state and r.in_force @> d.day
        and (extract(dow from d.day)::smallint = any(r.days) or (7 = any(r.days) and d.day = any(${holidays}::date[])))
      group by 1, 2, 3) w
    group by 1, 2),
  openings as materialized (
    select p.id, range_intersect_agg(w.open) as open from pairs p join windows w on w.zone = p.zone and w.state = p.state group by 1),`;
