import { afterEach, expect, test, vi } from 'vitest';
import { later, mayFetchAhead } from './later.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  [undefined, true],
  [{ saveData: false, effectiveType: '4g' }, true],
  [{ saveData: true, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: '3g' }, false],
  [{ saveData: false, effectiveType: 'slow-2g' }, false],
])('with the connection %j, fetching ahead is %s', (connection, ahead) => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { connection });
  const load = vi.fn(async () => () => null);
  const { fetch } = later(load);
  vi.runAllTimers();
  expect(mayFetchAhead()).toBe(ahead);
  expect(load).toHaveBeenCalledTimes(ahead ? 1 : 0);
  void fetch();
  expect(load).toHaveBeenCalledOnce();
});
