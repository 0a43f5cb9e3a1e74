// The minutes of a call, while it runs.
import type { Reports } from './reports.ts';

interface Counting {
  reports: Reports;
  /** Milliseconds. */
  every: number;
  isRunning(): boolean;
  after(ms: number, work: () => void): void;
  /** Whether somebody pays for more, after so many seconds. */
  ask(seconds: number): Promise<boolean>;
  over(): void;
}

/** Takes the next minutes, as long as the payer talks. */
export function countMinutes({ reports, every, isRunning, after, ask, over }: Counting) {
  const next = (seconds: number) =>
    after(every, () => {
      next(seconds + every / 1_000); // while the database is away as well: what was asked then is asked after it
      void reports.add('the minutes of a call', async () => {
        if (isRunning() && !(await ask(seconds))) over();
      });
    });
  next(every / 1_000);
}
