// Shares of a process, with work that ends when the test says so.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Call, callLimits, createCallSlots } from './callSlots.ts';

const limits = {
  calls: { user: 4, company: 6 },
  longCalls: { user: 3, company: 5 },
  running: { user: 1, company: 2, all: 3 },
  patience: 60_000,
};

function aProcess(given = limits) {
  const slots = createCallSlots(given);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const leaves = new Map<string, () => void>();
  /** `name`: company, user and number, as in `1a2`. */
  const call = (name: string, long = true) => {
    const left = new AbortController();
    leaves.set(name, () => left.abort());
    const actor: Call['actor'] = { companyId: Number(name[0]), userId: name.charCodeAt(1) };
    const answer = slots.run({ actor, long, gone: left.signal }, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    answer.catch(() => {});
    return answer;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  const leave = (name: string) => leaves.get(name)?.();
  return { call, end, leave, started };
}

test('long calls of one person, then of one company, then of all wait for one another; others pass them', async () => {
  const { call, end, started } = aProcess();
  for (const name of ['1a1', '1a2', '1b1', '1c1', '2a1', '3a1']) void call(name);
  await setImmediate();
  expect(started).toEqual(['1a1', '1b1', '2a1']);
  await end('2a1');
  expect(started.slice(3)).toEqual(['3a1']); // the first company has used its share
  await end('1b1');
  expect(started.slice(4)).toEqual(['1c1']); // earlier callers have their own share
  await end('1a1');
  expect(started.slice(5)).toEqual(['1a2']);
});

test('short calls run whatever long ones wait', async () => {
  const { call, started } = aProcess();
  for (const name of ['1a1', '1a2', '1a3']) void call(name);
  void call('1a4', false);
  await setImmediate();
  expect(started.toSorted()).toEqual(['1a1', '1a4']);
});

test('more long calls, or more calls, of one person or company than their share are refused, and there is room again after', async () => {
  const { call, end } = aProcess();
  const refused = { code: 'rate_limited', details: { retryAfter: 5 } };
  for (const name of ['1a1', '1a2', '1a3']) void call(name);
  await expect(call('1a4')).rejects.toMatchObject(refused);
  void call('1a5', false);
  await expect(call('1a6', false)).rejects.toMatchObject(refused);
  for (const name of ['1b1', '1b2']) void call(name);
  await expect(call('1c1')).rejects.toMatchObject(refused); // the company's limit
  await expect(call('1c1', false)).rejects.toMatchObject(refused);
  await end('1a5');
  const last = call('1c2', false);
  await end('1c2');
  expect(await last).toBe('1c2');
});

test('who leaves while waiting takes no place, and one that fails gives its own back', async () => {
  const { call, end, leave, started } = aProcess();
  void call('1a1');
  const second = call('1a2');
  void call('1a3');
  leave('1a2');
  await expect(second).rejects.toMatchObject({ code: 'unavailable' });
  await end('1a1');
  expect(started).toEqual(['1a1', '1a3']);
});

test('a wait has an end', async () => {
  const { call } = aProcess({ ...limits, patience: 1 });
  void call('1a1');
  await expect(call('1a2')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('of ten connections long calls take six, a company four and a person two', () => {
  expect(callLimits(10).running).toEqual({ user: 2, company: 4, all: 6 });
});

test('pages of files take turns with long calls, wait as long as it takes, and hold nothing in between', async () => {
  const slots = createCallSlots({ ...limits, patience: 1 });
  const actor = { companyId: 1, userId: 1 };
  const gone = new AbortController();
  const read: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    read.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const list = slots.run({ actor, long: true, gone: gone.signal }, work('list'));
  const pages = ['page 1', 'page 2', 'page 3', 'page 4'].map((name) => slots.page({ actor, gone: gone.signal }, work(name)));
  // A call loses its patience; a page does not, nor are there too many of them.
  await expect(slots.run({ actor, long: true, gone: gone.signal }, work('another list'))).rejects.toMatchObject({
    code: 'rate_limited',
  });
  expect(read).toEqual(['list']);
  const following = async () => {
    ends.shift()?.();
    await setImmediate();
    return read.at(-1);
  };
  expect(await following()).toBe('page 1');
  expect(await following()).toBe('page 2');
  expect(await following()).toBe('page 3');
  gone.abort();
  await expect(pages[3]).rejects.toMatchObject({ code: 'unavailable' });
  ends.shift()?.();
  await Promise.all([list, ...pages.slice(0, 3)]);
});
