// The four encodings that spreadsheets and address books write, told apart by their bytes.
import { UnreadableFile } from './imports.source.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of a file that begins with these bytes. */
export const sniffEncoding = (bytes: Uint8Array): Encoding => markOf(bytes)?.encoding ?? sniffWithoutMark(bytes);

/** The byte order mark these bytes begin with, and its length. */
export function markOf(bytes: Uint8Array): { encoding: Encoding; bom: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', bom: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', bom: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', bom: 2 };
  return null;
}

/** Bytes that a row's text takes in the file. Exact: each of these decoders keeps one unit for one unit. */
export const bytesPerUnit = (encoding: Encoding) => (encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1);

/** Chunks of a file as UTF-8, which is what the parser reads. */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') return yield* chunks;
  // A mark in the middle of a file that is read on from there is text like any other.
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

function sniffWithoutMark(bytes: Uint8Array): Encoding {
  const nuls: [even: number, odd: number] = [0, 0];
  let controls = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) nuls[at & 1 ? 1 : 0]++;
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1f && byte !== 0x1b)) controls++;
  }
  const half = bytes.length / 2;
  if (nuls[1] > half * 0.4 && nuls[0] < half * 0.1) return 'utf-16le';
  if (nuls[0] > half * 0.4 && nuls[1] < half * 0.1) return 'utf-16be';
  if (nuls[0] + nuls[1] + controls > bytes.length * 0.02) {
    throw new UnreadableFile('This is not a table: choose a CSV or an Excel file (.xlsx).');
  }
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  const wrong = text.split('�').length - 1;
  const right = text.length - text.replace(/[^\0-\x7f�]/g, '').length;
  // A few stray bytes in a UTF-8 file are read row by row (imports.csv.ts).
  return wrong > right ? 'windows-1252' : 'utf-8';
}
