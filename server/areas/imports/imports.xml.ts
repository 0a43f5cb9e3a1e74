// The little XML that a workbook's parts are made of. Streams of elements in bounded memory, no tree.
import { UnreadableFile } from './imports.source.ts';

/** One element: what stands in its opening tag, and what between its tags ('' where it has no content). */
export type Element = [attributes: string, content: string];

/** All elements of one name, in the order of the file, some at a time. They may not lie in one another. */
export async function* elementsIn(chunks: AsyncIterable<Uint8Array>, name: string, longest: number): AsyncGenerator<Element[]> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let prefix: string | undefined;
  let pattern = elementPattern(name);
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    prefix ??= /<(\w+:)?(?:worksheet|sst)[\s>]/.exec(text)?.[1] ?? (text.length > 4096 ? '' : undefined);
    if (prefix === undefined) continue;
    if (prefix !== '') pattern = elementPattern(name, prefix);
    // All before the last opening tag is whole.
    const cut = text.lastIndexOf(`<${prefix}${name}`);
    if (cut > 0) {
      yield elements(text.slice(0, cut), pattern);
      text = text.slice(cut);
    }
    if (text.length > longest) throw new UnreadableFile('This workbook holds a row or a text too long to be one of contacts.');
  }
  text += decoder.decode();
  yield elements(text, pattern);
}

export const elementPattern = (name: string, prefix = '(?:\\w+:)?') =>
  new RegExp(`<${prefix}${name}(?=[\\s/>])([^>]*?)(?:/>|>([^]*?)</${prefix}${name}>)`, 'g');

export const elements = (text: string, pattern: RegExp): Element[] =>
  Array.from(text.matchAll(pattern), ([, attributes = '', content = '']) => [attributes, content]);

export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? decodeXml(found[1] ?? found[2] ?? '') : undefined;
}

/** The text of a shared or inline string: its runs together, without the reading aids of East Asian scripts. */
export function plainText(content: string): string {
  const shown = content.includes('rPh') ? content.replace(elementPattern('rPh'), '') : content;
  let text = '';
  for (const [, run = ''] of shown.matchAll(textPattern)) text += run;
  return decodeXml(text);
}

export function decodeXml(text: string): string {
  const plain = text.includes('&') ? text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, entity) : text;
  // Excel's own escape for characters that XML forbids.
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : plain;
}

const textPattern = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entity(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name) return named[name] ?? whole;
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
