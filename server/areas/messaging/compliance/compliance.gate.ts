// mayContact as SQL: one statement decides over any number of contacts, for one channel, purpose and moment (decision 0055).

import { type RawBuilder, sql } from 'kysely';
import { postalAddress } from '#areas/company/settings/settings.service.ts';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import type { ActorReach } from '#areas/identity/users/users.service.ts';
import { type Channel, type GateReason, gateChecks, type Purpose } from '#contract/complianceLists.ts';
import { ianaZones, timezones } from '#contract/lookups.ts';
import type { Tx } from '#kernel/context.ts';
import { holidaysOf } from './compliance.holidays.ts';
import { openSpots } from './compliance.hours.ts';

export interface Asking {
  channel: Channel;
  purpose: Purpose;
  at: Date;
  /** In whose name: their licence counts. Default: the contact's owner, else the actor. */
  agentId?: number | undefined;
  /** For contacts without an owner, where `agentId` is left out. Default: the actor. */
  fallbackAgentId?: number | undefined;
  /**
   * Also answers `related`: whether a purchase or an inquiry lately makes a relationship. For marketing calls of
   * few.
   */
  askRelated?: boolean | undefined;
}

/**
 * Decisions on the contacts of `asked`, a query with `contact_id` (null: a number of nobody), `address` (null: the contact's first) and `position`. Columns are
 * those of `Decided` and `position`.
 */
