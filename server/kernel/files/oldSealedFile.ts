// Reads files that earlier versions sealed with AES-256-CTR, which does not detect changed bytes; until
// resealing has moved them.
import { createDecipheriv } from 'node:crypto';
import type { Subkey } from '#kernel/secrets/seal.ts';
import { fileKey } from './sealedFile.ts';

/** Bytes; also the length of the head, which is the first counter: the key's name and 12 random bytes. */
const block = 16;

export async function* openOldFile(
  head: Buffer,
  read: (start: number, end: number) => AsyncIterable<Uint8Array>,
  { start, end }: { start: number; end: number },
  keys: Subkey[],
) {
  if (start >= end) return;
  const skip = start % block;
  const counter = counterAt(head.subarray(0, block), (start - skip) / block);
  const decipher = createDecipheriv('aes-256-ctr', fileKey(head.subarray(0, 4), keys), counter);
  let first = true;
  for await (const chunk of read(block + start - skip, block + end)) {
    const clear = decipher.update(chunk);
    yield first ? clear.subarray(skip) : clear;
    first = false;
  }
}

/** The counter of the nth block: the first one plus n, as a 128-bit number. */
function counterAt(first: Buffer, n: number): Buffer {
  const sum = (BigInt(`0x${first.toString('hex')}`) + BigInt(n)) % (1n << 128n);
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}
