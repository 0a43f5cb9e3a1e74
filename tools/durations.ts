// How long each test file took in the last whole run, in seconds: the next run begins with the longest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Of the last whole run here. */
export const lastDurations = join(root, 'node_modules', '.cache', 'testDurations.json');
/** For a fresh clone: a copy of the above, renewed now and then by hand. */
export const committedDurations = join(root, 'tests', 'durations.json');

export interface FileTime {
  name: string;
  ms: number;
}

export function keepDurations(files: FileTime[]): void {
  const sorted = files.toSorted((a, b) => b.ms - a.ms || a.name.localeCompare(b.name));
  const seconds = Object.fromEntries(sorted.map(({ name, ms }) => [name, Math.round(ms / 1000)]));
  mkdirSync(dirname(lastDurations), { recursive: true });
  writeFileSync(lastDurations, `${JSON.stringify(seconds, null, 2)}\n`);
}
