// Spreads messages over time: mail for the company and for each receiving domain, texts for each of our
// numbers. A message without a place in this minute gets a later one.
import { sql } from 'kysely';
import type { SendChannel } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';

const minuteMs = 60_000;
/** A service that had too much gets half for so long. */
const slowMs = 600_000;
const maxHalvings = 6;

interface Pace {
  receiver: string;
  minute: string;
  taken: number;
  next_at: string;
  halvings: number;
  slow_until: string | null;
}

export interface Pacing<T> {
  channel: SendChannel;
  /** The receivers, or numbers, whose limits it counts against. */
  receiversOf(row: T): string[];
  unitsOf(row: T): number;
  /** Units a minute. */
  limitsOf(tx: Tx, receivers: string[]): Promise<(receiver: string) => number>;
}

/** The caller holds the lane. `later`: with the moment of its place. */
export async function paceOut<P, T extends P>(
  tx: Tx,
  rows: readonly T[],
  { channel, receiversOf, unitsOf, limitsOf }: Pacing<P>,
) {
  const now = tx.clock();
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs).toISOString();
  const receivers = [...new Set(rows.flatMap(receiversOf))];
  const [limits, stored] = [await limitsOf(tx, receivers), await listPaces(tx, channel, receivers)];
  const paces = new Map(
    receivers.map((receiver) => {
      const fresh = { receiver, minute, taken: 0, next_at: now.toISOString(), halvings: 0, slow_until: null };
      const pace: Pace = { ...fresh, ...stored.get(receiver) };
      if (pace.minute !== minute) Object.assign(pace, { minute, taken: 0 });
      if (pace.slow_until !== null && pace.slow_until <= now.toISOString())
        Object.assign(pace, { halvings: 0, slow_until: null });
      return [receiver, { ...pace, limit: Math.max(1, Math.floor(limits(receiver) / 2 ** pace.halvings)) }];
    }),
  );
  const at: T[] = [];
  const later: (T & { due_at: string })[] = [];
  for (const row of rows) {
    const units = unitsOf(row);
    const counted = receiversOf(row).flatMap((receiver) => paces.get(receiver) ?? []);
    const full = counted.filter(({ taken, limit }) => taken > 0 && taken + units > limit);
    if (full.length === 0) {
      for (const pace of counted) pace.taken += units;
      at.push(row);
      continue;
    }
    // A place of its own, so that it is looked at once more and not in every minute.
    for (const pace of full) {
      const first = Math.max(Date.parse(minute) + minuteMs, Date.parse(pace.next_at));
      pace.next_at = new Date(first + (units * minuteMs) / pace.limit).toISOString();
    }
    later.push({
      ...row,
      due_at:
        full
          .map(({ next_at }) => next_at)
          .toSorted()
          .at(-1) ?? minute,
    });
  }
  await storePaces(tx, channel, [...paces.values()]);
  return { now: at, later };
}

/** Its service said that it gets too much. */
export async function slowDown(tx: Tx, channel: SendChannel, receivers: readonly string[]): Promise<void> {
  const until = new Date(tx.clock().getTime() + slowMs);
  await sql`
    update lane_paces set halvings = least(${maxHalvings}, halvings + 1), slow_until = ${until}
    where company_id = ${tx.companyId} and channel = ${channel} and receiver = any(${receivers}::text[])`.execute(tx.db);
}

async function listPaces(tx: Tx, channel: SendChannel, receivers: string[]): Promise<Map<string, Pace>> {
  const { rows } = await sql<Pace>`
    select receiver, minute, taken, next_at, halvings, slow_until from lane_paces
    where company_id = ${tx.companyId} and channel = ${channel} and receiver = any(${receivers}::text[])`.execute(tx.db);
  return new Map(rows.map((row) => [row.receiver, row]));
}

const storePaces = (tx: Tx, channel: SendChannel, paces: Pace[]) =>
  sql`
    insert into lane_paces (company_id, channel, receiver, minute, taken, next_at, halvings, slow_until)
    select ${tx.companyId}::bigint, ${channel}, r.receiver, r.minute, r.taken, r.next_at, r.halvings, r.slow_until
    from jsonb_to_recordset(${JSON.stringify(paces)}::jsonb)
      r (receiver text, minute timestamptz, taken integer, next_at timestamptz, halvings integer, slow_until timestamptz)
    on conflict (company_id, channel, receiver) do update set minute = excluded.minute, taken = excluded.taken,
      next_at = excluded.next_at, halvings = excluded.halvings, slow_until = excluded.slow_until
    returning receiver`.execute(tx.db);
