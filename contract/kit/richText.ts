// Formatted text as the editor (Tiptap) stores it: a tree of the few nodes and marks below, and nothing else. Pure functions for server and browser.

/** Allowed addresses of links. */
const address = /^(?:https?:\/\/|mailto:|tel:)./i;

export const richTextLimits = {
  /** Of the text without its formatting, as `textOf` makes it. */
  characters: 10_000,
  nodes: 3_000,
  /** Lists in lists in lists. */
  depth: 12,
  address: 2_000,
  /** Of all links together. */
  addresses: 20_000,
};

export const tooLongText = 'This text can have 10,000 characters at most';

export type RichMark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } };

export type RichInline =
  | { type: 'text'; text: string; marks?: RichMark[] }
  | { type: 'hardBreak' }
  /** A colleague. `label`: the name at that time. */
  | { type: 'mention'; attrs: { id: number; label: string } };

export type RichBlock =
  | { type: 'paragraph'; content?: RichInline[] }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: RichInline[] }
  | { type: 'bulletList'; content: RichItem[] }
  | { type: 'orderedList'; attrs?: { start: number }; content: RichItem[] };

export interface RichItem {
  type: 'listItem';
  content: RichBlock[];
}

export interface RichDoc {
  type: 'doc';
  content: RichBlock[];
}

/** Only what the types say: an unknown node, mark, attribute or key, a link of another scheme, or too much of it is refused. */
export const isRichDoc = (value: unknown): value is RichDoc => isRichTree(value) && !isTooLong(value);

/** A document of any length. */
export function isRichTree(value: unknown): value is RichDoc {
  if (!isNode(value, 'doc', ['content']) || !Array.isArray(value.content)) return false;
  return areBlocks(value.content, 1, checkOf({ isLink: isAddress, mentions: true }));
}

export const isTooLong = (doc: RichDoc): boolean => textOf(doc).length > richTextLimits.characters;

/** Whether it may be linked to. Refuses what a browser would skip in it: spaces, control and invisible characters. */
export const isAddress = (href: unknown): href is string =>
  typeof href === 'string' && href.length <= richTextLimits.address && address.test(href) && !/[\p{Cc}\p{Cf}\s]/u.test(href);

/** Lines of text, as they are searched and as mails and older clients have them. */
export function textOf(doc: RichDoc): string {
  return linesOf(doc.content, '').join('\n');
}

/** Text as a document: each line is a paragraph. */
export const docOf = (text: string): RichDoc => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) })),
});

/** Whether it says no more than its text does. */
export const isPlain = (doc: RichDoc): boolean =>
  doc.content.every(
    (block) =>
      block.type === 'paragraph' &&
      (block.content ?? []).every((inline) => inline.type === 'hardBreak' || (inline.type === 'text' && !inline.marks?.length)),
  );

/** The ids of the mentioned colleagues. */
export function mentionedIn(doc: RichDoc | null): Set<number> {
  const ids = new Set<number>();
  if (doc) changeMentions(doc, ({ id }) => void ids.add(id));
  return ids;
}

/** The same text with other labels at its mentions; a mention without one becomes text. */
export function withLabels(doc: RichDoc, labelOf: (id: number) => string | undefined): RichDoc {
  return changeMentions(doc, ({ id }) => labelOf(id));
}

function changeMentions(doc: RichDoc, labelOf: (mention: { id: number; label: string }) => string | undefined): RichDoc {
  const inlines = (content: RichInline[] = []): RichInline[] =>
    content.map((inline) => {
      if (inline.type !== 'mention') return inline;
      const label = labelOf(inline.attrs);
      return label === undefined
        ? { type: 'text', text: `@${inline.attrs.label}` }
        : { type: 'mention', attrs: { id: inline.attrs.id, label } };
    });
  const blocks = (content: RichBlock[]): RichBlock[] =>
    content.map((block) =>
      block.type === 'bulletList' || block.type === 'orderedList'
        ? { ...block, content: block.content.map((item) => ({ ...item, content: blocks(item.content) })) }
        : { ...block, ...(block.content && { content: inlines(block.content) }) },
    );
  return { type: 'doc', content: blocks(doc.content) };
}