export function decisionsOn(tx: Tx, reach: ActorReach, asked: RawBuilder<unknown>, asking: Asking): RawBuilder<unknown> {
  const { channel, purpose } = asking;
  const at = sql`${asking.at.toISOString()}::timestamptz`;
  /** The day by which rules are in force: the East's, where a day begins first. */
  const day = sql`${easternDay(asking.at)}::date`;
  const year = asking.at.getUTCFullYear();
  const holidays = [year - 1, year, year + 1].flatMap(holidaysOf);
  const byHours = applies('hours', asking);
  const byLicence = applies('not_licensed', asking);
  const { agentId, fallbackAgentId = tx.actor.userId } = asking;
  return sql`
    with asked as (${asked}),
    rules as materialized (
      select l.id, l.kind, l.state, l.days, l.opens_at, l.closes_at, l.amount,
        datemultirange(daterange(l.effective_from, l.effective_until)) - coalesce(
          (select range_agg(daterange(o.effective_from, o.effective_until)) from contact_rules o
           where o.company_id = ${tx.companyId} and o.replaces = l.id), '{}') as in_force
      from law_rules l where ${channel} = any(l.channels)
      union all
      select 'own:' || o.id, o.kind, o.state, o.days, o.opens_at, o.closes_at, o.amount,
        datemultirange(daterange(o.effective_from, o.effective_until))
      from contact_rules o where o.company_id = ${tx.companyId} and not o.waived and ${channel} = any(o.channels)),
    valid as materialized (select * from rules where in_force @> ${day}),
    office as materialized (
      select bool_or(trim(s.value #>> '{}') <> '') as has_postal_address,
        exists (select from text_registrations r where r.company_id = ${tx.companyId} and r.state = 'approved') as is_registered,
        exists (select from lanes l where l.company_id = ${tx.companyId} and l.channel = ${channel} and l.marketing_paused_at is not null) as is_paused,
        (select max(l.as_of) from do_not_call_lists l
         where l.company_id = ${tx.companyId} and l.kind = 'national' and l.status = 'ready') as national_list_of,
        array(select l.id from do_not_call_lists l
         where l.company_id = ${tx.companyId} and l.kind = 'internal' and l.status = 'ready') as internal_lists
      from settings s where s.company_id = ${tx.companyId} and s.name = ${postalAddress.name}),
    people as materialized (
      select a.position, a.contact_id, a.contact_id is not null and (c.id is null or c.deleted_at is not null) as unknown, c.owner_id, c.do_not_call, c.do_not_text, c.do_not_email,
        coalesce(nullif(a.address, ''), ${channel === 'email' ? sql`c.email` : sql`c.phone`}, '') as address,
        ${channel === 'email' ? sql`c.emails -> 0 ->> 'state' = 'invalid' and coalesce(a.address, c.email) = c.email` : sql`false`} as invalid,
        coalesce(nullif(c.state, ''), zip.states[1], zips.states[1], area.states[1], '') as home,
        coalesce(${agentId ?? null}::bigint, c.owner_id, ${fallbackAgentId}::bigint) as agent,
        ${zonesOf} as zones,
        array[c.state] || coalesce(zip.states, zips.states, '{}') || coalesce(area.states, '{}') as states
      from asked a
      -- offset 0: one look by the key for each, whatever the statistics say of the company's size
      left join lateral (select c.* from contacts c where c.company_id = ${tx.companyId} and c.id = a.contact_id and ${inReach(reach)} offset 0) c on true
      left join places zip on zip.code = 'zip:' || left(c.zip_code, 5)
      left join places zips on zips.code = 'zip:' || left(c.zip_code, 3)
      left join places area on area.code = 'area:' || left(${channel === 'email' ? sql`c.phone` : sql`coalesce(nullif(a.address, ''), c.phone)`}, 3)
      left join places state on state.code = 'state:' || c.state),
    ${openSpots({ at, holidays, byHours, limits: limitsOf(asking, day) })},
    ${
      byLicence
        ? sql`licences as materialized (
      select q.agent, q.home, (select l.id from agent_licences l where l.company_id = ${tx.companyId} and l.user_id = q.agent
          and (l.state = q.home or q.home = '') and (l.expires_on is null or l.expires_on >= ${day}) limit 1) as licence_id,
        exists (select from valid v where v.kind = 'licence' and v.state in ('', q.home)) as licence_needed
      from (select distinct agent, home from people) q),`
        : sql``
    }
    checked as materialized (
      select p.position, p.contact_id, p.address, p.unknown, p.invalid, ${sql.ref(`p.do_not_${channel}`)} as do_not_contact,
        s.id as spot, s.zones as clocks, s.states as laws, s.rules, s.opens_at, s.open_until, s.purchase_months, s.inquiry_months, ${byLicence ? sql`n.licence_id, n.licence_needed` : sql`null::bigint as licence_id, false as licence_needed`},
        ${sql.join(checksOf(tx, asking, at))}
      from people p
      join spots s on s.zones_key = p.zones and s.states_key = p.states
      ${byLicence ? sql`join licences n on n.agent = p.agent and n.home = p.home` : sql``}
      cross join office),
    decided as materialized (
      select k.*, ${reasonOf(tx, asking, day)} as lasting,
        case when k.capped_until is null or not ${byHours} then k.opens_at else (
          select min(greatest(lower(w), ${at}, k.capped_until)) from spots s cross join unnest(s.open) w
          where s.id = k.spot and upper(w) > greatest(${at}, k.capped_until)) end as open_at
      from checked k)
    select d.position, ${channel} as channel, ${purpose} as purpose, d.contact_id, d.address, ${at} as at,
      case when d.lasting is not null or d.open_at is null then 'no' when d.open_at > ${at} then 'later' else 'yes' end as answer,
      case when d.lasting is not null then d.lasting
        when d.open_at > ${at} and d.capped_until is not null then 'cap'
        when d.open_at is null or d.open_at > ${at} then 'hours' end as reason,
      case when d.lasting is null and d.open_at > ${at} then d.open_at end as until,
      d.open_until, d.rules, d.clocks as zones, d.laws as states, d.suppression_id, d.consent_id, d.list_id, d.licence_id${
        asking.askRelated
          ? sql`, (select ${relatedSince(tx, asking, day)} from checked k where k.position = d.position) as related`
          : sql``
      }
    from decided d`;
}

