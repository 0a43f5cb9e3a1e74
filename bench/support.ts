// Measuring: percentiles, medians, the product and its bare limit by turns, and tables.

export interface Section {
  /** The bench's name on the command line. */
  name: string;
  title: string;
  /** The subject and the basis of the measurement, in a few sentences. */
  how: string;
  columns: string[];
  rows: string[][];
}

export interface Size {
  /** Rows of an imported file. */
  imported: number;
  /** Contacts of the large company. */
  contacts: number;
  /** Requests of one scenario. */
  requests: number;
  rounds: number;
  /** Seconds of one round of requests by id. */
  seconds: number;
}

export const full: Size = { imported: 100_000, contacts: 1_000_000, requests: 100, rounds: 3, seconds: 5 };
export const quick: Size = { imported: 10_000, contacts: 50_000, requests: 60, rounds: 3, seconds: 2 };

/** Milliseconds that `work` took, and what it answered. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await work();
  return { ms: performance.now() - began, answer };
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Both sides `times` times, now one first, now the other;
 * `between` rounds the other is given what the one made.
 */
export async function byTurns<A, B>(
  times: number,
  one: () => Promise<A>,
  other: () => Promise<B>,
  between: (made: A) => Promise<void> = async () => {},
): Promise<[A[], B[]]> {
  const ones: A[] = [];
  const others: B[] = [];
  for (let round = 0; round < times; round++) {
    if (round % 2 === 1) others.push(await other());
    const made = await one();
    ones.push(made);
    if (round % 2 === 0) others.push(await other());
    await between(made);
  }
  return [ones, others];
}

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
export const inMs = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
export const count = (value: number) => Math.round(value).toLocaleString('en-US');
export const met = (aim: string, holds: boolean) => `${aim} ${holds ? 'met' : '**missed**'}`;

export function markdownOf({ columns, rows }: Pick<Section, 'columns' | 'rows'>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export function textOf({ columns, rows }: Section): string {
  const all = [columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('**', '')));
  const widths = columns.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)));
  return all
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
