// Runs a web, worker or voice process as a child of this one.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/**
 * Node keeps up to 134 MB of short-lived values by default; a worker would use up to half a gigabyte.
 * NODE_OPTIONS does the same by hand.
 */
export const lean = ['--max-semi-space-size=8'];

export type RunningRole = 'web' | 'worker' | 'voice';

export const forkRole = (role: RunningRole, { execArgv = [], ...options }: ForkOptions): ChildProcess =>
  fork(main, ['--role', role], { ...options, execArgv: [...lean, ...execArgv] });
