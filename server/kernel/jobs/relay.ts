// The relay takes what transactions left in the outbox to the job queue and to the cable. It works across tenants, so as the
// operator: a plain look for candidates, then each company's rows in a transaction of their own (scale-out rule 11). A row is deleted
// after it was handed over: a crash in between hands it over again, under the key by which the queue knows it.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Fanout, StreamMessage } from '#kernel/cable/fanout.ts';
import type { Recipients } from '#kernel/cable/recipients.ts';
import type { Database, Db } from '#kernel/db/database.ts';
import type { Listener } from '#kernel/db/listener.ts';
import type { Log } from '#kernel/ops/log.ts';
import { countRelayed, setRelayLag } from '#kernel/ops/metrics.ts';
import { beat, beatEvery, sayGoodbye } from './heartbeats.ts';
import { companyFlag, maxAttempts } from './job.ts';
import type { JobQueue, JobSpec } from './jobQueue.ts';
import type { Asker } from './outbox.ts';
import type { JobEnvelope } from './tasks.ts';

interface RelayParts {
  /** Connected as the role `operator`. */
  operator: Database;
  queue: JobQueue;
  fanout: Fanout;
  listener: Listener;
  log: Log;
}

const channel = 'outbox';
const batch = 500;
/** Milliseconds. Wake-ups can be lost; a look at the table cannot. */
const lookEvery = 2_000;

/** Any number of relays may run at once. */
export async function startRelay(parts: RelayParts): Promise<{ stop(): Promise<void> }> {
  const { operator, listener, log } = parts;
  const id = randomUUID();
  const stopping = new AbortController();
  let lastBeat = 0;
  let asked = false;
  let wake = () => {};
  const ask = () => {
    asked = true;
    wake();
  };
  const deafen = [await listener.on(channel, ask), listener.onReconnect(ask)];
  const running = run();

  async function run() {
    while (!stopping.signal.aborted) {
      asked = false;
      try {
        const whole = await relayAll(parts, stopping.signal);
        if (whole && Date.now() - lastBeat >= beatEvery) {
          await beat(operator.db, 'relay', id);
          lastBeat = Date.now();
        }
      } catch (err) {
        log.error({ err }, 'the relay failed, trying again');
      }
      if (!asked && !stopping.signal.aborted) await sleep();
    }
  }
  function sleep() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEvery);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  return {
    async stop() {
      for (const close of deafen) close();
      stopping.abort();
      wake();
      await running;
      await sayGoodbye(operator.db, 'relay', id).catch(() => {}); // it ages by itself
    },
  };
}

/** Told after a commit, wakes every relay. Calls that come while one is on its way are one more call together. */
export function createWaker(pool: Pool, log: Log): () => void {
  let sending = false;
  let again = false;
  async function send() {
    sending = true;
    do {
      again = false;
      await pool.query(`select pg_notify('${channel}', '')`).catch((err) => log.warn({ err }, 'the relay was not woken'));
    } while (again);
    sending = false;
  }
  return () => {
    if (sending) again = true;
    else void send();
  };
}

/** Hands over all there is. A company whose rows fail is left for the next turn and holds up nobody else; then the answer is false. */
export async function relayAll(parts: Omit<RelayParts, 'listener'>, signal?: AbortSignal): Promise<boolean> {
  const failed = new Set<number>();
  while (!signal?.aborted) {
    const failedBefore = failed.size;
    const candidates = await listCandidates(parts.operator.db, failed);
    setRelayLag(candidates[0]?.age ?? 0);
    let moved = 0;
    for (const [companyId, rows] of Map.groupBy(candidates, (row) => row.company_id)) {
      try {
        moved += await handOver(
          parts,
          companyId,
          rows.map((row) => row.id),
        );
      } catch (err) {
        failed.add(companyId);
        parts.log.error({ err, company: companyId }, 'outbox rows could not be handed over');
      }
    }
    const stuck = moved === 0 && failed.size === failedBefore; // the rest is in another relay's hands
    if (candidates.length < batch || stuck) break;
  }
  return failed.size === 0;
}

const listCandidates = (db: Db, except: Set<number>) =>
  db
    .selectFrom('outbox')
    .select(['company_id', 'id', sql<number>`extract(epoch from now() - created_at)`.as('age')])
    .where(sql<boolean>`company_id <> all(${[...except]}::bigint[])`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(batch)
    .execute();

/** How many rows went; those that another relay holds are its own. */
function handOver({ operator, queue, fanout }: Omit<RelayParts, 'listener'>, companyId: number, ids: number[]): Promise<number> {
  return operator.db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['id', 'kind', 'name', 'payload', 'recipients', 'actor', 'run_at', 'job_key'])
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return 0;

    const jobs = rows.filter((row) => row.kind !== 'cable').map((row) => jobOf(companyId, row));
    if (jobs.length > 0) await queue.addJobs(jobs);

    const messages = rows.filter((row) => row.kind === 'cable').map(messageOf);
    await fanout.publish(messages);

    await tx
      .deleteFrom('outbox')
      .where('company_id', '=', companyId)
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    countRelayed('job', jobs.length);
    countRelayed('cable', messages.length);
    return rows.length;
  });
}

const messageOf = ({ name, payload, recipients }: { name: string; payload: unknown; recipients: unknown }): StreamMessage => ({
  stream: name,
  message: payload,
  ...(recipients !== null && { to: recipients as Recipients }),
});

interface JobRow {
  id: number;
  kind: string;
  name: string;
  payload: unknown;
  actor: unknown;
  run_at: string | null;
  job_key: string | null;
}

/** Without a key of its own, a job has the row's: handed over twice, it is one job. */
function jobOf(companyId: number, { id, kind, name, payload, actor, run_at, job_key }: JobRow): JobSpec {
  return {
    task: name,
    payload: { companyId, outboxId: id, asker: actor as Asker, payload } satisfies JobEnvelope,
    key: job_key === null ? `outbox:${companyId}:${id}` : `${companyId}:${name}:${job_key}`,
    ...(job_key !== null && { known: kind === 'cancel' ? 'cancel' : 'replace' }),
    flags: [companyFlag(companyId)],
    maxAttempts,
    runAt: run_at,
  };
}
