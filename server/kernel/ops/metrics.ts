// Prometheus metrics of this process. No label has an id or user text: the values are few and ours.
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by endpoint and status',
  labelNames: ['endpoint', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});
const jobs = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time a job ran, by task and outcome',
  labelNames: ['task', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800],
  registers,
});
const relayLag = new Gauge({
  name: 'relay_lag_seconds',
  help: 'Age of the oldest outbox row when it was last looked for',
  registers,
});
const relayed = new Counter({ name: 'relay_rows_total', help: 'Outbox rows passed on', labelNames: ['kind'], registers });
const cableSockets = new Gauge({ name: 'cable_sockets', help: 'Open sockets on /cable', registers });
const cableMessages = new Counter({
  name: 'cable_messages_total',
  help: 'Messages on /cable, pings apart',
  labelNames: ['direction'],
  registers,
});

const failedChores = new Gauge({
  name: 'chore_failed',
  help: '1 where a chore of housekeeping failed when it ran last, else 0',
  labelNames: ['chore'],
  registers,
});

export type JobOutcome = 'done' | 'failed' | 'dead' | 'interrupted' | 'dropped' | 'put_off';

export function observeRequest(endpoint: string, status: number, seconds: number): void {
  requests.observe({ endpoint, status }, seconds);
}

export function observeJob(task: string, outcome: JobOutcome, seconds: number): void {
  jobs.observe({ task, outcome }, seconds);
}

export const setChoreFailed = (chore: string, failed: boolean): void => failedChores.set({ chore }, failed ? 1 : 0);
export const setRelayLag = (seconds: number): void => relayLag.set(seconds);
export const countRelayed = (kind: 'job' | 'cable', rows: number): void => relayed.inc({ kind }, rows);
export const setCableSockets = (open: number): void => cableSockets.set(open);
export const countCableMessages = (direction: 'in' | 'out', messages = 1): void => cableMessages.inc({ direction }, messages);

const pools = new Map<string, Pool>();
new Gauge({
  name: 'database_pool_connections',
  help: 'Connections by pool: in use, idle, and callers waiting for one',
  labelNames: ['pool', 'state'],
  registers,
  collect() {
    for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
      this.set({ pool, state: 'used' }, totalCount - idleCount);
      this.set({ pool, state: 'idle' }, idleCount);
      this.set({ pool, state: 'waiting' }, waitingCount);
    }
  },
});

/** Counts the pool's connections under `name`. */
export const watchPool = (name: string, pool: Pool): void => void pools.set(name, pool);

/** The page that Prometheus reads. */
export async function renderMetrics(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}
