// Every process publishes its own metrics: a web process at its port, a worker at METRICS_PORT, with the same
// access rule.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb } from '../server/web.ts';
import { startWorkerProcess } from '../server/worker.ts';
import { testLog } from './support/database.ts';
import { aServer } from './support/server.ts';

const token = 'a-scraper-of-ours-1';
const server = await aServer({ own: true });
const config = { ...server.config, port: 0, metricsPort: 0, metricsToken: token };
const closing: { stop(): Promise<void> }[] = [];
const origins: Record<string, string> = {};
beforeAll(async () => {
  const web = await startWeb(config, testLog);
  const worker = await startWorkerProcess(config, testLog);
  closing.push(web, worker);
  origins.web = `http://127.0.0.1:${web.port}`;
  origins.worker = `http://127.0.0.1:${worker.metricsPort}`;
});
afterAll(async () => {
  for (const part of closing) await part.stop();
});

const scrape = (origin: string | undefined, headers: Record<string, string> = {}) => fetch(`${origin}/metrics`, { headers });

test.each(['web', 'worker'])('a %s process tells its metrics on its machine, elsewhere to who bears the token', async (role) => {
  const origin = origins[role];
  const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
  const here = await scrape(origin);
  expect(here.headers.get('content-type')).toContain('text/plain');
  const text = await here.text();
  for (const name of [
    'process_cpu_seconds_total',
    'job_duration_seconds',
    'relay_lag_seconds',
    'database_pool_connections{pool="app"',
  ])
    expect(text).toContain(name);
  expect((await scrape(origin, elsewhere)).status).toBe(404);
  expect((await scrape(origin, { ...elsewhere, authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await scrape(origin, { authorization: `Bearer ${token}x` })).status).toBe(404);
  expect((await fetch(`${origins.worker}/v1/health`)).status).toBe(404);
});
