import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSaver, longPause, pause } from './imports.saver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A server that answers when the test says so. */
function aServer() {
  const calls: { value: string; signal: AbortSignal; arrive: () => void; fail: (error: Error) => void }[] = [];
  const saver = createSaver<string>({
    send: (_id, value, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      calls.push({ value, signal, arrive: resolve, fail: reject });
      return promise;
    },
    isRefused: (error) => error instanceof RangeError,
  });
  const last = () => {
    const call = calls.at(-1);
    if (!call) throw new Error('nothing was sent');
    return call;
  };
  return { saver, last, sent: () => calls.map(({ value }) => value) };
}
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('one save is under way at a time, and what changed meanwhile is sent after it', async () => {
  const { saver, last, sent } = aServer();
  saver.keep(1, 'a');
  saver.keep(1, 'ab');
  await after(pause);
  saver.keep(1, 'abc');
  saver.keep(1, 'abcd');
  await after(longPause);
  expect(sent()).toEqual(['ab']);
  last().arrive();
  await after(pause);
  expect(sent()).toEqual(['ab', 'abcd']);
  last().arrive();
  await after(longPause);
  expect(sent()).toHaveLength(2);
  expect(saver.newest(1)).toBeUndefined();
});

test('what did not arrive is sent again without another change; what is refused is not', async () => {
  const { saver, last, sent } = aServer();
  saver.keep(1, 'a');
  await after(pause);
  last().fail(new TypeError('no network'));
  await after(longPause - 1);
  expect(sent()).toEqual(['a']);
  await after(1);
  last().fail(new TypeError('no network'));
  await after(longPause);
  expect(sent()).toEqual(['a', 'a', 'a']);
  expect(saver.newest(1)).toBe('a');
  last().fail(new RangeError('refused'));
  await after(longPause);
  expect(sent()).toHaveLength(3);
});

test('a page that is left sends the newest at once, and an older save gives way to it', async () => {
  const { saver, last, sent } = aServer();
  saver.flush();
  saver.keep(1, 'a');
  saver.flush();
  saver.flush();
  expect(sent()).toEqual(['a']);
  const first = last();
  saver.keep(1, 'ab');
  saver.flush();
  expect(sent()).toEqual(['a', 'ab']);
  expect(first.signal.aborted).toBe(true);
  await after(longPause);
  expect(sent()).toHaveLength(2);
  last().arrive();
  await after(longPause);
  expect(sent()).toHaveLength(2);
});

test('another file neither takes the place of what is unsaved nor of what is forgotten', async () => {
  const { saver, last, sent } = aServer();
  saver.keep(1, 'a');
  saver.keep(2, 'b');
  saver.keep(3, 'c');
  saver.forget(2);
  await after(pause);
  last().arrive();
  await after(pause);
  last().arrive();
  await after(pause);
  expect(sent()).toEqual(['a', 'c']);
});
