// Waits for the end of a process that a test or bench started.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
