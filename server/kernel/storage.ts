// Files: a port with one adapter here, a folder. Keys are made by us, so no name of a user's ever reaches the file system. What is stored is
// encrypted (AES-256-CTR, so that reading can begin anywhere): an uploaded list may hold Medicare numbers.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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
  /** Keys of what was stored before, company by company. */
  list(before: Date): AsyncIterable<{ companyId: number; keys: string[] }>;
}

const algorithm = 'aes-256-ctr';
/** Bytes; also the length of the head, which holds the first counter. */
const block = 16;

/** `secret` is 32 bytes. */
export function folderStorage(folder: string, secret: Buffer): Storage {
  const pathOf = (key: string) => {
    if (!/^\d+\/[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };
  return {
    async put(companyId, name, content) {
      const key = `${companyId}/${randomUUID()}`;
      await mkdir(join(folder, String(companyId)), { recursive: true });
      const counter = randomBytes(block);
      const file = createWriteStream(pathOf(key), { flags: 'wx', mode: 0o600, flush: true });
      try {
        file.write(counter);
        await pipeline(content, createCipheriv(algorithm, secret, counter), file);
      } catch (error) {
        await rm(pathOf(key), { force: true });
        throw error;
      }
      return { key, name, size: (await stat(pathOf(key))).size - block };
    },
    async *read(key, start, end) {
      if (start >= end) return;
      const path = pathOf(key);
      const skip = start % block;
      const decipher = createDecipheriv(algorithm, secret, counterAt(await headOf(path), (start - skip) / block));
      const sealed = createReadStream(path, { start: block + start - skip, end: block + end - 1, highWaterMark: 256 * 1024 });
      let first = true;
      for await (const chunk of sealed) {
        const clear = decipher.update(chunk as Buffer);
        yield first ? clear.subarray(skip) : clear;
        first = false;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(before) {
      await mkdir(folder, { recursive: true });
      for (const company of await readdir(folder)) {
        const keys: string[] = [];
        for (const name of await readdir(join(folder, company))) {
          const written = await stat(join(folder, company, name)).catch(() => null); // removed just now
          if (written && written.mtime < before) keys.push(`${company}/${name}`);
        }
        yield { companyId: Number(company), keys };
      }
    },
  };
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(block), 0, block, 0);
    return buffer;
  } finally {
    await file.close();
  }
}

/** The counter of the nth block: the first one plus n, as a 128-bit number. */
function counterAt(first: Buffer, n: number): Buffer {
  const sum = (BigInt(`0x${first.toString('hex')}`) + BigInt(n)) % (1n << 128n);
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}
