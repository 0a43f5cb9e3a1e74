// The compliance gate once more, as plain code over objects: what its SQL must answer, said in another way.
import { everyZone } from '#areas/messaging/compliance/compliance.hours.ts';
import type { Channel, GateReason, Purpose } from '#contract/complianceLists.ts';
import { zoneOf } from '#contract/lookups.ts';

export interface Rule {
  id: string;
  kind: string;
  state: string;
  channels: string[];
  days: number[];
  /** Minutes of the day. */
  opens: number | null;
  closes: number | null;
  amount: number | null;
  from: string;
  until: string | null;
  replaces: string | null;
  waived: boolean;
}

export interface Subject {
  id: number;
  owner_id: number;
  timezone: 'est' | 'cst' | 'mst' | 'pst' | 'akst' | 'hst' | null;
  state: string;
  zip_code: string;
  phone: string;
  email: string;
  email_state: string;
  deleted: boolean;
  do_not_email: boolean;
  do_not_text: boolean;
  do_not_call: boolean;
  suppressions: { channel: Channel; purpose: string; lifted: boolean }[];
  consents: { channel: Channel; kind: string; purpose: string; address: string; at: number }[];
  lists: ('internal' | 'national' | 'failed')[];
  fact: 'landline' | 'dead' | null;
  /** Of the e-mail address; 0: it does not rest. */
  rests_until: number;
  passes: { channel: Channel; at: number; purpose: string }[];
  policy: { in_force: boolean; terminated: string | null } | null;
}

export interface World {
  places: Map<string, { states: string[]; zones: string[] }>;
  law: Rule[];
  own: Rule[];
  holidays: Set<string>;
  licences: { user: number; state: string; expires: string | null }[];
  nationalAsOf: string | null;
  postalAddress: boolean;
  registered: boolean;
  /** No marketing mail leaves. */
  paused: boolean;
}

export interface Answer {
  answer: 'yes' | 'no' | 'later';
  reason: GateReason | null;
  until: string | null;
}

const hour = 3_600_000;
const quarter = hour / 4;

export function decide(world: World, who: Subject, channel: Channel, purpose: Purpose, at: number): Answer {
  const { zones, states, home } = placesOf(world, who);
  const reason = lastingReason(world, who, { channel, purpose, at, states, home });
  if (reason) return { answer: 'no', reason, until: null };
  if (purpose === 'reply' || purpose === 'compliance') return { answer: 'yes', reason: null, until: null };
  const capped = cappedUntil(world, who, channel, at, states);
  const hours = rulesOf(world, channel, 'hours').filter(({ state }) => state === '' || states.includes(state));
  const start = Math.max(at, capped ?? at);
  for (let time = start; time < at + 8 * 24 * hour; time = (Math.floor(time / quarter) + 1) * quarter) {
    if (!zones.every((zone) => isOpen(world, hours, zone, time))) continue;
    if (time === at) return { answer: 'yes', reason: null, until: null };
    return { answer: 'later', reason: capped ? 'cap' : 'hours', until: new Date(time).toISOString() };
  }
  return { answer: 'no', reason: 'hours', until: null };
}

function lastingReason(
  world: World,
  who: Subject,
  {
    channel,
    purpose,
    at,
    states,
    home,
  }: { channel: Channel; purpose: Purpose; at: number; states: string[]; home: string | null },
): GateReason | null {
  const address = channel === 'email' ? who.email : who.phone;
  const today = localTime('America/New_York', at).day;
  const inForce = (kind: string) =>
    rulesOf(world, channel, kind).filter(
      (rule) => counts(world, rule, today) && (rule.state === '' || states.includes(rule.state)),
    );
  if (who.deleted) return 'unknown';
  if (address === '') return 'no_address';
  if (channel === 'email' && who.email_state === 'invalid') return 'invalid_address';
  if (purpose === 'compliance') return null;
  const stopped = who.suppressions.some(
    (each) =>
      each.channel === channel && !each.lifted && (each.purpose === 'all' || (purpose !== 'reply' && each.purpose === purpose)),
  );
  if (stopped) return 'suppressed';
  if (who[`do_not_${channel}`]) return 'do_not_contact';
  if (purpose === 'marketing' && inForce('licence').some(({ state }) => state === '' || state === home)) {
    const held = world.licences.some(
      ({ user, state, expires }) =>
        user === who.owner_id && (home === null || state === home) && (expires === null || expires >= today),
    );
    if (!held) return 'not_licensed';
  }
  if (channel === 'text' && !world.registered && inForce('registration').length > 0) return 'not_registered';
  if (purpose === 'marketing' && channel !== 'email') {
    const heard = who.consents
      .filter((each) => each.channel === channel && each.kind !== 'inquiry' && each.purpose !== 'service' && each.at <= at)
      .filter((each) => each.address === '' || each.address === address);
    const agreed = heard.sort((one, other) => one.at - other.at).at(-1)?.kind === 'given';
    if (channel === 'text' && !agreed && inForce('consent').length > 0) return 'no_consent';
    const allowed = agreed || isRelated(who, channel, address, at, today, inForce);
    if (who.lists.includes('internal')) return 'do_not_call_list';
    if (who.lists.includes('national') && !allowed) return 'do_not_call_list';
    const stale = inForce('list_age').some(
      ({ amount }) => world.nationalAsOf === null || world.nationalAsOf < dayBefore(today, amount ?? 0),
    );
    if (stale && !allowed) return 'list_too_old';
  }
  if (channel === 'text' && who.fact === 'landline') return 'landline';
  if (channel !== 'email' && who.fact === 'dead') return 'dead_address';
  if (channel === 'email' && purpose !== 'reply' && who.rests_until > at) return 'resting_address';
  if (channel === 'email' && purpose === 'marketing' && world.paused) return 'marketing_paused';
  if (channel === 'email' && purpose === 'marketing' && !world.postalAddress && inForce('postal_address').length > 0)
    return 'no_postal_address';
  return null;
}

