// The type of a file by its first bytes, never by the sender's claim. The name only tells kinds of text apart.

/** Bytes at the beginning of a file to look at. */
export const typedBy = 4096;

/** A media type; `application/octet-stream` if unknown. */
export function typeOf(start: Uint8Array, name: string): string {
  const head = Buffer.from(start).subarray(0, typedBy);
  const hex = head.toString('hex');
  const known = signatures.find(([signature]) => signature.test(hex))?.[1];
  if (known === 'application/zip') return archiveType(head);
  return known ?? (isText(head) ? textType(head.toString('utf8'), name) : 'application/octet-stream');
}

/** By the hexadecimal digits of the first bytes. */
const signatures: [RegExp, string][] = [
  [/^255044462d/, 'application/pdf'],
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^474946383[79]61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^.{8}667479706176696[36]/, 'image/avif'],
  [/^.{8}66747970(?:6865696[38]|68656978|6d696631)/, 'image/heic'],
  [/^(?:49492a00|4d4d002a)/, 'image/tiff'],
  [/^52494646.{8}57415645/, 'audio/wav'],
  [/^(?:494433|fff[23ab])/, 'audio/mpeg'],
  [/^4f676753/, 'audio/ogg'],
  [/^.{8}667479704d3441/, 'audio/mp4'],
  [/^.{8}66747970/, 'video/mp4'],
  [/^1a45dfa3/, 'video/webm'],
  [/^504b0(?:304|506)/, 'application/zip'],
  [/^d0cf11e0a1b11ae1/, 'application/x-ole-storage'], // office documents before 2007
  [/^1f8b/, 'application/gzip'],
  [/^7b5c727466/, 'application/rtf'],
];

const office = 'application/vnd.openxmlformats-officedocument';

/** An office document is an archive; its first parts tell which kind. */
function archiveType(head: Buffer): string {
  if (head.includes('xl/')) return `${office}.spreadsheetml.sheet`;
  if (head.includes('word/')) return `${office}.wordprocessingml.document`;
  if (head.includes('ppt/')) return `${office}.presentationml.presentation`;
  return 'application/zip';
}

/** Text has no bytes that only programs write, except UTF-16, which starts with a mark. */
const isText = (head: Buffer) =>
  head.length > 0 &&
  (/^(?:fffe|feff)/.test(head.toString('hex', 0, 2)) ||
    head.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27));

/** Never calls markup that a browser would run plain text. */
function textType(text: string, name: string): string {
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/^\W*<(?:!doctype|html|head|body|script|iframe)\b/i.test(text)) return 'text/html';
  if (/^\W*<\?xml/i.test(text)) return 'text/xml';
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return byEnding[ending] ?? 'text/plain';
}

const byEnding: Record<string, string> = {
  csv: 'text/csv',
  vcf: 'text/vcard',
  ics: 'text/calendar',
  json: 'application/json',
};
