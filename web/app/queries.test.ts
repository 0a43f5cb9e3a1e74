import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { listCards } from '#contract/cards.ts';
import { invalidate, queryClient, queryOf } from './queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a first load that began before a change is made again after it', async () => {
  const first = Promise.withResolvers<Response>();
  const answers = [first.promise, Promise.resolve(Response.json({ data: ['new'] }))];
  vi.stubGlobal('fetch', () => answers.shift());
  const observer = new QueryObserver(queryClient, queryOf(listCards));
  const stop = observer.subscribe(() => {});
  const changed = invalidate(listCards);
  first.resolve(Response.json({ data: ['old'] }));
  await changed;
  stop();
  expect(observer.getCurrentResult().data).toEqual({ data: ['new'] });
});
