// Files: a port over two stores, a folder (folderStore.ts) and an S3-compatible bucket (s3Store.ts). Keys are made by us, so no name of a
// user's ever becomes a path. What is stored is encrypted (AES-256-CTR, so that reading can begin anywhere): an uploaded list may hold
// Medicare numbers.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  /** As the sender called it: for display, never for a path. */
  name: string;
  /** Bytes of the content. */
  size: number;
}

export interface Storage {
  put(companyId: number, name: string, content: Readable): Promise<StoredFile>;
  /** The bytes from `start` up to, not including, `end`. Throws FileGone. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  remove(key: string): Promise<void>;
}

/** Where bytes lie, sealed already. */
export interface Store {
  /** Whole or not at all. */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** As Storage reads; in memory at once: little. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  remove(key: string): Promise<void>;
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
/** Bytes; also the length of the head, which holds the first counter. */
const block = 16;

/** `secret` is 32 bytes. */
export function sealedStorage(store: Store, secret: Buffer): Storage {
  return {
    async put(companyId, name, content) {
      const key = `${companyId}/${randomUUID()}`;
      let size = 0;
      await store.write(key, sealed());
      return { key, name, size };

      async function* sealed() {
        const counter = randomBytes(block);
        yield counter;
        const cipher = createCipheriv(algorithm, secret, counter);
        for await (const chunk of content as AsyncIterable<Buffer>) {
          size += chunk.length;
          yield cipher.update(chunk);
        }
      }
    },
    async *read(key, start, end) {
      mustBeKey(key);
      if (start >= end) return;
      const skip = start % block;
      const head = Buffer.concat(await Array.fromAsync(store.read(key, 0, block)));
      const decipher = createDecipheriv(algorithm, secret, counterAt(head, (start - skip) / block));
      let first = true;
      for await (const chunk of store.read(key, block + start - skip, block + end)) {
        const clear = decipher.update(chunk);
        yield first ? clear.subarray(skip) : clear;
        first = false;
      }
    },
    async remove(key) {
      mustBeKey(key);
      await store.remove(key);
    },
  };
}

function mustBeKey(key: string) {
  if (!/^\d+\/[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
}

/** The counter of the nth block: the first one plus n, as a 128-bit number. */
function counterAt(first: Buffer, n: number): Buffer {
  const sum = (BigInt(`0x${first.toString('hex')}`) + BigInt(n)) % (1n << 128n);
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}
