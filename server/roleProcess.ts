// A web or worker process as a child of this one.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Node lets short-lived values take 134 MB before it looks among them; a worker would hold most of half a gigabyte. Processes started by hand have NODE_OPTIONS. */
export const lean = ['--max-semi-space-size=8'];

export const forkRole = (role: 'web' | 'worker', { execArgv = [], ...options }: ForkOptions): ChildProcess =>
  fork(main, ['--role', role], { ...options, execArgv: [...lean, ...execArgv] });