/** The limits that a place's rules set, over `s`, a row of `places_of_people`: one computation for its thousands of people. */
function limitsOf(asking: Asking, day: RawBuilder<unknown>): RawBuilder<unknown> {
  const rulesOf = (kind: string) => sql`from valid v where v.kind = ${sql.lit(kind)} and v.state = any('{""}' || s.states_key)`;
  const inPlace = (reason: GateReason, value: RawBuilder<unknown>, otherwise: RawBuilder<unknown>, name: string) =>
    sql`${applies(reason, asking) ? value : otherwise} as ${sql.ref(name)}`;
  const none = sql`null::integer`;
  return sql.join([
    inPlace('no_consent', sql`exists (select ${rulesOf('consent')})`, sql`false`, 'consent_needed'),
    inPlace(
      'list_too_old',
      sql`exists (select ${rulesOf('list_age')} and coalesce((select national_list_of from office) < ${day} - v.amount, true))`,
      sql`false`,
      'list_stale',
    ),
    inPlace('cap', sql`(select min(v.amount) ${rulesOf('cap')})`, none, 'most'),
    inPlace('do_not_call_list', sql`(select min(v.amount) ${rulesOf('purchase_months')})`, none, 'purchase_months'),
    inPlace('do_not_call_list', sql`(select min(v.amount) ${rulesOf('inquiry_months')})`, none, 'inquiry_months'),
  ]);
}

/** The reasons' columns, each looked up only where the reason may stop this channel and purpose. */
function checksOf(tx: Tx, asking: Asking, at: RawBuilder<unknown>) {
  const { channel, purpose } = asking;
  const column = <T>(
    reason: GateReason,
    name: string,
    value: RawBuilder<T>,
    otherwise: RawBuilder<unknown> = sql`null::bigint`,
  ) => sql`${applies(reason, asking) ? value : otherwise} as ${sql.ref(name)}`;
  const scopes = purpose === 'reply' ? ['all'] : ['all', purpose];
  const none = sql`null::bigint`;
  return [
    column(
      'suppressed',
      'suppression_id',
      sql`(select u.id from suppressions u where u.company_id = ${tx.companyId} and u.channel = ${channel} and u.address = p.address
        and u.lifted_at is null and u.purpose = any(${scopes}) limit 1)`,
    ),
    sql`${
      applies('no_consent', asking) || applies('do_not_call_list', asking)
        ? sql`(select case when k.kind = 'given' then k.id end from consents k
            where k.company_id = ${tx.companyId} and k.contact_id = p.contact_id and k.channel = ${channel} and k.kind in ('given', 'revoked')
            and k.purpose in ('all', 'marketing') and k.address in ('', p.address) and k.at <= ${at}
            order by k.at desc, k.id desc limit 1)`
        : none
    } as consent_id`,
    sql`s.consent_needed, s.list_stale`,
    column(
      'do_not_call_list',
      'list_id',
      sql`(select n.list_id from do_not_call_numbers n join do_not_call_lists l on l.company_id = ${tx.companyId} and l.id = n.list_id and l.status = 'ready'
        where n.company_id = ${tx.companyId} and n.number = ${numberOf} order by l.kind <> 'internal' limit 1)`,
    ),
    column(
      'not_registered',
      'unregistered',
      sql`not office.is_registered and exists (select from valid v where v.kind = 'registration')`,
      sql`false`,
    ),
    column(
      'no_postal_address',
      'unaddressed',
      sql`not coalesce(office.has_postal_address, false) and exists (select from valid v where v.kind = 'postal_address')`,
      sql`false`,
    ),
    column('marketing_paused', 'paused', sql`office.is_paused`, sql`false`),
    sql`${
      applies('dead_address', asking)
        ? sql`(select case when f.dead then 'dead_address' when f.landline and ${channel === 'text'} then 'landline' when f.resting_until > ${at} then 'resting_address' end from address_facts f
            where f.company_id = ${tx.companyId} and f.address = p.address)`
        : sql`null::text`
    } as fact`,
    sql`${
      applies('cap', asking)
        ? // Sums, as the index of times would read the whole day of everyone.
          sql`(select g.at + interval '24 hours' from gate_passes g
            where s.most is not null and g.company_id = ${tx.companyId} and g.channel = ${channel} and g.address = p.address
              and g.at + interval '24 hours' > ${at} and g.at - interval '0' <= ${at} and g.purpose in ('marketing', 'service')
            order by g.at desc limit 1 offset s.most - 1)`
        : sql`null::timestamptz`
    } as capped_until`,
  ];
}

