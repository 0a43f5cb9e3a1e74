import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLineBroken, lineLost, lineStands } from './line.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a blip is never said; what lasts is, until the line stands again', () => {
  lineLost();
  vi.advanceTimersByTime(3_900);
  lineLost(); // a try that failed: still the same loss
  lineStands();
  vi.advanceTimersByTime(60_000);
  expect(isLineBroken()).toBe(false);

  lineLost();
  vi.advanceTimersByTime(2_000);
  lineLost();
  vi.advanceTimersByTime(2_000);
  expect(isLineBroken()).toBe(true);
  lineStands();
  expect(isLineBroken()).toBe(false);
});
