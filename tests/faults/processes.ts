// Processes as Linux shows them.
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  /** Its command line, or its own title. */
  title: string;
}

/** A process's current children. */
export function processesUnder(parent: number | undefined): Process[] {
  if (parent === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): Process[] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // its name may contain spaces
        if (Number(ppid) !== parent || state === 'Z') return [];
        return [{ pid: Number(name), title: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }];
      } catch {
        return []; // ended in the meantime
      }
    });
}

export function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** False if it was gone already. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
