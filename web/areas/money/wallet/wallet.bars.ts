// The days of a chart, or of a year its months, with those on which nothing was spent.
interface Spent {
  /** `YYYY-MM-DD`; of a month its first. */
  day: string;
  amount: string;
}

/** From the first day to the last, both with their own bar. */
export function everyBar(spent: readonly Spent[], { from, to, months }: { from: string; to: string; months: boolean }): Spent[] {
  const amounts = new Map(spent.map(({ day, amount }) => [day, amount]));
  const first = spent[0] && spent[0].day < from ? spent[0].day : from;
  const days: Spent[] = [];
  const time = new Date(`${months ? monthOf(first) : first}T00:00:00Z`);
  for (let day = dayOf(time); day <= to; day = dayOf(time)) {
    days.push({ day, amount: amounts.get(day) ?? '0.00' });
    if (months) time.setUTCMonth(time.getUTCMonth() + 1);
    else time.setUTCDate(time.getUTCDate() + 1);
  }
  return days;
}

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

const steps = [1, 2, 5, 10];
/** The next round amount of ten-thousandths above the highest bar: the scale ends there. */
export function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 100)));
  return (steps.find((step) => step * power >= most) ?? 10) * power;
}
