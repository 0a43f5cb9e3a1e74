// Which days of birth a campaign looks for: so that the index of birth dates finds the people whose birthday it is.

const day0 = (day: string, days = 0) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** `2027-05-01` and 3 are `2027-05-04`. */
export const addDays = day0;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * The birth dates that turn one of the ages on `day`. People born on February 29 have the birthday on the 28th
 * of other years.
 */
export function birthDatesOf(day: string, ages: readonly number[]): string[] {
  const [year, monthDay] = [Number(day.slice(0, 4)), day.slice(5)];
  return ages.flatMap((age) => {
    const born = year - age;
    const leapDays = monthDay === '02-28' && isLeap(born) && !isLeap(year) ? [`${born}-02-29`] : [];
    return monthDay === '02-29' && !isLeap(born) ? [] : [`${born}-${monthDay}`, ...leapDays];
  });
}

export const everyAge = Array.from({ length: 130 }, (_, index) => index + 1);
