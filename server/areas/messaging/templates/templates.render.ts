// Makes a mail from its tree and the values of its fields: HTML that mail programs show, and text. Pure: the only place that writes this HTML.

import type { MailBlock, MailDoc, PictureWidth } from '#contract/kit/mailDoc.ts';
import {
  escaped,
  type MergeValues,
  mergedAddress,
  mergedHtml,
  mergedSubject,
  mergedText,
  oneLine,
} from '#contract/kit/mergeFields.ts';
import { isAddress, type RichBlock, type RichInline, type RichItem } from '#contract/kit/richText.ts';
import type { primaryColors } from '#contract/lookups.ts';

export interface MailParts {
  subject: string;
  doc: MailDoc;
  /** Below the text: of the user. */
  signature: MailDoc | null;
  /** Small lines at the foot, each a paragraph: licences, disclaimer, why the reader gets this. */
  foot: readonly string[];
  /** The page where readers choose what they get: a link below the foot. */
  unsubscribe?: string | undefined;
  values: MergeValues;
  color: (typeof primaryColors)[number];
  /** The `src` of a picture, or null where its file is gone. Ours, never a sender's. */
  pictureOf: (fileId: number) => string | null;
  /**
   * The counting address of a link, if clicks are counted. Links that hold a contact's own values lead straight
   * to their address.
   */
  linkOf?: (href: string) => string;
  /** The address of a picture that tells when the mail is opened. */
  openedAt?: string;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Styles stand on the elements, as in server/areas/company/mail/mail.layout.ts; no colour of text is set, so that dark mode may choose it. */
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const shades: Record<MailParts['color'], string> = {
  blue: '#1063c2',
  teal: '#087671',
  green: '#017b37',
  violet: '#6948c8',
  orange: '#a64302',
};
const quiet = 'opacity:.75';
const widths: Record<PictureWidth, number> = { small: 160, medium: 320, full: 560 };

export function renderMail({ subject, doc, signature, foot, unsubscribe, openedAt, ...how }: MailParts): RenderedMail {
  const title = mergedSubject(subject, how.values);
  const lines = foot.map((line) => mergedText(line, how.values).trim()).filter(Boolean);
  const blocks = (part: MailDoc) => part.content.map((block) => blockHtml(block, how)).join('\n');
  return {
    subject: title,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}</style>
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:0;${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:24px;overflow-wrap:anywhere">
${blocks(doc)}
${signature ? `<div style="margin:24px 0 0">\n${blocks(signature)}\n</div>\n` : ''}${lines.length > 0 || unsubscribe ? footHtml(lines, unsubscribe) : ''}${openedAt ? `<img src="${escaped(openedAt)}" alt="" width="1" height="1" style="display:block;border:0">\n` : ''}</div>
</body>
</html>
`,
    text: `${[
      ...doc.content.map((block) => blockText(block, how.values)),
      signature && `-- \n${signature.content.map((block) => blockText(block, how.values)).join('\n')}`,
      ...lines,
      unsubscribe && `${unsubscribeWords}:\n${unsubscribe}`,
    ]
      .filter((part): part is string => Boolean(part))
      .join('\n\n')
      .replace(/\n{3,}/g, '\n\n')}\n`,
  };
}

type How = Pick<MailParts, 'values' | 'color' | 'pictureOf' | 'linkOf'>;

const unsubscribeWords = 'Unsubscribe, or choose what you get';

const footHtml = (lines: readonly string[], unsubscribe: string | undefined) =>
  `<div style="margin:32px 0 0;padding-top:16px;border-top:1px solid #9ca3af55;font-size:13px;${quiet}">
${lines.map((line) => `<p style="margin:0 0 8px">${escaped(line).replaceAll('\n', '<br>')}</p>`).join('\n')}
${unsubscribe ? `<p style="margin:0 0 8px"><a href="${escaped(unsubscribe)}" style="color:inherit">${unsubscribeWords}</a></p>\n` : ''}</div>
`;

function blockHtml(block: MailBlock, how: How): string {
  if (block.type === 'button') return buttonHtml(block.attrs, how);
  if (block.type === 'picture') return pictureHtml(block.attrs, how);
  return richHtml(block, how);
}

function richHtml(block: RichBlock, how: How): string {
  if (block.type === 'paragraph') return `<p style="margin:0 0 16px">${inlinesHtml(block.content, how) || '&nbsp;'}</p>`;
  if (block.type === 'heading') {
    const [tag, size] = block.attrs.level === 2 ? ['h2', 22] : ['h3', 18];
    return `<${tag} style="margin:24px 0 12px;font-size:${size}px;line-height:1.3">${inlinesHtml(block.content, how)}</${tag}>`;
  }
  const items = block.content.map((item) => itemHtml(item, how)).join('');
  const style = 'margin:0 0 16px;padding-left:24px';
  if (block.type === 'bulletList') return `<ul style="${style}">${items}</ul>`;
  return `<ol start="${Number(block.attrs?.start ?? 1)}" style="${style}">${items}</ol>`;
}

const itemHtml = ({ content }: RichItem, how: How) =>
  `<li style="margin:0 0 4px">${content
    .map((block) =>
      block.type === 'paragraph' ? `<div>${inlinesHtml(block.content, how) || '&nbsp;'}</div>` : richHtml(block, how),
    )
    .join('')}</li>`;

const inlinesHtml = (content: readonly RichInline[] = [], { values, linkOf }: How): string =>
  content
    .map((inline) => {
      if (inline.type === 'hardBreak') return '<br>';
      if (inline.type === 'mention') return escaped(inline.attrs.label);
      return (inline.marks ?? []).reduce(
        (html, mark) => {
          if (mark.type === 'bold') return `<strong>${html}</strong>`;
          if (mark.type === 'italic') return `<em>${html}</em>`;
          const href = linkTo(mark.attrs.href, values, linkOf);
          return href ? `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${html}</a>` : html;
        },
        mergedHtml(inline.text, values),
      );
    })
    .join('');

function buttonHtml({ label, href }: { label: string; href: string }, { values, color, linkOf }: How): string {
  const [words, address] = [mergedHtml(label, values), linkTo(href, values, linkOf)];
  if (!address) return `<p style="margin:0 0 16px">${words}</p>`;
  return `<p style="margin:24px 0"><a href="${escaped(address)}" target="_blank" rel="noopener noreferrer" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${shades[color]};color:#ffffff;font-weight:600;text-decoration:none">${words}</a></p>`;
}

function pictureHtml({ file_id, alt, width }: { file_id: number; alt: string; width: PictureWidth }, how: How): string {
  const [src, words] = [how.pictureOf(file_id), mergedHtml(alt, how.values)];
  if (!src) return words ? `<p style="margin:0 0 16px">${words}</p>` : '';
  return `<p style="margin:0 0 16px"><img src="${escaped(src)}" alt="${words}" width="${widths[width]}" style="display:block;width:100%;max-width:${widths[width]}px;height:auto;border:0"></p>`;
}

const linkTo = (template: string, values: MergeValues, linkOf: MailParts['linkOf']): string | null => {
  const href = addressOf(template, values);
  return href && linkOf && href === template && /^https?:/i.test(href) ? linkOf(href) : href;
};

/** Checked once more with its values: what is no address then is not linked. */
function addressOf(template: string, values: MergeValues): string | null {
  const href = mergedAddress(template, values);
  return isAddress(href) ? href : null;
}

function blockText(block: MailBlock, values: MergeValues): string {
  if (block.type === 'button') {
    const address = addressOf(block.attrs.href, values);
    return `${mergedText(block.attrs.label, values)}${address ? `:\n${address}` : ''}`;
  }
  if (block.type === 'picture') return block.attrs.alt ? `[${mergedText(block.attrs.alt, values)}]` : '';
  return richText(block, values).join('\n');
}

function richText(block: RichBlock, values: MergeValues): string[] {
  if (block.type === 'paragraph' || block.type === 'heading') return inlinesText(block.content, values).split('\n');
  const first = block.type === 'orderedList' ? (block.attrs?.start ?? 1) : undefined;
  return block.content.flatMap((item, place) => {
    const [head = '', ...rest] = item.content.flatMap((each) => richText(each, values));
    return [`${first === undefined ? '•' : `${first + place}.`} ${head}`, ...rest.map((line) => `  ${line}`)];
  });
}

const inlinesText = (content: readonly RichInline[] = [], values: MergeValues): string =>
  content
    .map((inline) => {
      if (inline.type === 'hardBreak') return '\n';
      if (inline.type === 'mention') return oneLine(inline.attrs.label);
      const words = mergedText(inline.text, values);
      const link = (inline.marks ?? []).find((mark) => mark.type === 'link');
      const address = link && addressOf(link.attrs.href, values);
      return address && address !== words ? `${words} (${address.replace(/^(?:mailto|tel):/i, '')})` : words;
    })
    .join('');
