import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('so many run at once, in the order they came, and a failure lets the next one in', async () => {
  const queue = createQueue(2, 10);
  const order: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const work = (name: string) => async () => {
    maxRunning = Math.max(maxRunning, ++running);
    await Promise.resolve();
    order.push(name);
    running -= 1;
    if (name === 'b') throw new Error('b');
  };
  const all = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => queue.run(work(name))));
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(maxRunning).toBe(2);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('what would wait behind too many is refused, and taken once there is room', async () => {
  const queue = createQueue(1, 1);
  const gate = Promise.withResolvers<void>();
  const [first, second] = [queue.run(() => gate.promise), queue.run(async () => 'second')];
  expect(queue.run(async () => 'third')).toBeNull();
  gate.resolve();
  await first;
  expect(await second).toBe('second');
  expect(await queue.run(async () => 'fourth')).toBe('fourth');
});
