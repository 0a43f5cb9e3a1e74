import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { folderStore } from '#kernel/files/folderStore.ts';
import { mustServe, s3Store } from '#kernel/files/s3Store.ts';
import { FileDamaged } from '#kernel/files/sealedFile.ts';
import { type FileAt, FileGone, type Storage, StorageFailed, sealedStorage } from '#kernel/files/storage.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
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
const seal = createSeal(keyBefore);
const stores = [
  { in: 'a folder', store: folderStore(folder), contents: () => filesOf(folder) },
  { in: 'a bucket', store: s3Store({ ...strict.config, log }), contents: strict.contents },
  { in: 'a bucket whose server checks signatures', store: s3Store({ ...signed.config, log }), contents: signed.contents },
];

const read = async (storage: Storage, file: FileAt, start = 0, end = file.size) =>
  Buffer.concat(await Array.fromAsync(storage.read(file, start, end)));

const at = (companyId: number, size: number): FileAt => ({ key: `${companyId}/${randomUUID()}`, size, sealing: 2 });

async function stored(storage: Storage, companyId: number, ...pieces: (Buffer | string)[]): Promise<FileAt> {
  const content = pieces.map((piece) => Buffer.from(piece));
  const file = at(companyId, Buffer.concat(content).length);
  await storage.put(file.key, Readable.from(content));
  return file;
}

/** Its head, and a tag after each 64 KB. */
const sealedSize = (size: number) => 44 + size + 16 * Math.max(1, Math.ceil(size / (64 * 1024)));

/** More than two parts of a bucket's upload, arriving as a browser sends them. */
const large = randomBytes(18 * 1024 * 1024 + 5);
function* arriving(content: Buffer, breaksOff = false) {
  for (let at = 0; at < content.length; at += 64 * 1024) yield content.subarray(at, at + 64 * 1024);
  if (breaksOff) throw new Error('gone');
}

describe.each(stores)('in $in', ({ store, contents }) => {
  const storage = sealedStorage(store, seal, log);

  test('any part of a file reads as it was put, and none of it lies there in clear', async () => {
    const content = Buffer.from('1EG4-TE5-MK73,'.repeat(60_000));
    const file = await stored(storage, 7, content.subarray(0, 5), content.subarray(5));
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length), fc.nat(content.length), async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect((await read(storage, file, start, end)).equals(content.subarray(start, end))).toBe(true);
      }),
      { numRuns: 50 },
    );
    const lying = await contents();
    expect(lying.some((bytes) => bytes.length === sealedSize(content.length))).toBe(true);
    expect(lying.some((bytes) => bytes.includes('1EG4'))).toBe(false);
    await storage.remove(file.key);
  });

  test('a file of many parts is whole, and gone once removed', async () => {
    const file = at(8, large.length);
    await storage.put(file.key, Readable.from(arriving(large)));
    expect((await read(storage, file)).equals(large)).toBe(true);
    const middle = 8 * 1024 * 1024 - 20;
    expect((await read(storage, file, middle, middle + 40)).equals(large.subarray(middle, middle + 40))).toBe(true);

    await storage.remove(file.key);
    await storage.remove(file.key);
    await expect(read(storage, file, 0, 1)).rejects.toThrow(FileGone);
  });

  test('text is refused, for its characters are not its bytes', async () => {
    await expect(storage.put(at(8, 4).key, Readable.from(['Zoë']))).rejects.toThrow('storage takes bytes');
  });

  test('an empty file is one', async () => {
    const file = await stored(storage, 8);
    expect(await read(storage, file)).toEqual(Buffer.alloc(0));
    await storage.remove(file.key);
  });

  test('a file moves to a new key, and is then read without the old one', async () => {
    const content = randomBytes(100_000);
    const file = await stored(storage, 9, content);
    const empty = await stored(storage, 9);
    const both = sealedStorage(store, createSeal(keyAfter, keyBefore), log);
    for (const one of [file, empty]) expect(await both.reseal(one)).toBe('moved');

    expect((await read(both, file)).equals(content)).toBe(true);
    expect(await both.reseal(file)).toBe('there');
    expect(await both.reseal(at(9, 1))).toBe('gone');
    const newest = sealedStorage(store, createSeal(keyAfter), log);
    expect((await read(newest, file, 777)).equals(content.subarray(777))).toBe(true);
    await expect(read(storage, file, 0, 10)).rejects.toThrow(
      /not as it was stored: sealed under a key that is not here.*PREVIOUS/,
    );
    for (const { key } of [file, empty]) await storage.remove(key);
  });

  test('a key that is no key reaches no path', async () => {
    for (const key of ['../secret', '7/../../x', '/etc/passwd', '']) {
      await expect(read(storage, { key, size: 1, sealing: 2 })).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
    }
  });
});

