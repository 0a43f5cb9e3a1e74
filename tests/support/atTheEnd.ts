// Closes what a test file opened after its tests, wherever it was opened: Vitest ignores an afterAll inside a beforeAll.
// Every file's own afterAll: tests/support/setup.ts.
const closings: (() => unknown)[] = [];

/** In reverse order of opening. */
export function atTheEnd(close: () => unknown): void {
  closings.push(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).toReversed()) await close();
}
