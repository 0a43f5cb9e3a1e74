// The seal of a file: AES-256-GCM over chunks, so that reading can start anywhere and a changed chunk is never
// returned. The file's key comes from the head's salt; a nonce has the chunk's number and whether it is the last; the
// storage key is bound to each.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { keyNamed, type Subkey } from '#kernel/secrets/seal.ts';

/** The stored bytes are not what was written, or their key is missing. `cause`: an error, or a few words. */
export class FileDamaged extends Error {
  constructor(cause: unknown) {
    super(`this file is not as it was stored: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'FileDamaged';
  }
}

const algorithm = 'aes-256-gcm';
/** Bytes of content in a chunk; of the tag after each; of the head: a mark, the key's name, the salt. */
const chunkSize = 64 * 1024;
const tagSize = 16;
const mark = Buffer.from('STEWARD2');
const nameSize = 4;
const saltSize = 32;
export const headSize = mark.length + nameSize + saltSize;

/** An earlier version's file begins differently (oldSealedFile.ts). */
export const isSealed = (head: Buffer) => head.subarray(0, mark.length).equals(mark);

export const keyNameOf = (head: Buffer) => head.subarray(mark.length, mark.length + nameSize);

/** `key`: the storage key. */
export async function* sealFile(key: string, content: AsyncIterable<Uint8Array>, { name, secret }: Subkey) {
  const head = Buffer.concat([mark, name, randomBytes(saltSize)]);
  const own = ownKey(secret, head);
  yield head;
  let number = 0;
  for await (const { bytes, last } of inChunks(content)) {
    const cipher = createCipheriv(algorithm, own, nonceOf(number++, last)).setAAD(Buffer.from(key));
    yield cipher.update(bytes);
    cipher.final(); // GCM has nothing left
    yield cipher.getAuthTag();
  }
}

interface Place {
  /** The storage key. */
  key: string;
  /** Bytes of the whole content. */
  size: number;
  /** From `start` up to, not including, `end`. */
  start: number;
  end: number;
}

/** `read`: the sealed bytes from one position up to another. Throws FileDamaged. */
export async function* openFile(
  head: Buffer,
  read: (start: number, end: number) => AsyncIterable<Uint8Array>,
  { key, size, start, end }: Place,
  keys: Subkey[],
) {
  if (head.length < headSize) throw new FileDamaged('it is cut off');
  const own = ownKey(fileKey(keyNameOf(head), keys), head);
  const until = Math.min(end, size);
  const lastOfAll = Math.max(0, Math.ceil(size / chunkSize) - 1);
  const [first, last] = [Math.floor(start / chunkSize), Math.max(0, Math.ceil(until / chunkSize) - 1)];
  const sealedBefore = (chunks: number) => headSize + chunks * (chunkSize + tagSize);
  const sealed = read(sealedBefore(first), Math.min(sealedBefore(last + 1), sealedBefore(lastOfAll) + lastSize(size) + tagSize));
  let number = first;
  for await (const piece of inPieces(sealed, chunkSize + tagSize)) {
    const clear = openChunk(piece, own, nonceOf(number, number === lastOfAll), key);
    const before = number++ * chunkSize;
    yield clear.subarray(Math.max(0, start - before), until - before);
  }
  if (number !== last + 1) throw new FileDamaged('it is cut off');
}

/** The name is in the file: an unknown one may be damage as well as a missing key, and concerns only this file. */
export function fileKey(name: Buffer, keys: Subkey[]): Buffer {
  try {
    return keyNamed(name, keys);
  } catch (error) {
    throw new FileDamaged(error);
  }
}

const lastSize = (size: number) => size - Math.max(0, Math.ceil(size / chunkSize) - 1) * chunkSize;

function openChunk(piece: Buffer, own: Buffer, nonce: Buffer, key: string): Buffer {
  try {
    const decipher = createDecipheriv(algorithm, own, nonce).setAAD(Buffer.from(key));
    decipher.setAuthTag(piece.subarray(-tagSize));
    return Buffer.concat([decipher.update(piece.subarray(0, -tagSize)), decipher.final()]);
  } catch (error) {
    throw new FileDamaged(error);
  }
}

const ownKey = (secret: Buffer, head: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, head.subarray(-saltSize), 'sealed file 2', 32));

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/**
 * The last chunk is marked as such and may be shorter; for an empty content it is empty. The next chunk
 * overwrites its bytes.
 */
async function* inChunks(content: AsyncIterable<unknown>): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  const chunk = Buffer.allocUnsafe(chunkSize);
  let filled = 0;
  for await (const piece of content) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('storage takes bytes'); // a Readable may emit anything
    for (let at = 0; at < piece.length; ) {
      if (filled === chunkSize) {
        yield { bytes: chunk, last: false };
        filled = 0;
      }
      const taken = piece.subarray(at, at + chunkSize - filled);
      chunk.set(taken, filled);
      filled += taken.length;
      at += taken.length;
    }
  }
  yield { bytes: chunk.subarray(0, filled), last: true };
}

/** Pieces of `size` bytes; the last may be shorter. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const some of bytes) {
    held.push(some);
    length += some.length;
    if (length < size) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; at + size <= all.length; at += size) yield all.subarray(at, at + size);
    held = [all.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(held);
}