test('who reads a file in a folder while it moves to a new key reads on undisturbed', async () => {
  const store = folderStore(folder);
  const content = randomBytes(1_000_000);
  const file = await stored(sealedStorage(store, seal, log), 9, content);
  const both = sealedStorage(store, createSeal(keyAfter, keyBefore), log);
  const reading = both.read(file, 0, content.length)[Symbol.asyncIterator]();
  const chunks = [(await reading.next()).value as Uint8Array];
  expect(await both.reseal(file)).toBe('moved');
  for (let next = await reading.next(); !next.done; next = await reading.next()) chunks.push(next.value);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  await both.remove(file.key);
});

describe('a file that somebody who can write to the store', () => {
  const own = join(folder, 'attacked');
  const storage = sealedStorage(folderStore(own), seal, log);
  afterAll(() => rm(own, { recursive: true }));
  const [head, chunk] = [44, 64 * 1024 + 16];
  const content = randomBytes(200_000); // three chunks and a shorter one
  const pathOf = ({ key }: FileAt) => join(own, key);
  const lie = async (file: FileAt, bytes: Buffer) => writeFile(pathOf(file), bytes);
  const swapped = (bytes: Buffer, one: number, other: number) => {
    const copy = Buffer.from(bytes);
    bytes.copy(copy, head + one * chunk, head + other * chunk, head + (other + 1) * chunk);
    bytes.copy(copy, head + other * chunk, head + one * chunk, head + (one + 1) * chunk);
    return copy;
  };

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['changed by a bit', (bytes) => Buffer.from(bytes.map((byte, n) => (n === head + 100_000 ? byte ^ 1 : byte)))],
    ['changed in its head', (bytes) => Buffer.from(bytes.map((byte, n) => (n === head - 1 ? byte ^ 1 : byte)))],
    ['gave the name of another key', (bytes) => Buffer.concat([bytes.subarray(0, 8), randomBytes(4), bytes.subarray(12)])],
    ['cut off in a chunk', (bytes) => bytes.subarray(0, -1)],
    ['cut off between chunks', (bytes) => bytes.subarray(0, head + 3 * chunk)],
    ['cut off behind its head', (bytes) => bytes.subarray(0, head)],
    ['cut off in its head', (bytes) => bytes.subarray(0, 10)],
    ['emptied', () => Buffer.alloc(0)],
    ['put in another order', (bytes) => swapped(bytes, 0, 1)],
    ['took a chunk out of', (bytes) => Buffer.concat([bytes.subarray(0, head + chunk), bytes.subarray(head + 2 * chunk)])],
    ['replaced by something else', () => randomBytes(300_000)],
  ])('%s is refused, not read wrong', async (_, change) => {
    const file = await stored(storage, 13, content);
    await lie(file, change(await readFile(pathOf(file))));
    await expect(read(storage, file)).rejects.toThrow(FileDamaged);
    expect(await sealedStorage(folderStore(own), createSeal(keyAfter, keyBefore), log).reseal(file)).toBe('damaged');
  });

  test('swapped for another, of the same company or of another one, is refused', async () => {
    const file = await stored(storage, 13, content);
    for (const company of [13, 14]) {
      const other = await stored(storage, company, randomBytes(content.length));
      await lie(file, await readFile(pathOf(other)));
      await expect(read(storage, file)).rejects.toThrow(FileDamaged);
    }
  });

  test('gave back the form of an earlier version is refused, once it has been moved', async () => {
    const file = await stored(storage, 13, content);
    await lie(file, asBefore(keyBefore, content));
    await expect(read(storage, file)).rejects.toThrow(FileDamaged);
    expect((await read(storage, { ...file, sealing: 1 })).equals(content)).toBe(true);
  });
});