function isRelated(
  who: Subject,
  channel: Channel,
  address: string,
  at: number,
  today: string,
  inForce: (kind: string) => Rule[],
): boolean {
  const shortest = (kind: string) => Math.min(...inForce(kind).map(({ amount }) => amount ?? 0));
  const { in_force = false, terminated = null } = who.policy ?? {};
  if (in_force || (terminated !== null && terminated >= monthsBefore(today, shortest('purchase_months')))) return true;
  const since = Date.parse(`${monthsBefore(today, shortest('inquiry_months'))}T00:00:00Z`);
  return who.consents.some(
    (each) =>
      each.kind === 'inquiry' &&
      each.channel === channel &&
      (each.address === '' || each.address === address) &&
      each.at <= at &&
      each.at >= since,
  );
}

function cappedUntil(world: World, who: Subject, channel: Channel, at: number, states: string[]): number | null {
  const today = localTime('America/New_York', at).day;
  const caps = rulesOf(world, channel, 'cap').filter(
    (rule) => counts(world, rule, today) && (rule.state === '' || states.includes(rule.state)),
  );
  if (caps.length === 0) return null;
  const most = Math.min(...caps.map(({ amount }) => amount ?? 0));
  const lately = who.passes
    .filter((pass) => pass.channel === channel && pass.at > at - 24 * hour && pass.at <= at && pass.purpose !== 'reply')
    .map((pass) => pass.at)
    .sort((one, other) => other - one);
  const deciding = lately[Math.max(most, 1) - 1];
  return deciding === undefined ? null : deciding + 24 * hour;
}

const rulesOf = (world: World, channel: Channel, kind: string) =>
  [...world.law, ...world.own].filter((rule) => rule.kind === kind && !rule.waived && rule.channels.includes(channel));

/** Whether it is in force on a day, and no rule of the company stands in its place then. */
const counts = (world: World, rule: Rule, day: string): boolean =>
  covers(rule, day) && !world.own.some((own) => own.replaces === rule.id && covers(own, day));
const covers = ({ from, until }: Rule, day: string) => from <= day && (until === null || day < until);

function isOpen(world: World, hours: Rule[], zone: string, time: number): boolean {
  const { day, minute, weekday } = localTime(zone, time);
  return hours
    .filter((rule) => counts(world, rule, day))
    .filter(({ days }) => days.includes(weekday) || (days.includes(7) && world.holidays.has(day)))
    .every(({ opens, closes }) => opens !== null && closes !== null && minute >= opens && minute < closes);
}

export function placesOf(world: World, { timezone, state, zip_code, phone }: Subject) {
  const zip = world.places.get(`zip:${zip_code.slice(0, 5)}`) ?? world.places.get(`zip:${zip_code.slice(0, 3)}`);
  const area = world.places.get(`area:${phone.slice(0, 3)}`);
  const ofState = world.places.get(`state:${state}`);
  const stored = timezone && zoneOf(timezone, state);
  const agrees = zip?.states.includes(state) || (stored !== null && ofState?.zones.includes(stored));
  const zones = [stored ?? [], zip?.zones ?? [], area?.zones ?? [], agrees ? [] : (ofState?.zones ?? [])].flat();
  const states = [state, zip?.states ?? [], area?.states ?? []].flat().filter((each) => each !== '');
  const known = [...new Set(zones)];
  return { zones: known.length > 0 ? known : everyZone, states, home: state || (zip?.states[0] ?? area?.states[0] ?? null) };
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const times = new Map<string, { day: string; minute: number; weekday: number }>();

export function localTime(zone: string, at: number) {
  const key = `${zone} ${at}`;
  const known = times.get(key);
  if (known) return known;
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  const [day = '', time = ''] = clock.format(at).split(' ');
  const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number];
  const local = { day, minute: hours * 60 + minutes + seconds / 60, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() };
  times.set(key, local);
  return local;
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * hour).toISOString().slice(0, 10);

/** As PostgreSQL: the last day of a shorter month. */
function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay))).toISOString().slice(0, 10);
}
