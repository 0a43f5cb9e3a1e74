// Work that is due at a time, by the thousand: the area's rows are the queue, and no job waits for each (reminders; later the steps of workflows). As the
// operator: a plain look for companies with something due; then turns in the company, which take rows with `skip locked`.
import { loadActor, system } from '#kernel/actors.ts';
import { inTenant, type Platform, type Tx } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';

export interface Pump {
  /** `area.what`, unique among all pumps. */
  name: string;
  /** Companies with something due, at most `limit`. Runs as the operator, across companies: it changes nothing. */
  listDue(db: Db, now: Date, limit: number): Promise<number[]>;
  /** Does at most `limit` of what is due, all in this transaction, as the system. Answers how many rows it took. */
  turn(tx: Tx, limit: number): Promise<number>;
}

/** Milliseconds between two looks. */
export const pumpEvery = 5_000;
const companiesAtOnce = 500;
const turnOf = 500;

/** One look. Any number of workers may look at once; what one has taken, the others skip. A company that fails is left for the next look. */
export async function runPumps(db: Db, platform: Platform, pumps: readonly Pump[]): Promise<void> {
  const { clock, log } = platform;
  for (const pump of pumps)
    for (const companyId of await pump.listDue(db, clock(), companiesAtOnce)) {
      try {
        const actor = await loadActor(platform, companyId, system.userId, null);
        if (!actor) continue;
        const turn = () => inTenant({ platform, clock, log, actor }, (tx) => pump.turn(tx, turnOf));
        while ((await turn()) === turnOf);
      } catch (err) {
        log.error({ err, company: companyId, pump: pump.name }, 'work that is due could not be done');
      }
    }
}
