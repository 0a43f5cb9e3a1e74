// Files: a port with one adapter here, a folder. Keys are made by us, so no name of a user's ever reaches the file system. What is stored is
// encrypted (AES-256-CTR, so that reading can begin anywhere): an uploaded list may hold Medicare numbers. Its head names the key.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { keyNamed, type Subkey } from './seal.ts';

export interface StoredFile {
  key: string;
  /** As the sender called it: for display, never for a path. */
  name: string;
  /** Bytes of the content. */
  size: number;
}

export interface Storage {
  put(companyId: number, name: string, content: Readable): Promise<StoredFile>;
  /** The bytes from `start` up to, not including, `end`. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  remove(key: string): Promise<void>;
  /** Moves a file to the newest key; who reads it meanwhile reads on undisturbed. False where it is there already, or gone. */
  reseal(key: string): Promise<boolean>;
}

const algorithm = 'aes-256-ctr';
/** Bytes; also the length of the head, which is the first counter: the key's name and 12 bytes at random. */
const block = 16;
const nameLength = 4;

/** `keys`: the newest first. */
export function folderStorage(folder: string, keys: [Subkey, ...Subkey[]]): Storage {
  const [newest] = keys;
  const pathOf = (key: string) => {
    if (!/^\d+\/[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };
  async function write(path: string, content: Readable | AsyncIterable<Uint8Array>): Promise<void> {
    const counter = Buffer.concat([newest.name, randomBytes(block - nameLength)]);
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    try {
      file.write(counter);
      await pipeline(content, createCipheriv(algorithm, newest.secret, counter), file);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
  /** Through one handle, so that head and body are of one file whatever becomes of its name meanwhile. */
  async function* readFrom(file: FileHandle, start: number, end: number) {
    const skip = start % block;
    const head = await headOf(file);
    const secret = keyNamed(head.subarray(0, nameLength), keys);
    const decipher = createDecipheriv(algorithm, secret, counterAt(head, (start - skip) / block));
    const [from, to] = [block + start - skip, block + end - 1];
    let first = true;
    for await (const chunk of file.createReadStream({ start: from, end: to, highWaterMark: 256 * 1024, autoClose: false })) {
      const clear = decipher.update(chunk as Buffer);
      yield first ? clear.subarray(skip) : clear;
      first = false;
    }
  }
  return {
    async put(companyId, name, content) {
      const key = `${companyId}/${randomUUID()}`;
      await mkdir(join(folder, String(companyId)), { recursive: true });
      await write(pathOf(key), content);
      return { key, name, size: (await stat(pathOf(key))).size - block };
    },
    async *read(key, start, end) {
      if (start >= end) return;
      const file = await open(pathOf(key));
      try {
        yield* readFrom(file, start, end);
      } finally {
        await file.close();
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async reseal(key) {
      const path = pathOf(key);
      const file = await open(path).catch(nullWhereGone);
      if (!file) return false;
      try {
        if ((await headOf(file)).subarray(0, nameLength).equals(newest.name)) return false;
        const { size } = await file.stat();
        const moved = `${path}.resealed`;
        await rm(moved, { force: true }); // half of one, left by a crash
        await write(moved, size > block ? readFrom(file, 0, size - block) : Readable.from([]));
        await rename(moved, path);
        return true;
      } finally {
        await file.close();
      }
    },
  };
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(block), 0, block, 0);
  return buffer;
}

function nullWhereGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** The counter of the nth block: the first one plus n, as a 128-bit number. */
function counterAt(first: Buffer, n: number): Buffer {
  const sum = (BigInt(`0x${first.toString('hex')}`) + BigInt(n)) % (1n << 128n);
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}
