import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionLost, connectionRestored, isConnectionLost } from './connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a blip is never said; what lasts is, until the line stands again', () => {
  connectionLost();
  vi.advanceTimersByTime(3_900);
  connectionLost(); // a try that failed: still the same loss
  connectionRestored();
  vi.advanceTimersByTime(60_000);
  expect(isConnectionLost()).toBe(false);

  connectionLost();
  vi.advanceTimersByTime(2_000);
  connectionLost();
  vi.advanceTimersByTime(2_000);
  expect(isConnectionLost()).toBe(true);
  connectionRestored();
  expect(isConnectionLost()).toBe(false);
});
