// What a test file opened is closed after its tests, wherever it opened it: Vitest forgets an afterAll that is said within a beforeAll.
import { afterAll } from 'vitest';

const closings: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

/** What was opened last is closed first. */
export function atTheEnd(close: () => unknown): void {
  closings.push(close);
}
