// The program: `--role web`, `--role worker` or `--role voice` runs one process, `--role migrate` sets the
// database up and ends. Without a role it supervises one of each, on a database that it sets up itself.
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { isOutage } from '#kernel/db/database.ts';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { createLog } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';

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

/** Milliseconds that a process has to stop before it is killed. The database takes the time it needs. */
const stopWithin = 25_000;

try {
  const config = readConfig();
  const log = createLog(config.logLevel, options.role ?? 'supervisor');
  if (options.role === 'migrate') await migrate();
  else {
    const started = startRole();
    stopOnSignal(started, log); // from here on: stopping in the middle of a start would otherwise leave a running database or child
    await started;
  }

  async function migrate() {
    if (!config.databaseUrl)
      throw new BadConfig('Set DATABASE_URL, ENVELOPE_KEY and PUBLIC_URL: the demo sets its own database up.');
    const { setUpDatabase } = await import('#kernel/db/migrate.ts');
    await setUpDatabase(config.databaseUrl, createSeal(config.key), log);
    log.info('the database is at this version');
  }
  async function startRole(): Promise<Running> {
    if (options.role === 'web') return (await import('./web.ts')).startWeb(config, log);
    if (options.role === 'worker') {
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL); // on a shared machine, people's screens come before a large import
      return (await import('./worker.ts')).startWorkerProcess(config, log);
    }
    if (options.role === 'voice') return (await import('./voice.ts')).startVoice(config, log);
    if (options.role !== undefined) throw new BadConfig(`There is no role ${options.role}: web, worker, voice or migrate`);
    const demoContacts = Number(options['demo-contacts']);
    if (!Number.isSafeInteger(demoContacts) || demoContacts < 0) throw new BadConfig('--demo-contacts takes a whole number');
    return (await import('./supervisor.ts')).supervise(config, log, { dev: options.dev, demoContacts });
  }
} catch (error) {
  // For a person at a terminal: a wrong setting or an outage is one sentence; a bug has its stack trace.
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof BadConfig || isOutage(error)) return (error as Error).message;
  if (error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE')
    return `Another program has port ${error.port}. Stop it, or set another PORT.`;
  return undefined;
}

/** On SIGTERM, Ctrl-C or a lost supervisor: finishes running work, starts nothing new. */
function stopOnSignal(started: Promise<Running>, log: ReturnType<typeof createLog>) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    if (options.role) setTimeout(() => process.exit(1), stopWithin).unref();
    await started.then((running) => running.stop()).catch((err) => log.error({ err }, 'did not stop cleanly'));
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());
  if (process.send && !process.connected) void stop(); // the supervisor ended before we listened
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error nobody expected');
    process.exitCode = 1;
    void stop();
  });
}
