// Conditions on days and moments. A day of a moment is the day in the time zone of the user who asks.

import { type RawBuilder, sql } from 'kysely';
import { zoneOfActor } from '#areas/identity/users/users.service.ts';
import type { Filter } from '#contract/contactsScope.ts';
import { Day } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { type Refuse, toNumber } from './contacts.filterValues.ts';

/** The last or next so many days as the days they are today. */
export async function fixedDays(tx: Tx, filter: Filter, refuse: Refuse): Promise<Filter> {
  const { operator, value } = filter;
  if (operator !== 'in_last' && operator !== 'in_next') return filter;
  const [today, days] = [await todayOfActor(tx), toDayCount(value, refuse)];
  return {
    ...filter,
    operator: 'between',
    value: operator === 'in_last' ? [addDays(today, -days), today] : [today, addDays(today, days)],
  };
}

export function dayCondition(ref: RawBuilder<string>, { operator, value }: Filter, refuse: Refuse): Condition {
  if (operator === 'is_empty') return sql`${ref} is null`;
  if (operator === 'is_not_empty') return sql`${ref} is not null`;
  const [from, to] = toDays(operator, value, refuse);
  if (operator === 'on') return sql`${ref} = ${from}::date`;
  if (operator === 'before') return sql`${ref} < ${from}::date`;
  if (operator === 'after') return sql`${ref} > ${from}::date`;
  return sql`${ref} between ${from}::date and ${to}::date`;
}

export async function momentCondition(
  tx: Tx,
  ref: RawBuilder<unknown>,
  { operator, value }: Filter,
  refuse: Refuse,
): Promise<Condition> {
  if (operator === 'is_empty') return sql`${ref} is null`;
  if (operator === 'is_not_empty') return sql`${ref} is not null`;
  const [from, to] = toDays(operator, value, refuse);
  const zone = await zoneOfActor(tx);
  const start = sql`${from}::date::timestamp at time zone ${zone}`;
  const end = sql`(${operator === 'between' ? to : from}::date + 1)::timestamp at time zone ${zone}`;
  if (operator === 'before') return sql`${ref} < ${start}`;
  if (operator === 'after') return sql`${ref} >= ${end}`;
  return sql`(${ref} >= ${start} and ${ref} < ${end})`;
}

/** An age is a range of birth days, which has an index. */
export async function ageCondition(tx: Tx, { operator, value }: Filter, refuse: Refuse): Promise<Condition> {
  const today = await todayOfActor(tx);
  const [low, high = low] = (Array.isArray(value) ? value : [value]).map((item) => toNumber(item, refuse));
  if (low === undefined || high === undefined) throw refuse('Enter an age');
  const wholeAge = (age: number) => Math.max(-1, Math.min(Math.trunc(age), 150));
  const bornBy = (age: number) => sql`(${today}::date - make_interval(years => ${wholeAge(age)}))::date`;
  const bornAfter = (age: number) => bornBy(age + 1);
  if (operator === 'turns_in') {
    if (!Array.isArray(value) || value.length !== 2) throw refuse('Enter an age and a number of days');
    const by = addDays(today, toDayCount(high, refuse));
    return sql`c.birth_date between ${bornBy(low)} and (${by}::date - make_interval(years => ${wholeAge(low)}))::date`;
  }
  if (operator === 'at_least') return sql`c.birth_date <= ${bornBy(low)}`;
  if (operator === 'at_most') return sql`c.birth_date > ${bornAfter(low)}`;
  return sql`(c.birth_date <= ${bornBy(low)} and c.birth_date > ${bornAfter(operator === 'between' ? high : low)})`;
}

/**
 * The birth days of 130 years that have their birthday then, so that the index of birth dates finds them: an index of month and day
 * would not be used under row-level security. People born on February 29 have it on the 28th of other years.
 */
export async function birthdayCondition(tx: Tx, { operator, value }: Filter, refuse: Refuse): Promise<Condition> {
  if (operator === 'is_empty') return sql`c.birth_date is null`;
  if (operator === 'is_not_empty') return sql`c.birth_date is not null`;
  const [today, count] = [await todayOfActor(tx), Math.min(toDayCount(value, refuse), 365)];
  const days = Array.from({ length: count + 1 }, (_, day) => addDays(today, day)).flatMap((day) =>
    day.endsWith('-02-28') && addDays(day, 1).endsWith('-03-01') ? [day, `${day.slice(0, 4)}-02-29`] : [day],
  );
  const monthDays = days.map((day) => Number(day.slice(5).replace('-', '')));
  const year = Number(today.slice(0, 4));
  return sql`c.birth_date = any(array(
    select make_date(year, day / 100, day % 100) from generate_series(${year - 130}::int, ${year}::int) year, unnest(${monthDays}::int[]) day
    where day <> 229 or (year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0))))`;
}

export const todayOfActor = async (tx: Tx) => dayIn(await zoneOfActor(tx), tx.clock());
/** YYYY-MM-DD */
export const dayIn = (timeZone: string, moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

function toDayCount(value: unknown, refuse: Refuse): number {
  const days = toNumber(value, refuse);
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw refuse('Enter a number of days from 1 to 3650');
  return days;
}

/** One day, or two for `between`. */
function toDays(operator: string, value: Filter['value'], refuse: Refuse): [string, string] {
  const days = (Array.isArray(value) ? value : [value]).map(String);
  const [from, to = from] = days;
  const isDay = (day: string | undefined): day is string => Day.safeParse(day).success;
  if (!isDay(from) || !isDay(to) || (operator === 'between' && days.length !== 2)) throw refuse('Choose a day');
  return [from, to];
}
