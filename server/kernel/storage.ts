// Files: a port over two stores, a folder (folderStore.ts) and an S3-compatible bucket (s3Store.ts). Keys are made by us, so no name of a
// user's ever becomes a path. What is stored is encrypted (AES-256-CTR, so that reading can begin anywhere): an uploaded list may hold
// Medicare numbers. Its head names the key.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { keyNamed, type Subkey } from './seal.ts';

export interface StoredFile {
  key: string;
  /** As the sender called it: for display, never for a path. */
  name: string;
  /** Bytes of the content. */
  size: number;
}

export interface Storage {
  /** Bytes alone: of a string nobody could say how many it is stored as. */
  put(companyId: number, name: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** The bytes from `start` up to, not including, `end`. Throws FileGone. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  remove(key: string): Promise<void>;
  /** Moves a file of `size` bytes to the newest key, where it is not there already. */
  reseal(key: string, size: number): Promise<'moved' | 'there' | 'gone'>;
  /** Keys of what was stored before, some of one company at a time. */
  list(before: Date): AsyncIterable<{ companyId: number; keys: string[] }>;
}

/** Where bytes lie, sealed already. */
export interface Store {
  /** Whole or not at all, in the place of what lay there before. */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** What lies there now, whatever takes its place while it is read. Nothing of it is fetched yet. */
  open(key: string): StoredBytes;
  remove(key: string): Promise<void>;
  /** Keys of what was written before, and of what may lie there besides. */
  list(before: Date): AsyncIterable<string[]>;
}

interface StoredBytes {
  /** As Storage reads; in memory at once: little. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export class FileGone extends Error {}

/** The store itself cannot be used just now: trying again later may help. */
export class StorageFailed extends Error {
  constructor(cause: unknown) {
    super('the store of files failed', { cause });
    this.name = 'StorageFailed';
  }
}

const algorithm = 'aes-256-ctr';
/** Bytes; also the length of the head, which is the first counter: the key's name and 12 bytes at random. */
const block = 16;
const nameLength = 4;

/** `keys`: the newest first. */
export function sealedStorage(store: Store, keys: [Subkey, ...Subkey[]]): Storage {
  const [newest] = keys;
  return {
    async put(companyId, name, content) {
      const key = `${companyId}/${randomUUID()}`;
      let size = 0;
      try {
        await store.write(key, sealed(counted(content)));
      } catch (error) {
        if (error instanceof StorageFailed) store.remove(key).catch(() => {}); // an answer may have been lost, not the file
        throw error;
      }
      return { key, name, size };

      async function* counted(chunks: AsyncIterable<unknown>) {
        for await (const chunk of chunks) {
          if (!(chunk instanceof Uint8Array)) throw new TypeError('storage takes bytes'); // a Readable may hold anything
          size += chunk.length;
          yield chunk;
        }
      }
    },
    async *read(key, start, end) {
      mustBeKey(key);
      if (start >= end) return;
      const bytes = store.open(key);
      try {
        yield* opened(bytes, await headOf(bytes), start, end);
      } finally {
        await bytes.close();
      }
    },
    async remove(key) {
      mustBeKey(key);
      await store.remove(key);
    },
    async reseal(key, size) {
      mustBeKey(key);
      const bytes = store.open(key);
      try {
        const head = await headOf(bytes).catch(nullWhereGone);
        if (!head) return 'gone';
        if (nameIn(head).equals(newest.name)) return 'there';
        await store.write(key, sealed(opened(bytes, head, 0, size)));
        return 'moved';
      } finally {
        await bytes.close();
      }
    },
    async *list(before) {
      for await (const keys of store.list(before))
        for (const [companyId, own] of Map.groupBy(keys.filter(isKey), (key) => Number.parseInt(key, 10)))
          yield { companyId, keys: own };
    },
  };

  async function* sealed(content: AsyncIterable<Uint8Array>) {
    const counter = Buffer.concat([newest.name, randomBytes(block - nameLength)]);
    yield counter;
    const cipher = createCipheriv(algorithm, newest.secret, counter);
    for await (const chunk of content) yield cipher.update(chunk);
  }

  async function* opened(bytes: StoredBytes, head: Buffer, start: number, end: number) {
    if (start >= end) return;
    const skip = start % block;
    const decipher = createDecipheriv(algorithm, keyNamed(nameIn(head), keys), counterAt(head, (start - skip) / block));
    let first = true;
    for await (const chunk of bytes.read(block + start - skip, block + end)) {
      const clear = decipher.update(chunk);
      yield first ? clear.subarray(skip) : clear;
      first = false;
    }
  }
}

const headOf = async (bytes: StoredBytes) => Buffer.concat(await Array.fromAsync(bytes.read(0, block)));

const nameIn = (head: Buffer) => head.subarray(0, nameLength);

function nullWhereGone(error: unknown): null {
  if (error instanceof FileGone) return null;
  throw error;
}

/** What a write that was cut off left in a folder has a name of its own (folderStore.ts). */
const isKey = (key: string) => /^\d+\/[0-9a-f-]{36}(?:\.[0-9a-f]{8}\.part)?$/.test(key);

function mustBeKey(key: string) {
  if (!isKey(key)) throw new Error('not a storage key');
}

/** The counter of the nth block: the first one plus n, as a 128-bit number. */
function counterAt(first: Buffer, n: number): Buffer {
  const sum = (BigInt(`0x${first.toString('hex')}`) + BigInt(n)) % (1n << 128n);
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}
