import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getMe } from '#contract/signIn.ts';
import { call } from './api.ts';
import { noteSign } from './attendance.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a call long after the last key or click says that no person caused it', async () => {
  const headers: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Record<string, string> }) => {
    headers.push(init.headers);
    return new Response('{}');
  });
  noteSign();
  vi.advanceTimersByTime(59_000);
  await call(getMe);
  vi.advanceTimersByTime(2_000);
  await call(getMe);
  noteSign();
  await call(getMe);
  expect(headers.map((sent) => sent['x-background'])).toEqual([undefined, 'true', undefined]);
});
