// Formatted text as HTML, for what is not a screen of ours: mails, exports, print. Everything that a person wrote is escaped.
import { isAddress, type RichBlock, type RichDoc, type RichInline } from '#contract/kit/richText.ts';

export const richTextHtml = (doc: RichDoc): string => doc.content.map(block).join('');

function block(node: RichBlock): string {
  if (node.type === 'paragraph') return `<p>${inlines(node.content) || '<br>'}</p>`;
  if (node.type === 'heading') return `<h${node.attrs.level}>${inlines(node.content)}</h${node.attrs.level}>`;
  const items = node.content.map((item) => `<li>${item.content.map(block).join('')}</li>`).join('');
  if (node.type === 'bulletList') return `<ul>${items}</ul>`;
  const start = node.attrs?.start ?? 1;
  return `<ol${start === 1 ? '' : ` start="${start}"`}>${items}</ol>`;
}

const inlines = (content: RichInline[] = []) => content.map(inline).join('');

function inline(node: RichInline): string {
  if (node.type === 'hardBreak') return '<br>';
  if (node.type === 'mention') return `<strong>@${escaped(node.attrs.label)}</strong>`;
  return (node.marks ?? []).reduce((html, mark) => {
    if (mark.type === 'bold') return `<strong>${html}</strong>`;
    if (mark.type === 'italic') return `<em>${html}</em>`;
    const { href } = mark.attrs;
    return isAddress(href) ? `<a href="${escaped(href)}" rel="noopener noreferrer nofollow">${html}</a>` : html;
  }, escaped(node.text));
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
