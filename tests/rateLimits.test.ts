// Rate-limit counters: what each counts, and that none touches another's count.
import { expect, test } from 'vitest';
import { countCall, createCounter, forgiveCall, overLimit } from '#kernel/http/rateLimits.ts';
import { aServer } from './support/server.ts';

const server = await aServer();
const { db } = server.platform;
const day = 86_400;

// Windows of days: none ends during a test, except at midnight.
test('a counter refuses the call past its limit, by its parts, and takes one back', async () => {
  const counter = createCounter('test: parts', { limit: 1, seconds: day });
  await countCall(db, counter, 1, 'ana@harbor.test');
  await expect(countCall(db, counter, 1, 'ana@harbor.test')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: expect.any(Number) },
  });
  for (const others of [
    [1],
    [1, 'ana@harbor.test', 2],
    ['1', 'ana@harbor.test'],
    [1, 'ana', '@harbor.test'],
    ['1.ana@harbor.test'],
  ])
    expect(await overLimit(db, counter, ...others)).toBeNull();
  await forgiveCall(db, counter, 1, 'ana@harbor.test');
  expect(await overLimit(db, counter, 1, 'ana@harbor.test')).not.toBeNull(); // counted twice, taken back once
  await forgiveCall(db, counter, 1, 'ana@harbor.test');
  await forgiveCall(db, counter, 1, 'ana@harbor.test');
  expect(await overLimit(db, counter, 1, 'ana@harbor.test')).toBeNull();
});

test('text that looks like the key of another counter stays a part', async () => {
  const resets = createCounter('test: reset', { limit: 100, seconds: day });
  const mails = createCounter('test: reset mails', { limit: 1, seconds: day });
  await countCall(db, mails, 1, 5);
  const [stored] = await server.operator.db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', 'test: reset mails %')
    .execute();
  for (const typed of ['mails 1.5', `mails ${day} 1.5`, stored?.key ?? '', stored?.key.slice('test: reset '.length) ?? ''])
    await countCall(db, resets, typed);
  const { count } = await server.operator.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', stored?.key ?? '')
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test('a counter with two windows counts in both, and the windows apart', async () => {
  const counter = createCounter('test: windows', { limit: 3, seconds: day }, { limit: 1, seconds: 7 * day });
  await countCall(db, counter, 1);
  await expect(countCall(db, counter, 1)).rejects.toMatchObject({ code: 'rate_limited' });
  const rows = await server.operator.db.selectFrom('rate_limits').select('key').where('key', 'like', 'test: windows %').execute();
  expect(rows).toHaveLength(2);
});

test('a name is one counter’s', () => {
  createCounter('test: once');
  expect(() => createCounter('test: once')).toThrow('already');
  expect(() => createCounter('call createTag')).toThrow('already');
});
