// The content of a mail: formatted text as the editor stores it, with buttons, pictures and merge fields. Pure functions for server and browser.
import { fieldsIn, type MergeField, partsOf, wrongFieldsIn } from './mergeFields.ts';
import {
  checkOf,
  hasKeys,
  isAddress,
  isBlock,
  isId,
  isNode,
  isText,
  type RichBlock,
  type RichInline,
  richTextLimits,
  type TreeCheck,
  takesAddress,
  textOf,
} from './richText.ts';

export const mailLimits = { ...richTextLimits, characters: 20_000, blocks: 500, pictures: 20, label: 100, alt: 200 };

export const pictureWidths = ['small', 'medium', 'full'] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** `label` and `href` may hold merge fields. */
export interface MailButton {
  type: 'button';
  attrs: { label: string; href: string };
}

/** `file_id`: a file of this area. `alt` may be empty for decoration. */
export interface MailPicture {
  type: 'picture';
  attrs: { file_id: number; alt: string; width: PictureWidth };
}

export type MailBlock = RichBlock | MailButton | MailPicture;

export interface MailDoc {
  type: 'doc';
  content: MailBlock[];
}

/** Only what the types say, within the limits, and no field that does not exist. */
export const isMailDoc = (value: unknown): value is MailDoc =>
  isMailTree(value) && mailTextOf(value).length <= mailLimits.characters && wrongFieldsOf(value).length === 0;

/** Of any length, and with any text. */
export function isMailTree(value: unknown): value is MailDoc {
  if (!isNode(value, 'doc', ['content']) || !Array.isArray(value.content)) return false;
  const check = checkOf({ isLink: isMailAddress, mentions: false });
  let pictures = 0;
  return (
    value.content.length > 0 &&
    value.content.length <= mailLimits.blocks &&
    value.content.every((block) => {
      if (check.nodes-- <= 0) return false;
      if (isPicture(block)) return ++pictures <= mailLimits.pictures;
      return isButton(block, check) || isBlock(block, 1, check);
    })
  );
}

const isButton = (block: unknown, check: TreeCheck): block is MailButton =>
  isNode(block, 'button', ['attrs']) &&
  hasKeys(block.attrs, ['label', 'href']) &&
  isText(block.attrs.label, mailLimits.label) &&
  takesAddress(check, block.attrs.href);

const isPicture = (block: unknown): block is MailPicture =>
  isNode(block, 'picture', ['attrs']) &&
  hasKeys(block.attrs, ['file_id', 'alt', 'width']) &&
  isId(block.attrs.file_id) &&
  (block.attrs.alt === '' || isText(block.attrs.alt, mailLimits.alt)) &&
  pictureWidths.some((width) => width === (block.attrs as { width: unknown }).width);

/** A field may be a part of an address, but neither its scheme nor its host: no value decides where a link leads. */
export function isMailAddress(href: unknown): href is string {
  if (typeof href !== 'string' || wrongFieldsIn(href).length > 0) return false;
  const parts = partsOf(href);
  if (!isAddress(parts.map((part) => ('text' in part ? part.text : 'x')).join('')) || href.length > mailLimits.address)
    return false;
  const [first] = parts;
  if (!first || !('text' in first)) return false;
  return parts.length === 1 || /^(?:https?:\/\/[^/?#\s]+[/?#]|mailto:|tel:)/i.test(first.text);
}

/** Its text, fields included as they are written: for the search. */
export const mailTextOf = ({ content }: MailDoc): string =>
  content
    .map((block) =>
      block.type === 'button'
        ? block.attrs.label
        : block.type === 'picture'
          ? block.attrs.alt
          : textOf({ type: 'doc', content: [block] }),
    )
    .join('\n');

/** Everything in it that may hold fields: texts, labels, descriptions of pictures and addresses. */
export function templatesIn(doc: MailDoc): string[] {
  const inlines = (content: RichInline[] = []): string[] =>
    content.flatMap((inline) =>
      inline.type === 'text'
        ? [inline.text, ...(inline.marks ?? []).flatMap((mark) => (mark.type === 'link' ? mark.attrs.href : []))]
        : [],
    );
  const blocks = (content: MailBlock[]): string[] =>
    content.flatMap((block) => {
      if (block.type === 'button') return [block.attrs.label, block.attrs.href];
      if (block.type === 'picture') return [block.attrs.alt];
      if (block.type === 'bulletList' || block.type === 'orderedList')
        return block.content.flatMap((item) => blocks(item.content));
      return inlines(block.content);
    });
  return blocks(doc.content);
}

export const wrongFieldsOf = (doc: MailDoc): string[] => [...new Set(templatesIn(doc).flatMap(wrongFieldsIn))];
export const fieldsOf = (doc: MailDoc): MergeField[] => [...new Set(templatesIn(doc).flatMap(fieldsIn))];

/** The addresses of links and buttons. */
export function addressesIn(doc: MailDoc): string[] {
  const found: string[] = [];
  JSON.stringify(doc, (key, value: unknown) => {
    if (key === 'href' && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

export const picturesIn = ({ content }: MailDoc): number[] => [
  ...new Set(content.flatMap((block) => (block.type === 'picture' ? block.attrs.file_id : []))),
];

/** Whether it says nothing. */
export const isEmptyMail = (doc: MailDoc): boolean => picturesIn(doc).length === 0 && mailTextOf(doc).trim() === '';
