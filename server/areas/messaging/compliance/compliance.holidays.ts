// Federal holidays (5 USC 6103), each with the weekday on which it is kept where it falls on a weekend.

/** The holidays of a year, `YYYY-MM-DD`. */
export function holidaysOf(year: number): string[] {
  const fixed = [day(year, 1, 1), day(year, 6, 19), day(year, 7, 4), day(year, 11, 11), day(year, 12, 25)];
  return [
    ...fixed.flatMap((date) => [date, keptOn(date)]),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    last(year, 5, 1),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    nth(year, 11, 4, 4),
    keptOn(day(year + 1, 1, 1)),
  ].map(textOf);
}

const day = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date));
const textOf = (date: Date) => date.toISOString().slice(0, 10);

const daysLater = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

function keptOn(date: Date): Date {
  const weekday = date.getUTCDay();
  return daysLater(date, weekday === 6 ? -1 : weekday === 0 ? 1 : 0);
}

/** The nth such weekday of a month; Sunday is 0. */
function nth(year: number, month: number, weekday: number, n: number): Date {
  const first = day(year, month, 1);
  return daysLater(first, ((weekday - first.getUTCDay() + 7) % 7) + 7 * (n - 1));
}

const last = (year: number, month: number, weekday: number) => {
  const fourth = nth(year, month, weekday, 4);
  const fifth = daysLater(fourth, 7);
  return fifth.getUTCMonth() === month - 1 ? fifth : fourth;
};
