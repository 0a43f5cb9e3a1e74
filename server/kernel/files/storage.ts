// Bytes: a port over two stores, a folder (folderStore.ts) and an S3-compatible bucket (s3Store.ts), which store them
// sealed (sealedFile.ts). The table `files` (files.ts) knows the files and their use: areas store through it, and read
// here.
import { Readable } from 'node:stream';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { openOldFile } from './oldSealedFile.ts';
import { FileDamaged, headSize, isSealed, keyNameOf, openFile, sealFile } from './sealedFile.ts';

/** Facts about a file that storage needs. */
export interface FileAt {
  key: string;
  /** Bytes of the content. */
  size: number;
  /** Possible seals: 1 as in earlier versions too, 2 only as in this one. */
  sealing: number;
}

export interface Storage {
  /** Bytes only: a string's stored length would be unclear. For files.ts, which writes the key's row first. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes from `start` up to, not including, `end`. Throws FileGone, FileDamaged. */
  read(file: FileAt, start: number, end: number): AsyncIterable<Uint8Array>;
  remove(key: string): Promise<void>;
  /** Moves a file to the newest key and form, if it is not there already. */
  reseal(file: FileAt): Promise<'moved' | 'there' | 'gone' | 'damaged'>;
  /** Writes, reads and removes a few bytes. Null where that works; else why not. */
  check(): Promise<string | null>;
  /** Keys of files stored before a moment, some of one company at a time. */
  list(before: Date): AsyncIterable<{ companyId: number; keys: string[] }>;
}

/** The place of the sealed bytes: a folder or a bucket. */
export interface Store {
  /** Complete or not at all; replaces what was there. */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** The current bytes, even if others replace them during the read. Fetches nothing yet. */
  open(key: string): StoredBytes;
  remove(key: string): Promise<void>;
  /** Keys of what was written before a moment, with what else is there. */
  list(before: Date): AsyncIterable<string[]>;
}

interface StoredBytes {
  /** From `start` up to, not including, `end`, or to the file's end; all in memory, so only a little. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export class FileGone extends Error {}

/** The store cannot be used now: a retry may help. */
export class StorageFailed extends Error {
  constructor(cause: unknown) {
    super('the store of files failed', { cause });
    this.name = 'StorageFailed';
  }
}

/** Throws what the store throws. */
export async function tryStore(store: Store): Promise<void> {
  const key = `0/${crypto.randomUUID()}`;
  await store.write(key, Readable.from([Buffer.from('start')]));
  const file = store.open(key);
  try {
    await Array.fromAsync(file.read(0, 5));
  } finally {
    await file.close();
  }
  await store.remove(key);
}

/** `ENOSPC` of a disk, `AccessDenied` of a bucket; never a path. */
const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'UNKNOWN';

export function sealedStorage(store: Store, { subkeys }: Pick<Seal, 'subkeys'>, log: Log): Storage {
  const keys = subkeys('sealed files');
  const oldKeys = subkeys('files');
  const [newest] = keys;
  return {
    async put(key, content) {
      mustBeKey(key);
      try {
        await store.write(key, sealFile(key, content, newest));
      } catch (error) {
        if (error instanceof StorageFailed) store.remove(key).catch(() => {}); // the answer may be lost, not the file
        throw error;
      }
    },
    async *read(file, start, end) {
      mustBeKey(file.key);
      if (start >= Math.min(end, file.size)) return;
      const bytes = store.open(file.key);
      try {
        yield* opened(bytes, await headOf(bytes), file, start, end);
      } catch (error) {
        if (error instanceof FileDamaged) tellDamaged(file, error);
        throw error;
      } finally {
        await bytes.close();
      }
    },
    async remove(key) {
      mustBeKey(key);
      await store.remove(key);
    },
    async reseal(file) {
      mustBeKey(file.key);
      const bytes = store.open(file.key);
      try {
        const head = await headOf(bytes);
        if (isSealed(head) && keyNameOf(head).equals(newest.name)) return 'there';
        await store.write(file.key, sealFile(file.key, opened(bytes, head, file, 0, file.size), newest));
        return 'moved';
      } catch (error) {
        if (error instanceof FileGone) return 'gone';
        if (!(error instanceof FileDamaged)) throw error;
        tellDamaged(file, error);
        return 'damaged';
      } finally {
        await bytes.close();
      }
    },
    check: () =>
      tryStore(store).then(
        () => null,
        (error: unknown) => {
          log.warn({ err: error }, 'the store of files does not work');
          return codeOf(error instanceof StorageFailed ? error.cause : error);
        },
      ),
    async *list(before) {
      for await (const keys of store.list(before))
        for (const [companyId, own] of Map.groupBy(keys.filter(isKey), (key) => Number.parseInt(key, 10)))
          yield { companyId, keys: own };
    },
  };

  function tellDamaged({ key }: FileAt, err: FileDamaged) {
    log.error({ err, file: key }, 'a file is not as it was stored');
  }

  function opened(bytes: StoredBytes, head: Buffer, file: FileAt, start: number, end: number) {
    if (isSealed(head)) return openFile(head, bytes.read, { ...file, start, end }, keys);
    if (file.sealing !== 1) throw new FileDamaged('it does not begin as sealed files do');
    return openOldFile(head, bytes.read, { start, end }, oldKeys);
  }
}

const headOf = async (bytes: StoredBytes) => Buffer.concat(await Array.fromAsync(bytes.read(0, headSize)));

/** In a folder, a write that was cut off left a name of its own (folderStore.ts). */
const isKey = (key: string) => /^\d+\/[0-9a-f-]{36}(?:\.[0-9a-f]{8}\.part)?$/.test(key);

function mustBeKey(key: string) {
  if (!isKey(key)) throw new Error('not a storage key');
}
