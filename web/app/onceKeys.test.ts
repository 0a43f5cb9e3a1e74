// A call that sends or spends carries a key, the same until an answer came.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allEndpoints } from '#contract/index.ts';
import { idempotencyHeader } from '#contract/kit/request.ts';
import { allocateWallet } from '#contract/wallet.ts';
import { bareContract } from '../bareContract.ts';
import { call } from './api.ts';

const once = allEndpoints.filter(({ endpoint }) => endpoint.once);
const keys: (string | null)[] = [];
/** The answers to the next calls; then success. */
let answers: (() => Promise<Response>)[] = [];

beforeEach(() => {
  keys.length = 0;
  answers = [];
  const stored: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(stored, { [name]: value }),
    removeItem: (name: string) => delete stored[name],
  };
  const kept = () => Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }]));
  vi.stubGlobal('localStorage', Object.defineProperties(stored, kept()));
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers[idempotencyHeader] ?? null);
    return (answers.shift() ?? answering(200))();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (status: number) => async () => new Response('{}', { status });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const give = (amount = '5.00') => call(allocateWallet, { body: { user_ids: [7], amount } }).catch((error: Error) => error);

test.each(once.map(({ name, endpoint }) => [name, endpoint] as const))('%s carries a key', async (_name, endpoint) => {
  await call(endpoint, { params: { id: 1 }, body: { a: 1 } } as never);
  expect(keys).toEqual([expect.stringMatching(/^[\x21-\x7e]{8,255}$/)]);
});

test('the browser’s contract says which calls are once', async () => {
  const { load } = bareContract() as unknown as { load: (id: string) => Promise<string> };
  const text = await load(decodeURI(new URL('../../contract/wallet.ts', import.meta.url).pathname));
  expect(text).toMatch(/export const allocateWallet = \{[^\n]*"once":true/);
});

test('other calls carry none', async () => {
  const other = allEndpoints.find(({ endpoint }) => endpoint.method === 'POST' && !endpoint.once && !endpoint.path.includes(':'));
  await call(other?.endpoint as never, {} as never);
  expect(keys).toEqual([null]);
});

test('two equal calls at once have one key; another input has its own', async () => {
  await Promise.all([give(), give(), give('6.00')]);
  expect(new Set(keys).size).toBe(2);
  expect(keys.filter((key) => key === keys[0])).toHaveLength(2);
});

test.each([
  ['an answer', answering(200), false],
  ['a refusal', answering(422), false],
  ['a lost answer', lost, true],
  ['a failing server', answering(500), true],
  ['a proxy without a server', answering(502), true],
])('after %s the same again: %s %s', async (_word, answer, isSame) => {
  answers = [answer];
  await give();
  await give();
  expect(keys[0] === keys[1]).toBe(isSame);
});

test.each([401, 422, 429])('after a lost answer, a refusal (%i) of the next try keeps the key', async (status) => {
  answers = [lost, answering(status)];
  for (let tries = 0; tries < 4; tries++) await give();
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[2]);
});

test('an answer counts although an equal call beside it was lost', async () => {
  const failed = Promise.withResolvers<Response>();
  answers = [answering(200), () => failed.promise];
  const both = [give(), give()];
  await Promise.race(both);
  failed.reject(new TypeError('Failed to fetch'));
  await Promise.all(both);
  await give();
  expect(keys[2]).not.toBe(keys[1]);
});

test('a full storage and an unreadable entry hold nothing back', async () => {
  answers = [lost];
  await give();
  const [place = ''] = Object.keys(localStorage);
  localStorage.setItem(place, '{');
  expect(await give()).toEqual({});
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} });
  answers = [lost];
  for (let tries = 0; tries < 2; tries++) await give('7.00');
  expect(keys.at(-1)).toBe(keys.at(-2));
});

test('a lost answer counts although an equal call beside it was refused', async () => {
  const refused = Promise.withResolvers<Response>();
  const failed = Promise.withResolvers<Response>();
  answers = [() => refused.promise, () => failed.promise];
  const both = [give(), give()];
  refused.resolve(new Response('{}', { status: 422 }));
  await Promise.race(both);
  failed.reject(new TypeError('Failed to fetch'));
  await Promise.all(both);
  await give();
  expect(new Set(keys).size).toBe(1);
});

test('a key is kept for less than the day for which the server knows it, and nothing of the input is stored', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answers = [lost];
  await give('1234.56');
  expect(JSON.stringify(localStorage)).not.toContain('1234');
  vi.setSystemTime(Date.now() + 23.5 * 3_600_000);
  await give('1234.56');
  expect(keys[0]).not.toBe(keys[1]);
  expect(Object.keys(localStorage)).toEqual([]);
});
