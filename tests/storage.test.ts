import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { folderStore } from '#kernel/folderStore.ts';
import { mustServe, s3Store } from '#kernel/s3Store.ts';
import { createSeal } from '#kernel/seal.ts';
import { FileGone, type Storage, StorageFailed, sealedStorage } from '#kernel/storage.ts';
import { testLog as log } from './support/database.ts';
import { anS3 } from './support/s3.ts';

const folder = await mkdtemp(join(tmpdir(), 'steward-storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const filesOf = async (path: string) => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))));
};
const [strict, signed] = await Promise.all([anS3('fauxqs'), anS3('s3rver')]);

const [keyBefore, keyAfter] = [randomBytes(32), randomBytes(32)];
const keys = createSeal(keyBefore).subkeys('files');
const stores = [
  { in: 'a folder', store: folderStore(folder), contents: () => filesOf(folder) },
  { in: 'a bucket', store: s3Store({ ...strict.config, log }), contents: strict.contents },
  { in: 'a bucket whose server checks signatures', store: s3Store({ ...signed.config, log }), contents: signed.contents },
];

const read = async (storage: Storage, key: string, start: number, end: number) =>
  Buffer.concat(await Array.fromAsync(storage.read(key, start, end)));

/** More than two parts of a bucket's upload, arriving as a browser sends them. */
const large = randomBytes(18 * 1024 * 1024 + 5);
function* arriving(content: Buffer, breaksOff = false) {
  for (let at = 0; at < content.length; at += 64 * 1024) yield content.subarray(at, at + 64 * 1024);
  if (breaksOff) throw new Error('gone');
}

describe.each(stores)('in $in', ({ store, contents }) => {
  const storage = sealedStorage(store, keys);

  test('any part of a file reads as it was put, and none of it lies there in clear', async () => {
    const content = Buffer.from('1EG4-TE5-MK73,'.repeat(60_000));
    const file = await storage.put(7, 'leads.csv', Readable.from([content.subarray(0, 5), content.subarray(5)]));
    expect(file).toMatchObject({ name: 'leads.csv', size: content.length });
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length), fc.nat(content.length), async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect((await read(storage, file.key, start, end)).equals(content.subarray(start, end))).toBe(true);
      }),
      { numRuns: 50 },
    );
    const lying = await contents();
    expect(lying.some((bytes) => bytes.length === content.length + 16)).toBe(true);
    expect(lying.some((bytes) => bytes.includes('1EG4'))).toBe(false);
    await storage.remove(file.key);
  });

  test('a file of many parts is whole, and gone once removed', async () => {
    const file = await storage.put(8, 'large.csv', Readable.from(arriving(large)));
    expect(file.size).toBe(large.length);
    expect((await read(storage, file.key, 0, file.size)).equals(large)).toBe(true);
    const middle = 8 * 1024 * 1024 - 20;
    expect((await read(storage, file.key, middle, middle + 40)).equals(large.subarray(middle, middle + 40))).toBe(true);

    await storage.remove(file.key);
    await storage.remove(file.key);
    await expect(read(storage, file.key, 0, 1)).rejects.toThrow(FileGone);
  });

  test('text is refused, for its characters are not its bytes', async () => {
    await expect(storage.put(8, 'x', Readable.from(['Zoë']))).rejects.toThrow('storage takes bytes');
  });

  test('an empty file is one', async () => {
    const file = await storage.put(8, 'empty.csv', Readable.from([]));
    expect([file.size, await read(storage, file.key, 0, 0)]).toEqual([0, Buffer.alloc(0)]);
    await storage.remove(file.key);
  });

  test('a file moves to a new key, and is then read without the old one', async () => {
    const content = randomBytes(100_000);
    const file = await storage.put(9, 'leads.csv', Readable.from([content]));
    const empty = await storage.put(9, 'empty.csv', Readable.from([]));
    const both = sealedStorage(store, createSeal(keyAfter, keyBefore).subkeys('files'));
    for (const { key, size } of [file, empty]) expect(await both.reseal(key, size)).toBe('moved');

    expect((await read(both, file.key, 0, file.size)).equals(content)).toBe(true);
    expect(await both.reseal(file.key, file.size)).toBe('there');
    expect(await both.reseal('9/00000000-0000-0000-0000-000000000000', 1)).toBe('gone');
    const newest = sealedStorage(store, createSeal(keyAfter).subkeys('files'));
    expect((await read(newest, file.key, 777, file.size)).equals(content.subarray(777))).toBe(true);
    await expect(read(storage, file.key, 0, 10)).rejects.toThrow('sealed under a key that is not here');
    for (const { key } of [file, empty]) await storage.remove(key);
  });

  test('a key that is no key reaches no path', async () => {
    for (const key of ['../secret', '7/../../x', '/etc/passwd', '']) {
      await expect(read(storage, key, 0, 1)).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
    }
  });
});

