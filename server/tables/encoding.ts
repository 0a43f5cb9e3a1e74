// The four encodings that spreadsheets and address books write; recognises them by their bytes.
import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './source.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of a file with these first bytes. */
export const sniffEncoding = (bytes: Uint8Array): Encoding => markOf(bytes)?.encoding ?? sniffWithoutMark(bytes);

/** The byte order mark at the start of these bytes, and its length. */
export function markOf(bytes: Uint8Array): { encoding: Encoding; bom: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', bom: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', bom: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', bom: 2 };
  return null;
}

/**
 * Files are cut into rows by units, so that a position in the text is a position in the file: for UTF-8 the
 * bytes, one character for each; for the others the characters, of which these decoders give one for every one
 * or two bytes.
 */
export const bytesPerUnit = (encoding: Encoding) => (encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1);

export async function* unitsOf(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<{ units: string; ended: boolean }> {
  // A mark in the middle of a file, where reading continues, is text like any other.
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const isBytes = encoding === 'utf-8';
  for await (const chunk of chunks)
    yield { units: isBytes ? latin1(chunk) : decoder.decode(chunk, { stream: true }), ended: false };
  yield { units: decoder.decode(), ended: true };
}

export const toUnits = (text: string, encoding: Encoding) => (encoding === 'utf-8' ? Buffer.from(text).toString('latin1') : text);

/** Decodes units to text. */
export function textOf(units: string, encoding: Encoding): string {
  if (encoding !== 'utf-8' || !beyondAscii.test(units)) return units;
  const bytes = Buffer.from(units, 'latin1');
  return isUtf8(bytes)
    ? bytes.toString('utf8')
    : units.replace(sequence, (found) => (found.length > 1 ? Buffer.from(found, 'latin1').toString('utf8') : older(found)));
}

/** Whether a file ends inside a character: `units` are its last row, `flushed` the decoder's final output. */
export const isCutOff = (units: string, flushed: string, encoding: Encoding) =>
  encoding === 'utf-8' ? cutSequence.test(units) : flushed !== '';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
const beyondAscii = /[\x80-\xff]/;
/** UTF-8 (RFC 3629, section 4), or a stray byte of an older encoding. */
const sequence =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;
const cutSequence = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/;
const windows1252 = new TextDecoder('windows-1252');
const older = (byte: string) => windows1252.decode(Buffer.from(byte, 'latin1'));

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
    throw new UnreadableFile('This is not a table. Choose a CSV or an Excel file (.xlsx).');
  }
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  // A file may contain U+FFFD itself, from a program that misread it earlier: its bytes are valid.
  const wrong = text.split('�').length - latin1(bytes).split('\xef\xbf\xbd').length;
  const right = text.length - text.replace(/[^\0-\x7f]/g, '').length - wrong;
  // A few stray bytes in a UTF-8 file are handled row by row (csv.ts).
  return wrong > right ? 'windows-1252' : 'utf-8';
}
