// Writes the content of a mail. Large: loaded with the pages and drawers that write one.
import { Bold } from '@tiptap/extension-bold';
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
import { isMailAddress, type MailDoc } from '#contract/kit/mailDoc.ts';
import textClasses from '#ui/RichText.module.css';
import editorClasses from '#ui/RichTextEditor.module.css';
import { RichTextToolbar } from '#ui/RichTextToolbar.tsx';
import classes from './MailEditor.module.css';
import { MailNodeDetails } from './MailNodeDetails.tsx';
import { MailTools } from './MailTools.tsx';
import { fromMailEditor, toMailEditor } from './mail.fromEditor.ts';
import { ButtonNode, FieldNode, MailDocument, PictureNode } from './mail.nodes.ts';

interface Props {
  label: string;
  placeholder?: string;
  value: MailDoc;
  onChange: (value: MailDoc) => void;
  error?: string | undefined;
}

export function MailEditor({ label, placeholder = '', value, onChange, error }: Props) {
  const errorId = useId();
  const emitted = useRef(JSON.stringify(value));
  const emit = useEffectEvent((doc: MailDoc) => {
    emitted.current = JSON.stringify(doc);
    onChange(doc);
  });
  const [extensions] = useState(() => [
    ...[MailDocument, Paragraph, Text, HardBreak, Bold, Italic, BulletList, OrderedList, ListItem, ListKeymap, UndoRedo],
    ...[FieldNode, ButtonNode, PictureNode],
    Heading.configure({ levels: [2, 3] }),
    Link.configure({
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isMailAddress(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    }),
    Placeholder.configure({ placeholder }),
  ]);
  const editorProps = useMemo(
    () => ({
      attributes: {
        ...{
          class: `${textClasses.text} ${editorClasses.content} ${classes.content}`,
          role: 'textbox',
          'aria-multiline': 'true',
        },
        'aria-label': label,
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
      },
    }),
    [label, error, errorId],
  );
  const editor = useEditor({
    extensions,
    content: toMailEditor(value),
    editorProps,
    onUpdate: ({ editor: changed }) => emit(fromMailEditor(changed.getJSON())),
  });
  // Changed from outside: discarded, brought back, or another template chosen.
  useEffect(() => {
    const text = JSON.stringify(value);
    if (!editor || text === emitted.current) return;
    emitted.current = text;
    editor.commands.setContent(toMailEditor(value), { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className={editorClasses.root} data-error={error ? true : undefined}>
      {editor && (
        <>
          <RichTextToolbar editor={editor} isLink={isMailAddress}>
            <MailTools editor={editor} />
          </RichTextToolbar>
          <MailNodeDetails editor={editor} />
        </>
      )}
      <EditorContent editor={editor} />
      {error && (
        <p id={errorId} className={editorClasses.error}>
          {error}
        </p>
      )}
    </div>
  );
}
