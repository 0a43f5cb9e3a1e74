// A zip archive's directory, and its entries as streams, read in place: the archive is never in memory as a whole.
// Layout: PKWARE APPNOTE 6.3, sections 4.3 and 4.5 (ZIP64).
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type ImportSource, readBytes, UnreadableFile } from './source.ts';

export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  compressed: number;
  offset: number;
}

export async function readDirectory(source: ImportSource): Promise<Map<string, ZipEntry>> {
  const tailAt = Math.max(0, source.size - 65_557 - 20);
  const tail = await readBytes(source, tailAt, source.size);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) throw damaged();
  const small = { count: tail.readUInt16LE(end + 10), size: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) };
  const { size, offset } = small.offset === 0xffffffff ? await readZip64End(source, tail, end) : small;
  if (offset + size > source.size) throw damaged();
  if (size > longestDirectory) throw new UnreadableFile('This archive has too many files for a workbook.');

  const directory = await readBytes(source, offset, offset + size);
  const entries = new Map<string, ZipEntry>();
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as Lengths;
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const [full, compressed, place] = wide(
      extra,
      [24, 20, 42].map((field) => directory.readUInt32LE(at + field)),
    );
    if (full === undefined || compressed === undefined || place === undefined) throw damaged();
    const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    entries.set(name, { name, method: directory.readUInt16LE(at + 10), encrypted, compressed, offset: place });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** An entry's bytes, unpacked on demand. `onRead` gets the number of packed bytes used. */
export async function* readEntry(source: ImportSource, entry: ZipEntry, maxBytes: number, onRead?: (packed: number) => void) {
  if (entry.encrypted) throw new UnreadableFile('This file is protected by a password. Save it without one and try again.');
  if (entry.method !== 0 && entry.method !== 8) throw damaged();
  const header = await readBytes(source, entry.offset, entry.offset + 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = source.open(start, Math.min(start + entry.compressed, source.size));
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  const stream: AsyncIterable<Uint8Array> = entry.method === 0 ? packed : pipeline(Readable.from(packed), inflate, () => {});
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      const used = entry.method === 0 ? size : inflate.bytesWritten;
      if (size > maxBytes || (size > 64 * 1024 * 1024 && size > used * highestRatio)) {
        throw new UnreadableFile(
          'This workbook unpacks to far more than its size allows. Save it again, or as CSV, and try again.',
        );
      }
      onRead?.(used);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged();
  }
}

export async function readEntryText(source: ImportSource, entry: ZipEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readEntry(source, entry, 32 * 1024 * 1024)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A million copies of the same row pack to about a fortieth; a higher ratio is an attack. */
const highestRatio = 250;

/** Some 300,000 entries; a workbook has a few dozen. */
const longestDirectory = 16 * 1024 * 1024;

type Lengths = [number, number, number];

export const damaged = () => new UnreadableFile('This file is damaged or incomplete. Save it again, or as CSV, and try again.');

async function readZip64End(source: ImportSource, tail: Buffer, end: number) {
  const locator = end - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) throw damaged();
  const at = Number(tail.readBigUInt64LE(locator + 8));
  const record = await readBytes(source, at, at + 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw damaged();
  return { size: Number(record.readBigUInt64LE(40)), offset: Number(record.readBigUInt64LE(48)) };
}

/** Sizes and positions beyond 32 bits are in the ZIP64 extra field, in the same order. */
function wide(extra: Buffer, values: number[]): (number | undefined)[] {
  if (!values.includes(0xffffffff)) return values;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let place = at + 4;
    return values.map((value) => {
      if (value !== 0xffffffff) return value;
      if (place + 8 > extra.length) return undefined;
      place += 8;
      return Number(extra.readBigUInt64LE(place - 8));
    });
  }
  return [];
}
