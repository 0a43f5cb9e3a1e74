// Converts the editor's document to the stored form: drops the editor's own attributes, and all that the
// contract refuses (kit/richText.ts).
import type { JSONContent } from '@tiptap/react';
import { isAddress, type RichBlock, type RichDoc, type RichInline, type RichMark } from '#contract/kit/richText.ts';

/** `isLink`: what may be linked to. */
export const fromEditor = (json: JSONContent, isLink: IsLink = isAddress): RichDoc => ({
  type: 'doc',
  content: blocks(json.content, isLink),
});

type IsLink = (href: unknown) => href is string;

const empty: RichBlock[] = [{ type: 'paragraph' }];

function blocks(content: JSONContent[] = [], isLink: IsLink): RichBlock[] {
  const kept = content.flatMap((node) => block(node, isLink));
  return kept.length > 0 ? kept : empty;
}

function block({ type, attrs, content }: JSONContent, isLink: IsLink): RichBlock[] {
  if (type === 'paragraph') return [{ type, ...inlines(content, isLink) }];
  if (type === 'heading') return [{ type, attrs: { level: attrs?.level === 2 ? 2 : 3 }, ...inlines(content, isLink) }];
  if (type !== 'bulletList' && type !== 'orderedList') return [];
  const items = (content ?? []).map((item) => ({ type: 'listItem' as const, content: blocks(item.content, isLink) }));
  if (items.length === 0) return [];
  return [type === 'bulletList' ? { type, content: items } : { type, attrs: { start: startOf(attrs?.start) }, content: items }];
}

const startOf = (start: unknown) => (Number.isInteger(start) && Number(start) >= 0 ? Math.min(Number(start), 999_999) : 1);

function inlines(content: JSONContent[] = [], isLink: IsLink): { content?: RichInline[] } {
  const kept = content.flatMap((node) => inline(node, isLink));
  return kept.length > 0 ? { content: kept } : {};
}

function inline({ type, text = '', attrs, marks = [] }: JSONContent, isLink: IsLink): RichInline[] {
  if (type === 'hardBreak') return [{ type }];
  if (type === 'mention') {
    const [id, label] = [Number(attrs?.id), String(attrs?.label ?? '') || 'No name'];
    return Number.isSafeInteger(id) && id > 0 ? [{ type, attrs: { id, label } }] : [{ type: 'text', text: `@${label}` }];
  }
  const clean = text.toWellFormed().replace(/[^\P{Cc}\t]/gu, '');
  if (type !== 'text' || clean === '') return [];
  const kept = marks.flatMap((mark): RichMark[] => {
    if (mark.type === 'bold' || mark.type === 'italic') return [{ type: mark.type }];
    const href: unknown = mark.attrs?.href;
    return mark.type === 'link' && isLink(href) ? [{ type: 'link', attrs: { href } }] : [];
  });
  return [{ type, text: clean, ...(kept.length > 0 && { marks: kept }) }];
}