/** A purchase or an inquiry lately of `k`: 47 CFR 64.1200(f)(5). A policy in force is paid for. */
const relatedSince = (tx: Tx, { channel, at }: Asking, day: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from policies y where y.company_id = ${tx.companyId} and y.contact_id = k.contact_id and y.deleted_at is null
    and (y.status = 'in_force' or y.termination_date >= ${day} - make_interval(months => k.purchase_months)))
  or exists (select from consents q where q.company_id = ${tx.companyId} and q.contact_id = k.contact_id and q.kind = 'inquiry'
    and q.channel = ${channel} and q.address in ('', k.address) and q.at <= ${at.toISOString()}::timestamptz and q.at >= ${day} - make_interval(months => k.inquiry_months)))`;

const numberOf = sql`case when p.address ~ '^[0-9]{10}$' then p.address::bigint end`;

/** The first lasting reason, in the order of `gateChecks`. */
function reasonOf(tx: Tx, asking: Asking, day: RawBuilder<unknown>): RawBuilder<unknown> {
  const stops = conditions(relatedSince(tx, asking, day));
  const whens = (Object.keys(gateChecks) as GateReason[]).flatMap((reason) => {
    const condition = stops[reason];
    return condition && applies(reason, asking) ? [sql`when ${condition} then ${sql.lit(reason)}`] : [];
  });
  return sql`case ${sql.join(whens, sql` `)} end`;
}

/** Of `k`, a row of `checked`. `related` is looked up only where it decides. */
const conditions = (related: RawBuilder<boolean>): Partial<Record<GateReason, RawBuilder<boolean>>> => ({
  unknown: sql`k.unknown`,
  no_address: sql`k.address = ''`,
  invalid_address: sql`k.invalid`,
  suppressed: sql`k.suppression_id is not null`,
  do_not_contact: sql`k.do_not_contact`,
  not_licensed: sql`k.licence_needed and k.licence_id is null`,
  not_registered: sql`k.unregistered`,
  no_consent: sql`k.consent_needed and k.consent_id is null`,
  do_not_call_list: sql`k.list_id is not null and (k.list_id = any((select internal_lists from office)::bigint[]) or (k.consent_id is null and not ${related}))`,
  list_too_old: sql`k.list_stale and k.consent_id is null and not ${related}`,
  landline: sql`k.fact = 'landline'`,
  dead_address: sql`k.fact = 'dead_address'`,
  resting_address: sql`k.fact = 'resting_address'`,
  marketing_paused: sql`k.paused`,
  no_postal_address: sql`k.unaddressed`,
});

const applies = (reason: GateReason, { channel, purpose }: Asking): boolean => {
  const check: { channels: readonly Channel[]; purposes: readonly Purpose[] } = gateChecks[reason];
  return check.channels.includes(channel) && check.purposes.includes(purpose);
};

const storedZone = sql`case when c.timezone = 'mst' and c.state = 'AZ' then 'America/Phoenix' else case c.timezone ${sql.join(
  timezones.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(ianaZones[name])}`),
  sql` `,
)} end end`;

/** The zones of the stored zone, the ZIP and the area code; the state's where nothing closer agrees with it. Empty: unknown. */
const zonesOf = sql`array_remove(array[${storedZone}] || coalesce(zip.zones, zips.zones, '{}') || coalesce(area.zones, '{}')
  || case when coalesce(c.state = any(coalesce(zip.states, zips.states)), false) or coalesce(${storedZone} = any(state.zones), false) then '{}' else coalesce(state.zones, '{}') end, null)`;

const easternDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at);
