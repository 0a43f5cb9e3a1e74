// Spending, one bar for each day or month, with its scale. The table beneath tells the sums.
import { useMe } from '#app/session.ts';
import { dollars, formatDay, tenThousandths } from '#contract/kit/formats.ts';
import type { AnalyticsPeriod } from '#contract/walletLists.ts';
import { todayIn } from '#ui/moments.ts';
import classes from './Wallet.module.css';
import { everyBar, topOf } from './wallet.bars.ts';
import { dollarsOf } from './wallet.labels.ts';

interface Props {
  spent: { day: string; amount: string }[];
  from: string;
  period: AnalyticsPeriod;
}

export function WalletBars({ spent, from, period }: Props) {
  const { timezone } = useMe();
  if (spent.length === 0) return <p className={classes.reason}>Nothing was spent in this time.</p>;
  const months = period === 'year';
  const bars = everyBar(spent, { from, to: todayIn(timezone), months });
  const top = topOf(Math.max(...bars.map(({ amount }) => tenThousandths(amount))));
  const name = (day: string) => (months ? `${day.slice(5, 7)}/${day.slice(0, 4)}` : formatDay(day));
  const words = ({ day, amount }: (typeof bars)[number]) => `${name(day)}: ${dollarsOf(amount)}`;
  const marks = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].map((bar) => bar?.day ?? '');
  return (
    <div className={classes.chart}>
      <div className={`${classes.scale} figures`} aria-hidden>
        <span>{dollarsOf(dollars(top))}</span>
        <span>{dollarsOf(dollars(top / 2))}</span>
        <span>$0</span>
      </div>
      <ol className={classes.bars} aria-label={months ? 'Spent by month' : 'Spent by day'}>
        {bars.map((bar) => (
          <li key={bar.day} title={words(bar)} aria-label={words(bar)}>
            {bar.amount !== '0.00' && (
              <span className={classes.bar} style={{ blockSize: `${Math.max(2, (tenThousandths(bar.amount) / top) * 100)}%` }} />
            )}
          </li>
        ))}
      </ol>
      <div className={`${classes.days} figures`} aria-hidden>
        {marks.map((day) => (
          <span key={day}>{name(day)}</span>
        ))}
      </div>
    </div>
  );
}
