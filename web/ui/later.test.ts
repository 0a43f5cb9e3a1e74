import { afterEach, expect, test, vi } from 'vitest';
import { ahead, later, mayFetchAhead } from './later.ts';

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
])('with the connection %j, fetching ahead is %s', (connection, isAllowed) => {
  vi.stubGlobal('navigator', { connection });
  const load = vi.fn(async () => () => null);
  const part = later(load);
  expect(mayFetchAhead()).toBe(isAllowed);
  ahead(part).onPointerEnter();
  expect(load).toHaveBeenCalledTimes(isAllowed ? 1 : 0);
  void part.fetch();
  expect(load).toHaveBeenCalledOnce();
});

test('nothing is fetched at rest, and once only when the pointer and the focus come', () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {});
  const load = vi.fn(async () => () => null);
  const { onPointerEnter, onFocus } = ahead(later(load));
  vi.runAllTimers();
  expect(load).not.toHaveBeenCalled();
  onPointerEnter();
  onFocus();
  expect(load).toHaveBeenCalledOnce();
});

test('a part that could not be fetched ahead is fetched again', async () => {
  vi.stubGlobal('navigator', {});
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(() => null);
  const part = later(load);
  ahead(part).onFocus();
  await expect(part.fetch()).rejects.toThrow('offline');
  await part.fetch();
  expect(load).toHaveBeenCalledTimes(2);
});
