// `npm start`: database, migrations, demo companies, web app, then one web, one worker and one voice process,
// which it restarts after crashes.
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '#contract/index.ts';
import { roleUrl } from '#kernel/db/database.ts';
import { setUpDatabase } from '#kernel/db/migrate.ts';
import { startEmbeddedPostgres } from '#kernel/embedded/embeddedPostgres.ts';
import { freePort } from '#kernel/embedded/freePort.ts';
import { dataFolderStore } from '#kernel/files/folderStore.ts';
import { sealedStorage } from '#kernel/files/storage.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { buildWeb } from '../tools/build.ts';
import { embeddedDatabase, ensureDatabase } from './embeddedDatabase.ts';
import { forkRole, type RunningRole } from './roleProcess.ts';
import { demoPassword, seedDemo } from './seed/seed.ts';

interface Options {
  dev: boolean;
  demoContacts: number;
}

/**
 * Milliseconds before a crashed process starts again; doubles up to the second number while it crashes before
 * it is ready.
 */
const restart = [500, 5_000] as const;
const stopWithin = 20_000;

export async function supervise(config: Config, log: Log, options: Options) {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const databaseUrl = embedded ? await ensureDatabase(embedded.url, embeddedDatabase) : (config.databaseUrl as string);
    const processes = await startProcesses(config, log, databaseUrl, options);
    return {
      async stop() {
        await processes.stop();
        await embedded?.stop(); // the database last, so that nothing is lost
      },
    };
  } catch (error) {
    await embedded?.stop().catch((err) => log.error({ err }, 'PostgreSQL did not stop'));
    throw error;
  }
}

async function startProcesses(config: Config, log: Log, databaseUrl: string, { dev, demoContacts }: Options) {
  const [logins] = await Promise.all([prepare(config, log, databaseUrl, demoContacts), dev ? undefined : buildWeb()]);
  const webPort = dev ? await freePort() : config.port; // in development Vite has the port; this one stays the same through restarts
  const environment = { ...process.env, ...(config.demo && { EMBEDDED_DATABASE_URL: databaseUrl }), PORT: String(webPort) };
  const web = keepRunning('web', environment, log, dev);
  const worker = keepRunning('worker', environment, log, dev);
  const voice = config.hideDialer ? null : keepRunning('voice', environment, log, dev);
  let vite: Awaited<ReturnType<typeof startVite>> | undefined;
  // Not awaited: a person can stop a start whose processes never become ready.
  Promise.all([web.ready, worker.ready, voice?.ready])
    .then(async ([{ port = config.port }]) => {
      if (dev) vite = await startVite(config, port);
      announce(config, dev ? config.port : port, logins);
    })
    .catch((err) => {
      log.fatal({ err }, 'the start failed');
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM');
    });
  return { stop: () => Promise.all([vite?.close(), web.stop(), worker.stop(), voice?.stop()]) };
}

/** Each step is complete or repeated by the next start. Returns who can sign in to a demo. */
async function prepare(config: Config, log: Log, databaseUrl: string, demoContacts: number) {
  const seal = createSeal(config.key);
  await setUpDatabase(databaseUrl, seal, log);
  if (!config.demo) return [];
  const storage = sealedStorage(dataFolderStore(config.dataDir), seal, log);
  return seedDemo({ operatorUrl: roleUrl(databaseUrl, 'operator', seal), seal, storage, log, contacts: demoContacts });
}

interface Ready {
  ready: true;
  port?: number;
  /** The ids with which a worker's lanes lock their jobs. */
  workers?: string[];
}

function keepRunning(role: RunningRole, env: NodeJS.ProcessEnv, log: Log, watch: boolean) {
  let child: ChildProcess;
  let stopping = false;
  let wait: number = restart[0];
  /** Crashed workers: the next worker releases their jobs at once. Nothing else would notice the crash earlier. */
  let fallen: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<Ready>();

  const start = () => {
    child = forkRole(role, {
      env: { ...env, FALLEN_WORKERS: fallen.join() },
      execArgv: watch ? ['--watch', '--watch-preserve-output'] : [],
    });
    let workers: string[] = [];
    child.on('message', (message: Partial<Ready>) => {
      if (!message.ready) return; // node --watch sends messages here too
      workers = message.workers ?? [];
      fallen = [];
      wait = restart[0];
      resolve({ ...message, ready: true });
    });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      fallen.push(...workers);
      log.error({ process: role, code, signal, wait }, 'a process fell, starting it again');
      setTimeout(() => stopping || start(), wait);
      wait = Math.min(wait * 2, restart[1]);
    });
  };
  start();
  return {
    ready,
    stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      return new Promise<void>((done) => {
        const force = setTimeout(() => child.kill('SIGKILL'), stopWithin);
        child.once('exit', () => {
          clearTimeout(force);
          done();
        });
        child.kill('SIGTERM');
      });
    },
  };
}

/** Development: Vite in front, everything else is proxied, so that there is one origin. */
async function startVite(config: Config, webPort: number) {
  const { createServer } = await import('vite');
  const target = `http://127.0.0.1:${webPort}`; // an object: a plain address would change the Host, which the Origin check compares
  const prefixes = new Set(allEndpoints.map(({ endpoint: { path } }) => `/${path.split('/')[1]}/`));
  const server = await createServer({
    configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)),
    root: fileURLToPath(new URL('../web', import.meta.url)),
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: {
        ...Object.fromEntries([...prefixes].map((prefix) => [prefix, { target }])),
        '/cable': { target, ws: true },
        '^/(sandbox/)?signal': { target, ws: true },
      },
    },
  });
  return server.listen();
}

function announce(config: Config, port: number, logins: { company: string; email: string }[]) {
  const address = config.publicUrl ?? `http://localhost:${port}`;
  const lines = [`\nSteward is ready at ${address}`];
  if (logins.length > 0) {
    lines.push(`\nThis is a demo. Sign in with the password ${demoPassword} as`);
    const companies = [...new Set(logins.map((login) => login.company))];
    for (const company of companies) {
      const emails = logins.filter((login) => login.company === company).map((login) => login.email);
      lines.push(`  ${company.padEnd(20)}${emails.join('  ')}`);
    }
  }
  console.log(`${lines.join('\n')}\n`);
}
