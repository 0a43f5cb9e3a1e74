// One program: `--role web` or `--role worker` is one process, `--role migrate` sets their database up and ends; without a role it supervises
// one of each, on a database that it sets up itself.
import { parseArgs } from 'node:util';
import { BadConfig, readConfig } from '#kernel/config.ts';
import { createLog } from '#kernel/log.ts';
import { createSeal } from '#kernel/seal.ts';

const { values: options } = parseArgs({
  options: {
    role: { type: 'string' },
    dev: { type: 'boolean', default: false },
    'demo-contacts': { type: 'string', default: '5000' },
  },
});

interface Running {
  stop(): Promise<void>;
}

try {
  const config = readConfig();
  const log = createLog(config.logLevel, options.role ?? 'supervisor');
  if (options.role === 'migrate') await migrate();
  else stopOnSignal(await startRole(), log);

  async function migrate() {
    if (!config.databaseUrl) throw new BadConfig('Set DATABASE_URL and ENVELOPE_KEY: the demo sets its own database up.');
    const { setUpDatabase } = await import('#kernel/migrate.ts');
    await setUpDatabase(config.databaseUrl, createSeal(config.key), log);
    log.info('the database is at this version');
  }
  async function startRole(): Promise<Running> {
    if (options.role === 'web') return (await import('./web.ts')).startWeb(config, log);
    if (options.role === 'worker') return (await import('./worker.ts')).startWorkerProcess(config, log);
    if (options.role !== undefined) throw new BadConfig(`There is no role ${options.role}: web, worker or migrate`);
    const demoContacts = Number(options['demo-contacts']);
    if (!Number.isSafeInteger(demoContacts) || demoContacts < 0) throw new BadConfig('--demo-contacts takes a whole number');
    return (await import('./supervisor.ts')).supervise(config, log, { dev: options.dev, demoContacts });
  }
} catch (error) {
  // Said to a person at a terminal: their mistake in a sentence, ours with its trace.
  console.error(error instanceof BadConfig ? error.message : error);
  process.exit(1);
}

/** SIGTERM, Ctrl-C, or the supervisor gone: finish what runs, take nothing new. */
function stopOnSignal(running: Running, log: ReturnType<typeof createLog>) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running.stop().catch((err) => log.error({ err }, 'did not stop cleanly'));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error nobody expected');
    process.exitCode = 1;
    void stop().then(() => process.exit(1));
  });
}
