// Closes what a test file opened after its tests, wherever it was opened: Vitest ignores an afterAll inside a beforeAll.
import { afterAll } from 'vitest';

const closings: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

/** In reverse order of opening. */
export function atTheEnd(close: () => unknown): void {
  closings.push(close);
}
