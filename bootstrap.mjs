// Runs on any Node from 20.19: installs what package-lock.json asks for, then hands over to the Node pinned in package.json.
//   node bootstrap.mjs <script.ts> [arguments]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = import.meta.dirname;
const stamp = join(root, 'node_modules', '.installed');
const lock = join(root, '.install.lock');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

let child;
const stop = (signal) => (child ? child.kill(signal) : process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

// npm ends on SIGTERM and does not pass it on: once npm is gone, stop as if the signal had come here.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 500);
  watch.unref();
}

if (!isInstalled()) {
  await withLock(async () => {
    if (isInstalled()) return;
    console.log('Installing what Steward needs. This takes a minute, once.');
    const code = await npm(
      'ci',
      '--include=dev',
      '--engine-strict=false',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
    );
    if (code === 0) writeFileSync(stamp, wanted);
    else process.exitCode = code;
  });
}
if (!process.exitCode) {
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const [script, ...args] = process.argv.slice(2);
  process.exitCode = await run(node, [join(root, script), ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile') },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // where this process is killed, the product's end of the channel closes
  });
}

function isInstalled() {
  try {
    return readFileSync(stamp, 'utf8') === wanted;
  } catch {
    return false;
  }
}

// The npm that started us where there is one; `npm ci` empties node_modules, so the lock stands beside it.
function npm(...args) {
  const npmCli = process.env.npm_execpath;
  if (npmCli?.endsWith('npm-cli.js')) return run(process.execPath, [npmCli, ...args], { cwd: root });
  return run('npm', args, { cwd: root, shell: process.platform === 'win32' });
}

function run(command, args, options) {
  return new Promise((resolve) => {
    child = spawn(command, args, { stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

// One install at a time. The holder touches the lock every second; one that has lain still for ten was left by a crash.
async function withLock(work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
      if (touched && Date.now() - touched > 10_000) rmSync(lock, { recursive: true, force: true });
      else await pause(200);
    }
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lock, { recursive: true, force: true });
  }
}
