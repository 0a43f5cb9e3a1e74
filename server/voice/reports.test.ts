// A call's reports through an outage of the database.
import { expect, test, vi } from 'vitest';
import { countMinutes } from './call.minutes.ts';
import { createReports } from './reports.ts';

const log = { warn: vi.fn(), error: vi.fn() } as unknown as Parameters<typeof createReports>[0];
const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('an outage is waited for, however long the tries are; in order', async () => {
  const reports = createReports(log, [1, 1]);
  const done: string[] = [];
  let left = 6;
  void reports.add('an answer', async () => {
    if (--left > 0) throw outage;
    done.push('answer');
  });
  void reports.add('an end', async () => done.push('end'));
  await reports.idle();
  expect(done).toEqual(['answer', 'end']);
});

test('what is refused is left after the last try, and what follows is written down', async () => {
  const reports = createReports(log, [1, 1]);
  const refused = vi.fn(() => Promise.reject(new Error('no such call')));
  const next = vi.fn(async () => {});
  void reports.add('an answer', refused);
  await reports.add('an end', next);
  expect([refused.mock.calls.length, next.mock.calls.length]).toEqual([3, 1]);
});

test('minutes are counted on after some could not be asked for', async () => {
  const over = Promise.withResolvers<void>();
  const asked: number[] = [];
  countMinutes({
    reports: createReports(log, []),
    every: 20,
    isRunning: () => asked.length < 3,
    after: (ms, work) => void (asked.length < 3 && setTimeout(work, ms)),
    async ask(seconds) {
      if (asked.push(seconds) === 1) throw new Error('bad');
      return asked.length < 3;
    },
    over: over.resolve,
  });
  await over.promise;
  expect(asked).toEqual([0.02, 0.04, 0.06].map((seconds) => expect.closeTo(seconds)));
});
