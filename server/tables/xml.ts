// Reads the little XML of a workbook's parts: finds elements by plain search, in time proportional to the text,
// whatever a file contains. Builds no tree; the namespace prefix is that of the part's first element.
import { UnreadableFile } from './source.ts';

/** One element: the text of its opening tag, and its content ('' if empty). */
export type Element = [attributes: string, content: string];

/** All elements of one name in the order of the file, some at a time. They must not be nested. */
export async function* elementsIn(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  longest: number,
): AsyncGenerator<{ found: Element[]; prefix: string }> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let end = '';
  let prefix: string | null = null;
  for await (const chunk of chunks) {
    const piece = decoder.decode(chunk, { stream: true });
    text += piece;
    prefix ??= prefixOf(text);
    if (prefix === null) continue;
    const tag = `<${prefix}${name}`;
    const fresh = end + piece;
    end = fresh.slice(1 - tag.length);
    // Everything before the last opening tag is complete. Without a new one nothing is: to search all of a long text again for
    // each piece would copy it each time.
    const cut = fresh.includes(tag) ? text.lastIndexOf(tag) : 0;
    if (cut > 0) {
      yield { found: elements(text.slice(0, cut), name, prefix), prefix };
      text = text.slice(cut);
    }
    if (text.length > longest) throw new UnreadableFile('This workbook has a row or a text that is too long for contacts.');
  }
  text += decoder.decode();
  yield { found: elements(text, name, prefix ?? ''), prefix: prefix ?? '' };
}

export function elements(text: string, name: string, prefix = prefixOf(text) ?? ''): Element[] {
  const found: Element[] = [];
  for (let at = 0; ; ) {
    const element = nextElement(text, at, `${prefix}${name}`);
    if (!element) return found;
    if (found.push([element.attributes, element.content]) > maxElements)
      throw new UnreadableFile('This workbook has far too many parts. Save it again, or as CSV, and try again.');
    at = element.end;
  }
}

/** In one part, or a piece of one: Excel itself has at most 65,490 formats and 16,384 cells in a row. */
const maxElements = 100_000;

export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? decodeXml(found[1] ?? found[2] ?? '') : undefined;
}

/** The text of a shared or inline string: its runs joined, without the reading aids of East Asian scripts. */
export function plainText(content: string, prefix: string): string {
  const runs = elements(content.includes('rPh') ? without(content, `${prefix}rPh`) : content, 't', prefix);
  return decodeXml(runs.map(([, run]) => run).join(''));
}

export function decodeXml(text: string): string {
  const plain = text.includes('&') ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, entity) : text;
  // Excel's own escape for characters that XML forbids.
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : plain;
}

const prefixOf = (text: string): string | null => {
  const root = /<(\w+:)?\w+[\s/>]/.exec(text.slice(0, 4096));
  return root ? (root[1] ?? '') : text.length >= 4096 ? '' : null;
};

interface Found {
  start: number;
  attributes: string;
  content: string;
  end: number;
}

/** Null also if a tag is never closed: then no later one is. */
function nextElement(text: string, from: number, tag: string): Found | null {
  let start = text.indexOf(`<${tag}`, from);
  while (start >= 0 && !isTagEnd(text.charCodeAt(start + tag.length + 1))) start = text.indexOf(`<${tag}`, start + 1);
  if (start < 0) return null;
  const inside = start + tag.length + 1;
  const close = endOfTag(text, inside);
  if (close < 0) return null;
  if (text[close - 1] === '/') return { start, attributes: text.slice(inside, close - 1), content: '', end: close + 1 };
  const closing = text.indexOf(`</${tag}>`, close);
  if (closing < 0) return null;
  return { start, attributes: text.slice(inside, close), content: text.slice(close + 1, closing), end: closing + tag.length + 3 };
}

const isTagEnd = (code: number) => code === 32 || code === 62 || code === 47 || code === 10 || code === 13 || code === 9;

/** The tag's `>`, not one in a quoted value. Reads no further than the tag. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 62) return at;
    if (code !== 34) continue;
    const end = text.indexOf('"', at + 1);
    if (end < 0) return text.indexOf('>', at);
    at = end;
  }
  return -1;
}

function without(text: string, tag: string): string {
  let kept = '';
  let at = 0;
  for (let element = nextElement(text, at, tag); element; element = nextElement(text, at, tag)) {
    kept += text.slice(at, element.start);
    at = element.end;
  }
  return kept + text.slice(at);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entity(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name) return named[name] ?? whole;
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
