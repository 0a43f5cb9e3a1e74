// The source of a file's bytes: anything that can be read from any position, a folder or an object store.
import { fail } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import { FileDamaged } from '#kernel/files/sealedFile.ts';
import { FileGone, type Storage } from '#kernel/files/storage.ts';

export interface ImportSource {
  fileName: string;
  /** Bytes. */
  size: number;
  /** The bytes from `start` up to, not including, `end` (default: the file's end). */
  open(start: number, end?: number): AsyncIterable<Uint8Array>;
}

/** The file is not a table, or has no rows. The message is for the person who chose it. */
export class UnreadableFile extends Error {
  readonly code: 'imports.unreadable' | 'imports.empty';
  constructor(reason: string, code: UnreadableFile['code'] = 'imports.unreadable') {
    super(reason);
    this.name = 'UnreadableFile';
    this.code = code;
  }
  get reason() {
    return this.message;
  }
}

/** Runs it, and refuses the call if the file is unreadable. */
export async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFile) throw fail(error.code, { detail: error.reason });
    throw error;
  }
}

/** A stored upload. */
export const storedSource = (storage: Storage, file: StoredFile): ImportSource => ({
  fileName: file.name,
  size: file.size,
  async *open(start, end = file.size) {
    try {
      yield* storage.read(file, start, end);
    } catch (error) {
      if (error instanceof FileGone) throw new UnreadableFile('This file no longer exists. Choose it again.');
      if (error instanceof FileDamaged) throw new UnreadableFile('This file was damaged in storage. Choose it again.');
      throw error;
    }
  },
});

/** `chunk`: bytes of each piece. */
export const bytesSource = (bytes: Uint8Array, fileName: string, chunk = 64 * 1024): ImportSource => ({
  fileName,
  size: bytes.length,
  async *open(start, end = bytes.length) {
    for (let at = start; at < end; at += chunk) yield bytes.subarray(at, Math.min(at + chunk, end));
  },
});

export async function readBytes(source: ImportSource, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.open(Math.max(0, start), Math.min(end, source.size))) chunks.push(chunk);
  return Buffer.concat(chunks);
}
