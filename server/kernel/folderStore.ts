// Stored files in a folder of this machine, or of one that several machines mount.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode } from './database.ts';
import { FileGone, type Store } from './storage.ts';

export function folderStore(folder: string): Store {
  return {
    async write(key, bytes) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async *read(key, start, end) {
      try {
        yield* createReadStream(join(folder, key), { start, end: end - 1, highWaterMark: 256 * 1024 });
      } catch (error) {
        throw hasCode(error, 'ENOENT') ? new FileGone() : error;
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}
