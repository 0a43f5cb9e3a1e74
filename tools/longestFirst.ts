// Vitest's order of the test files: the longest first, so that no long one runs alone at the end, on one core.
// Vitest's own order knows no times in a fresh clone; by size a short file with a long loop would come last.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { committedDurations, lastDurations } from './durations.ts';

const root = join(import.meta.dirname, '..');

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = { ...read(committedDurations), ...read(lastDurations) };
    const timeOf = ({ moduleId }: TestSpecification) => seconds[relative(root, moduleId)] ?? guess(moduleId);
    // A worker serves one project: files of two projects in turn would start a new worker each time.
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return files.toSorted((a, b) => order(a) - order(b) || a.project.name.localeCompare(b.project.name) || timeOf(b) - timeOf(a));
  }
}

const read = (file: string): Record<string, number> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Seconds of a file that has not run yet: most take about one for 2 kB. */
const guess = (file: string) => statSync(file).size / 2_000;