test('who reads a file in a folder while it moves to a new key reads on undisturbed', async () => {
  const store = folderStore(folder);
  const content = randomBytes(1_000_000);
  const file = await sealedStorage(store, keys).put(9, 'leads.csv', Readable.from([content]));
  const both = sealedStorage(store, createSeal(keyAfter, keyBefore).subkeys('files'));
  const reading = both.read(file.key, 0, content.length)[Symbol.asyncIterator]();
  const chunks = [(await reading.next()).value as Uint8Array];
  expect(await both.reseal(file.key, file.size)).toBe('moved');
  for (let next = await reading.next(); !next.done; next = await reading.next()) chunks.push(next.value);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  await both.remove(file.key);
});

// s3rver takes the signature of no listing for right.
test.each(stores.slice(0, 2))('what lies in $in is listed once it is old enough', async ({ store }) => {
  const storage = sealedStorage(store, keys);
  const made: string[] = [];
  for (const company of [11, 12]) made.push((await storage.put(company, 'x', Readable.from([Buffer.from('x')]))).key);
  const listed = async (before: number) =>
    (await Array.fromAsync(storage.list(new Date(Date.now() + before)))).flatMap(({ companyId, keys }) =>
      keys.map((key) => `${companyId} ${key}`),
    );
  expect(await listed(60_000)).toEqual(expect.arrayContaining([`11 ${made[0]}`, `12 ${made[1]}`]));
  expect(await listed(-60_000)).toEqual([]);
  for (const key of made) await storage.remove(key);
});

const bytesOf = (contents: Buffer[]) => contents.filter((bytes) => bytes.length > 60_000).length;

test.each(stores.slice(0, 2))('a sender that breaks off leaves nothing in $in', async ({ store, contents }) => {
  const storage = sealedStorage(store, keys);
  for (const content of [large, large.subarray(0, 100_000)])
    await expect(storage.put(9, 'x', Readable.from(arriving(content, true)))).rejects.toThrow('gone');
  expect(bytesOf(await contents())).toBe(0);
});

describe('a bucket whose server', () => {
  const storage = sealedStorage(s3Store({ ...strict.config, log, patience: 1_000 }), keys);
  afterAll(() => strict.goOn());

  test('hangs is given up, no more in memory than two parts, and serves again when it goes on', async () => {
    const file = await storage.put(10, 'x', Readable.from([Buffer.from('before')]));
    strict.hang();
    let taken = 0;
    const endless = Readable.from(
      (function* () {
        for (; taken < 1_000; taken++) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    await expect(storage.put(10, 'x', endless)).rejects.toThrow(StorageFailed);
    expect(taken).toBeLessThan(3 * 8);
    expect(endless.destroyed).toBe(true);
    await expect(read(storage, file.key, 0, 6)).rejects.toThrow(StorageFailed);

    strict.goOn();
    expect(String(await read(storage, file.key, 0, 6))).toBe('before');
  });

  test('fails while a file moves to a new key leaves it under the one before', async () => {
    const content = randomBytes(200_000);
    const file = await storage.put(12, 'x', Readable.from([content]));
    const store = s3Store({ ...strict.config, log, patience: 1_000 });
    const failing = {
      ...store,
      write(key: string, bytes: AsyncIterable<Uint8Array>) {
        strict.hang();
        return store.write(key, bytes);
      },
    };
    const both = sealedStorage(failing, createSeal(keyAfter, keyBefore).subkeys('files'));
    await expect(both.reseal(file.key, file.size)).rejects.toThrow(StorageFailed);
    strict.goOn();
    expect((await read(storage, file.key, 0, file.size)).equals(content)).toBe(true);
    await storage.remove(file.key);
  });

  test('dies in the middle of a file leaves no object that could be read', async () => {
    function* dying() {
      yield large.subarray(0, 10 * 1024 * 1024);
      void strict.kill();
      yield large.subarray(0, 10 * 1024 * 1024);
    }
    await expect(storage.put(11, 'x', Readable.from(dying()))).rejects.toThrow(StorageFailed);
    await strict.start();
    expect((await strict.contents()).filter((bytes) => bytes.length > 10 * 1024 * 1024)).toEqual([]);
  });
});

test.each([
  ['a key that nobody gave out', { accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
  ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
  ['no such bucket', { bucket: 'another' }, 'NoSuchBucket'],
  ['nobody there', { endpoint: 'http://127.0.0.1:1' }, 'ECONNREFUSED'],
])('a bucket with %s is refused with what the store said', async (_, wrong, said) => {
  await expect(mustServe(s3Store({ ...signed.config, ...wrong, log }))).rejects.toThrow(said);
  await mustServe(s3Store({ ...signed.config, log }));
});
