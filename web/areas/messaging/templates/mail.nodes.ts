// The mail editor's additions to formatted text: fields as chips, buttons and pictures.
import { Node, type NodeViewRenderer } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { hrefOf } from '#app/api.ts';
import { downloadEmailFile } from '#contract/emails.ts';
import { type MergeField, mergeFields } from '#contract/kit/mergeFields.ts';
import classes from './MailEditor.module.css';

const known = (name: unknown): name is MergeField => typeof name === 'string' && Object.hasOwn(mergeFields, name);

/** As a chip says it: “First name, or there”. */
export const chipWords = (name: unknown, fallback: unknown): string => {
  const label = known(name) ? mergeFields[name].label : String(name);
  return fallback ? `${label}, or ${String(fallback)}` : label;
};

export const MailDocument = Node.create({ name: 'doc', topNode: true, content: '(block | mailBlock)+' });

export const FieldNode = Node.create({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { default: 'first_name' }, fallback: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-field]',
      getAttrs: (element) => {
        const { field = '', fallback = '' } = element.dataset;
        return known(field) && { name: field, fallback };
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'span',
    { 'data-field': attrs.name, 'data-fallback': attrs.fallback, class: classes.chip ?? '' },
    chipWords(attrs.name, attrs.fallback),
  ],
  renderText: ({ node: { attrs } }) => chipWords(attrs.name, attrs.fallback),
});

export const ButtonNode = Node.create({
  name: 'button',
  group: 'mailBlock',
  atom: true,
  draggable: true,
  addAttributes: () => ({ label: { default: 'Learn more' }, href: { default: '' } }),
  renderHTML: ({ node: { attrs } }) => ['p', {}, ['span', { class: classes.button ?? '' }, String(attrs.label)]],
});

export const PictureNode = Node.create({
  name: 'picture',
  group: 'mailBlock',
  atom: true,
  draggable: true,
  addAttributes: () => ({ file_id: { default: 0 }, alt: { default: '' }, width: { default: 'medium' } }),
  renderHTML: ({ node: { attrs } }) => ['img', picture(attrs)],
  addNodeView:
    (): NodeViewRenderer =>
    ({ node }) => {
      const dom = document.createElement('img');
      for (const [name, value] of Object.entries(picture(node.attrs))) dom.setAttribute(name, value);
      return { dom };
    },
});

const picture = ({ file_id, alt, width }: Record<string, unknown>) => ({
  src: hrefOf(downloadEmailFile, { params: { fileId: Number(file_id) } }),
  alt: String(alt) || 'A picture without a description',
  class: classes.picture ?? '',
  'data-width': String(width),
});

/** Puts a button or a picture where the cursor is, and selects it, so that its details can be typed. */
export function insertBlock(editor: Editor, type: 'button' | 'picture', attrs: Record<string, unknown>): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const node = state.schema.nodes[type]?.create(attrs);
      if (!node) return false;
      const { $to } = tr.selection;
      const place = $to.depth > 0 ? $to.after(1) : $to.pos;
      tr.insert(place, node).setSelection(NodeSelection.create(tr.doc, place));
      return true;
    })
    .run();
}
