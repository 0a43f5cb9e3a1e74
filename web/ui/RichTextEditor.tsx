// Writes formatted text (Tiptap). Large: loaded when somebody formats or mentions, through RichTextField.
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Placeholder, UndoRedo } from '@tiptap/extensions';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { isAddress, type RichDoc } from '#contract/kit/richText.ts';
import textClasses from './RichText.module.css';
import classes from './RichTextEditor.module.css';
import { RichTextMentions } from './RichTextMentions.tsx';
import { RichTextToolbar } from './RichTextToolbar.tsx';
import { fromEditor } from './richTextFromEditor.ts';
import { mentionOf, type Offer } from './richTextMention.ts';

export interface RichTextEditorProps {
  /** Found by `[data-name=…]`. */
  name?: string | undefined;
  label: string;
  placeholder?: string | undefined;
  value: RichDoc;
  onChange: (value: RichDoc) => void;
  error?: string | undefined;
  /** At the end of the text, once it is there. */
  autoFocus?: boolean | undefined;
  /** Ctrl or Cmd with Enter. */
  onSubmit?: (() => void) | undefined;
  /** Colleagues whose names contain the text, for `@`. Without it nobody can be mentioned. */
  findPeople?: ((q: string) => Promise<{ id: number; name: string }[]>) | undefined;
}

export function RichTextEditor({
  name,
  label,
  placeholder = '',
  value,
  onChange,
  error,
  autoFocus,
  onSubmit,
  findPeople,
}: RichTextEditorProps) {
  const listId = useId();
  const errorId = useId();
  const [offer, setOffer] = useState<Offer | null>(null);
  const emitted = useRef(JSON.stringify(value));
  const emit = useEffectEvent((doc: RichDoc) => {
    emitted.current = JSON.stringify(doc);
    onChange(doc);
  });
  const submit = useEffectEvent(() => onSubmit?.());
  const people = useEffectEvent((q: string) => findPeople?.(q) ?? Promise.resolve([]));
  const [made] = useState(() => ({
    extensions: [
      ...[Document, Paragraph, Text, HardBreak, Bold, Italic, BulletList, OrderedList, ListItem, ListKeymap, UndoRedo],
      Heading.configure({ levels: [2, 3] }),
      Link.configure({
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => isAddress(address),
        HTMLAttributes: { target: null, rel: null, class: null },
      }),
      Placeholder.configure({ placeholder }),
      ...(findPeople ? [mentionOf((q) => people(q), setOffer)] : []),
    ],
  }));
  const isOpen = offer !== null && offer.people.length > 0;
  const leave = useEffectEvent((field: HTMLElement) => {
    if (!isOpen) field.blur();
  });
  const active = offer?.active ?? 0;
  const editorProps = useMemo(
    () => ({
      attributes: {
        ...{ class: `${textClasses.text} ${classes.content}`, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        ...(name && { 'data-name': name }),
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
        ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` }),
      },
      handleKeyDown: ({ dom }: { dom: HTMLElement }, event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          submit();
          return true;
        }
        if (event.key === 'Escape') leave(dom);
        return false;
      },
    }),
    [label, name, error, errorId, isOpen, listId, active],
  );
  const editor = useEditor({
    extensions: made.extensions,
    content: value,
    autofocus: autoFocus ? 'end' : false,
    editorProps,
    onUpdate: ({ editor: changed }) => emit(fromEditor(changed.getJSON())),
  });
  // Changed from outside: sent, discarded, brought back, or typed in another window.
  useEffect(() => {
    const text = JSON.stringify(value);
    if (!editor || text === emitted.current) return;
    emitted.current = text;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className={classes.root} data-error={error ? true : undefined}>
      {editor && <RichTextToolbar editor={editor} canMention={findPeople !== undefined} />}
      <EditorContent editor={editor} />
      {isOpen && <RichTextMentions id={listId} offer={offer} />}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