/** A file as earlier versions sealed it. */
function asBefore(key: Buffer, content: Buffer): Buffer {
  const [{ name, secret }] = createSeal(key).subkeys('files');
  const head = Buffer.concat([name, randomBytes(12)]);
  return Buffer.concat([head, createCipheriv('aes-256-ctr', secret, head).update(content)]);
}

test.each(stores)('a file of an earlier version in $in is read, and moves to today’s form', async ({ store }) => {
  const storage = sealedStorage(store, seal, log);
  const content = randomBytes(150_000);
  for (const whole of [content, Buffer.alloc(0)]) {
    const old = { ...at(15, whole.length), sealing: 1 };
    await store.write(old.key, Readable.from([asBefore(keyBefore, whole)]));
    expect((await read(storage, old)).equals(whole)).toBe(true);
    expect((await read(storage, old, 77_777, 99_999)).equals(whole.subarray(77_777, 99_999))).toBe(true);
    expect(await storage.reseal(old)).toBe('moved');
    expect(await storage.reseal(old)).toBe('there');
    expect((await read(storage, { ...old, sealing: 2 })).equals(whole)).toBe(true);
    await storage.remove(old.key);
  }
});

// s3rver never accepts the signature of a listing.
test.each(stores.slice(0, 2))('what lies in $in is listed once it is old enough', async ({ store }) => {
  const storage = sealedStorage(store, seal, log);
  const made: string[] = [];
  for (const company of [11, 12]) made.push((await stored(storage, company, 'x')).key);
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
  const storage = sealedStorage(store, seal, log);
  for (const content of [large, large.subarray(0, 100_000)])
    await expect(storage.put(at(9, 0).key, Readable.from(arriving(content, true)))).rejects.toThrow('gone');
  expect(bytesOf(await contents())).toBe(0);
});

describe('a bucket whose server', () => {
  const storage = sealedStorage(s3Store({ ...strict.config, log, patience: 1_000 }), seal, log);
  afterAll(() => strict.goOn());

  test('hangs is given up, no more in memory than two parts, and serves again when it goes on', async () => {
    const file = await stored(storage, 10, 'before');
    strict.hang();
    let taken = 0;
    const endless = Readable.from(
      (function* () {
        for (; taken < 1_000; taken++) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    await expect(storage.put(at(10, 0).key, endless)).rejects.toThrow(StorageFailed);
    expect(taken).toBeLessThan(3 * 8);
    expect(endless.destroyed).toBe(true);
    await expect(read(storage, file)).rejects.toThrow(StorageFailed);

    strict.goOn();
    expect(String(await read(storage, file))).toBe('before');
  });

  test('fails while a file moves to a new key leaves it under the one before', async () => {
    const content = randomBytes(200_000);
    const file = await stored(storage, 12, content);
    const store = s3Store({ ...strict.config, log, patience: 1_000 });
    const failing = {
      ...store,
      write(key: string, bytes: AsyncIterable<Uint8Array>) {
        strict.hang();
        return store.write(key, bytes);
      },
    };
    const both = sealedStorage(failing, createSeal(keyAfter, keyBefore), log);
    await expect(both.reseal(file)).rejects.toThrow(StorageFailed);
    strict.goOn();
    expect((await read(storage, file)).equals(content)).toBe(true);
    await storage.remove(file.key);
  });

  test('dies in the middle of a file leaves no object that could be read', async () => {
    function* dying() {
      yield large.subarray(0, 10 * 1024 * 1024);
      void strict.kill();
      yield large.subarray(0, 10 * 1024 * 1024);
    }
    await expect(storage.put(at(11, 0).key, Readable.from(dying()))).rejects.toThrow(StorageFailed);
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
