// The content of a mail to and from the editor: a field is `{{first_name|there}}` in a text when stored, a chip when edited.
import type { JSONContent } from '@tiptap/react';
import { isMailAddress, type MailBlock, type MailDoc, pictureWidths } from '#contract/kit/mailDoc.ts';
import { fieldText, partsOf } from '#contract/kit/mergeFields.ts';
import { fromEditor } from '#ui/richTextFromEditor.ts';

export function fromMailEditor({ content = [] }: JSONContent): MailDoc {
  const blocks = content.flatMap((node): MailBlock[] => {
    const attrs = node.attrs ?? {};
    if (node.type === 'button') return [{ type: 'button', attrs: { label: String(attrs.label), href: String(attrs.href) } }];
    if (node.type === 'picture') {
      const width = pictureWidths.find((one) => one === attrs.width) ?? 'medium';
      return [{ type: 'picture', attrs: { file_id: Number(attrs.file_id), alt: String(attrs.alt), width } }];
    }
    return fromEditor({ content: [withTexts(node)] }, isMailAddress).content;
  });
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

export const toMailEditor = (doc: MailDoc): JSONContent => withChips(doc as JSONContent);

function withTexts({ content, ...node }: JSONContent): JSONContent {
  if (node.type === 'field')
    return {
      type: 'text',
      text: fieldText(node.attrs?.name, String(node.attrs?.fallback ?? '')),
      ...(node.marks && { marks: node.marks }),
    };
  return { ...node, ...(content && { content: content.map(withTexts) }) };
}

function withChips({ content, ...node }: JSONContent): JSONContent {
  return {
    ...node,
    ...(content && { content: content.flatMap((child) => (child.type === 'text' ? chipsOf(child) : withChips(child))) }),
  };
}

const chipsOf = ({ text = '', marks }: JSONContent): JSONContent[] =>
  partsOf(text).map((part) => ({
    ...('text' in part
      ? { type: 'text', text: part.text }
      : { type: 'field', attrs: { name: part.field, fallback: part.fallback } }),
    ...(marks && { marks }),
  }));
