import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { folderStorage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'steward-storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = folderStorage(folder, randomBytes(32));
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
