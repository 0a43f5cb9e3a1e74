// Files: a port with one adapter here, a folder. Keys are made by us, so no name of a user's ever reaches the file system.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredFile {
  key: string;
  /** As the sender called it: for display, never for a path. */
  name: string;
  /** Bytes. */
  size: number;
}

export interface Storage {
  put(companyId: number, name: string, content: Readable): Promise<StoredFile>;
  /** From byte `start` on. */
  read(key: string, start?: number): Promise<Readable>;
  /** A local path, for readers that seek (a workbook's directory stands at its end). */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
}

export function folderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!/^\d+\/[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };
  return {
    async put(companyId, name, content) {
      const key = `${companyId}/${randomUUID()}`;
      await mkdir(join(folder, String(companyId)), { recursive: true });
      try {
        await pipeline(content, createWriteStream(pathOf(key), { flags: 'wx', mode: 0o600, flush: true }));
      } catch (error) {
        await rm(pathOf(key), { force: true });
        throw error;
      }
      return { key, name, size: (await stat(pathOf(key))).size };
    },
    read: async (key, start = 0) => createReadStream(pathOf(key), { start }),
    localPath: async (key) => pathOf(key),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
