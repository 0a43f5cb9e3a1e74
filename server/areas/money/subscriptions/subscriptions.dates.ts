// Days and months of subscriptions. The clock is always a parameter; a day begins at midnight of the payer's
// zone.
import { type RawBuilder, sql } from 'kysely';

/** The beginning of period k: always counted from the first day, so 31 Jan, 28 Feb, 31 Mar. */
export const startOf = (anchor: RawBuilder<unknown>, zone: RawBuilder<unknown>, k: RawBuilder<unknown>) =>
  sql<string>`((${anchor}::date + make_interval(months => ${k}::int)) at time zone ${zone}::text)`;

/** The payer's calendar day at a moment. */
export const dayIn = (zone: RawBuilder<unknown>, moment: Date) =>
  sql<string>`(${moment}::timestamptz at time zone ${zone}::text)::date`;

interface Dunning {
  from: string;
  /** Days after the invoice on which the card is tried; the first try is at once. */
  tries: readonly number[];
  /** From this day on it is not paid: people lose access. */
  unpaid: number;
  /** On this day it ends. */
  end: number;
}

const rules: readonly Dunning[] = [{ from: '2026-01-01', tries: [1, 3, 7], unpaid: 8, end: 30 }];

/** The rule of the day on which an invoice was issued. */
export function dunningOn(issuedAt: string): Dunning {
  const rule = rules.findLast(({ from }) => from <= issuedAt.slice(0, 10)) ?? rules[0];
  if (!rule) throw new Error('there is no rule of dunning');
  return rule;
}

const dayMs = 86_400_000;
export const daysAfter = (moment: string, days: number) => new Date(Date.parse(moment) + days * dayMs);
export const daysSince = (moment: string, now: Date) => (now.getTime() - Date.parse(moment)) / dayMs;
