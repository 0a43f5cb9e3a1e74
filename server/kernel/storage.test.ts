import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createSeal } from './seal.ts';
import { folderStorage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'steward-storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [before, after] = [randomBytes(32), randomBytes(32)];
const storage = folderStorage(folder, createSeal(before).subkeys('files'));
const read = async (key: string, start: number, end: number) =>
  Buffer.concat(await Array.fromAsync(storage.read(key, start, end)));

test('any part of a file reads as it was put, and none of it stands on the disk in clear', async () => {
  const content = Buffer.from('1EG4-TE5-MK73,'.repeat(60_000));
  const file = await storage.put(7, 'leads.csv', Readable.from([content.subarray(0, 5), content.subarray(5)]));
  expect(file).toMatchObject({ name: 'leads.csv', size: content.length });
  await fc.assert(
    fc.asyncProperty(fc.nat(content.length), fc.nat(content.length), async (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      expect((await read(file.key, start, end)).equals(content.subarray(start, end))).toBe(true);
    }),
    { numRuns: 100 },
  );
  expect((await readFile(join(folder, file.key))).includes('1EG4')).toBe(false);
});

test('a sender that breaks off leaves no file, and a removed file is gone', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    })(),
  );
  await expect(storage.put(8, 'x', broken)).rejects.toThrow('gone');
  expect(await readdir(join(folder, '8'))).toEqual([]);
  const file = await storage.put(8, 'x', Readable.from([Buffer.from('whole')]));
  await storage.remove(file.key);
  expect(await readdir(join(folder, '8'))).toEqual([]);
});

test('a key that is no key reaches no path', async () => {
  for (const key of ['../secret', '7/../../x', '/etc/passwd', ''])
    await expect(read(key, 0, 1)).rejects.toThrow('not a storage key');
});

test('a file moves to a new key under the feet of who reads it, and is then read without the old one', async () => {
  const content = randomBytes(1_000_000);
  const file = await storage.put(9, 'leads.csv', Readable.from([content]));
  const empty = await storage.put(9, 'empty.csv', Readable.from([]));
  const both = folderStorage(folder, createSeal(after, before).subkeys('files'));
  const reading = both.read(file.key, 0, content.length)[Symbol.asyncIterator]();
  const chunks = [(await reading.next()).value as Uint8Array];

  expect(await both.reseal(file.key)).toBe(true);
  expect(await both.reseal(empty.key)).toBe(true);

  for (let next = await reading.next(); !next.done; next = await reading.next()) chunks.push(next.value);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  expect(await both.reseal(file.key)).toBe(false);
  expect(await both.reseal('9/00000000-0000-0000-0000-000000000000')).toBe(false);
  expect((await readdir(join(folder, '9'))).sort()).toEqual([file.key, empty.key].map((key) => key.slice(2)).sort());
  const newest = folderStorage(folder, createSeal(after).subkeys('files'));
  const opened = Buffer.concat(await Array.fromAsync(newest.read(file.key, 777, content.length)));
  expect(opened.equals(content.subarray(777))).toBe(true);
  await expect(read(file.key, 0, 10)).rejects.toThrow('sealed under a key that is not here');
});
