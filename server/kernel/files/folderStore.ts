// Stores files in a folder of this machine, or in one that several machines mount.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '#kernel/db/database.ts';
import { FileGone, type Store } from './storage.ts';

/** Bytes that may wait to be written: the next chunk is sealed meanwhile, and several are written at once. */
const ahead = 1024 * 1024;

/** The store of an installation without a bucket. */
export const dataFolderStore = (dataDir: string) => folderStore(join(dataDir, 'files'));

export function folderStore(folder: string): Store {
  return {
    async write(key, bytes) {
      const path = join(folder, key);
      const aside = `${path}.${randomBytes(4).toString('hex')}.part`; // a crash leaves this, and no half of a file
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(bytes, createWriteStream(aside, { mode: 0o600, flush: true, highWaterMark: ahead }));
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    open(key) {
      let file: FileHandle | undefined; // one handle: all reads are of the same file, even if its name now points to another
      return {
        async *read(start, end) {
          try {
            file ??= await open(join(folder, key));
          } catch (error) {
            throw hasCode(error, 'ENOENT') ? new FileGone() : error;
          }
          yield* file.createReadStream({ start, end: end - 1, highWaterMark: 256 * 1024, autoClose: false });
        },
        close: async () => file?.close(),
      };
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    async *list(before) {
      await mkdir(folder, { recursive: true });
      for (const company of await readdir(folder)) {
        const keys: string[] = [];
        for (const name of await readdir(join(folder, company))) {
          const written = await stat(join(folder, company, name)).catch(() => null); // removed just now
          if (written && written.mtime < before) keys.push(`${company}/${name}`);
        }
        yield keys;
      }
    },
  };
}