function linesOf(blocks: readonly RichBlock[], indent: string): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'paragraph' || block.type === 'heading') return (block.content ?? []).map(inlineText).join('').split('\n');
    const first = block.type === 'orderedList' ? (block.attrs?.start ?? 1) : undefined;
    return block.content.flatMap((item, place) => {
      const [head = '', ...rest] = linesOf(item.content, indent);
      return [`${first === undefined ? '•' : `${first + place}.`} ${head}`, ...rest.map((line) => `  ${line}`)];
    });
  });
}

const inlineText = (inline: RichInline) =>
  inline.type === 'text' ? inline.text : inline.type === 'hardBreak' ? '\n' : `@${inline.attrs.label}`;

// ── the check ───────────────────────────────────────────────────────────────

/** The remaining limits, and the rules of one kind of document. */
export interface TreeCheck {
  nodes: number;
  addresses: number;
  isLink: (href: unknown) => href is string;
  mentions: boolean;
}

export const checkOf = (allowed: Pick<TreeCheck, 'isLink' | 'mentions'>): TreeCheck => ({
  ...allowed,
  nodes: richTextLimits.nodes,
  addresses: richTextLimits.addresses,
});

type Plain = Record<string, unknown>;

const isPlainObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype;

/** An object of this type that has no keys but these. */
export const isNode = (value: unknown, type: string, keys: readonly string[]): value is Plain =>
  isPlainObject(value) && value.type === type && Object.keys(value).every((key) => key === 'type' || keys.includes(key));

/** An object of just these keys. */
export const hasKeys = (value: unknown, keys: readonly string[]): value is Plain =>
  isPlainObject(value) && Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));

function areBlocks(content: unknown, depth: number, check: TreeCheck): boolean {
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    depth <= richTextLimits.depth &&
    content.every((block) => check.nodes-- > 0 && isBlock(block, depth, check))
  );
}

/** A paragraph, heading or list, and all in it. */
export function isBlock(block: unknown, depth: number, check: TreeCheck): boolean {
  if (isNode(block, 'paragraph', ['content'])) return areInlines(block.content, check);
  if (isNode(block, 'heading', ['attrs', 'content']))
    return hasKeys(block.attrs, ['level']) && [2, 3].includes(block.attrs.level as number) && areInlines(block.content, check);
  const isList =
    isNode(block, 'bulletList', ['content']) ||
    (isNode(block, 'orderedList', ['attrs', 'content']) && (block.attrs === undefined || isStart(block.attrs)));
  return (
    isList &&
    Array.isArray(block.content) &&
    block.content.length > 0 &&
    block.content.every(
      (item) => check.nodes-- > 0 && isNode(item, 'listItem', ['content']) && areBlocks(item.content, depth + 1, check),
    )
  );
}

const isStart = (attrs: unknown) =>
  hasKeys(attrs, ['start']) && Number.isInteger(attrs.start) && Number(attrs.start) >= 0 && Number(attrs.start) < 1_000_000;

const areInlines = (content: unknown, check: TreeCheck): boolean =>
  content === undefined || (Array.isArray(content) && content.every((inline) => check.nodes-- > 0 && isInline(inline, check)));

function isInline(inline: unknown, check: TreeCheck): boolean {
  if (isNode(inline, 'hardBreak', [])) return true;
  if (isNode(inline, 'mention', ['attrs']))
    return check.mentions && hasKeys(inline.attrs, ['id', 'label']) && isId(inline.attrs.id) && isText(inline.attrs.label, 200);
  if (!isNode(inline, 'text', ['text', 'marks']) || !isText(inline.text)) return false;
  const { marks = [] } = inline;
  if (!Array.isArray(marks) || !marks.every((mark) => isMark(mark, check))) return false;
  return new Set(marks.map(({ type }) => type)).size === marks.length;
}

function isMark(mark: unknown, check: TreeCheck): boolean {
  if (isNode(mark, 'bold', []) || isNode(mark, 'italic', [])) return true;
  return isNode(mark, 'link', ['attrs']) && hasKeys(mark.attrs, ['href']) && takesAddress(check, mark.attrs.href);
}

/** A link that may stand there, counted towards the limit of all. */
export function takesAddress(check: TreeCheck, href: unknown): href is string {
  if (!check.isLink(href)) return false;
  check.addresses -= href.length;
  return check.addresses >= 0;
}

export const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

/** No control characters: PostgreSQL stores no NUL and no half of a pair. */
export const isText = (value: unknown, max = Number.POSITIVE_INFINITY): boolean =>
  typeof value === 'string' && value !== '' && value.length <= max && value.isWellFormed() && !/[^\P{Cc}\t]/u.test(value);
