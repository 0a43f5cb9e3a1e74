// The worker process: the relay, and the jobs.
import { connect } from '#kernel/db/database.ts';
import { startListener } from '#kernel/db/listener.ts';
import { createJobQueue } from '#kernel/jobs/jobQueue.ts';
import { startLanes } from '#kernel/jobs/lanes.ts';
import { startRelay } from '#kernel/jobs/relay.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { watchPool } from '#kernel/ops/metrics.ts';
import { serveMetrics } from '#kernel/ops/metricsServer.ts';
import { allChores, allPumps, allSchedules, allTasks } from './areas.ts';
import { openFanout, openPlatform } from './platform.ts';

/** Jobs at once. An import keeps one processor and one database connection busy. */
const places = { long: 4, quick: 2, sends: 2 };
const concurrency = places.long + places.quick + places.sends;

export async function startWorkerProcess(config: Config, log: Log) {
  const { platform, urlOf, close } = await openPlatform(config, log, concurrency + 2);
  const operator = connect(urlOf('operator'), log, { max: 3, name: 'operator' });
  const jobs = connect(urlOf('jobs'), log, { max: concurrency + 4, name: 'jobs' }); // each lane listens, and the relay adds jobs
  watchPool('operator', operator.pool);
  watchPool('jobs', jobs.pool);
  const listener = await startListener(urlOf('app'), log);
  const fanout = await openFanout(platform, listener);
  const relay = await startRelay({ operator, queue: createJobQueue(jobs.pool), fanout, listener, log });
  const lanes = await startLanes({
    platform,
    operator,
    pool: jobs.pool,
    tasks: allTasks,
    chores: allChores,
    schedules: allSchedules,
    pumps: allPumps,
    log,
    places,
    fallen: config.fallenWorkers,
  });
  let stopping = false;
  void lanes.ended.then(() => {
    if (stopping) return;
    log.fatal('the worker has ended by itself');
    process.exit(1); // the supervisor starts a new process
  });
  const metrics = config.metricsPort === null ? null : await serveMetrics(config.metricsPort, config.host, config.metricsToken);
  process.send?.({ ready: true, workers: lanes.ids }, () => {}); // the supervisor may be gone
  return {
    metricsPort: metrics?.port ?? null,
    async stop() {
      stopping = true;
      await metrics?.close();
      await lanes.stop();
      await relay.stop();
      await Promise.all([fanout.close(), listener.close()]);
      await Promise.all([close(), operator.close(), jobs.close()]);
    },
  };
}
