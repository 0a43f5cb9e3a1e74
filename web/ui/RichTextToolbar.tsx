// Bold, italic, small headings, lists and links of the text being written.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  type Icon,
  IconAt,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useState } from 'react';
import { isAddress } from '#contract/kit/richText.ts';
import classes from './RichTextEditor.module.css';

interface Props {
  editor: Editor;
  canMention?: boolean;
  /** Whether an address may be linked to. */
  isLink?: (href: unknown) => href is string;
  /** More tools, at the end. */
  children?: ReactNode;
}

export function RichTextToolbar({ editor, canMention = false, isLink = isAddress, children }: Props) {
  const [linking, setLinking] = useState(false);
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      smallHeading: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
      selected: !now.state.selection.empty,
    }),
  });
  const then = () => editor.chain().focus();
  return (
    <>
      <div className={classes.toolbar} role="toolbar" aria-label="Formatting">
        <Tool icon={IconBold} label="Bold" on={is.bold} press={() => then().toggleBold().run()} />
        <Tool icon={IconItalic} label="Italic" on={is.italic} press={() => then().toggleItalic().run()} />
        <Tool icon={IconH2} label="Heading" on={is.heading} press={() => then().toggleHeading({ level: 2 }).run()} />
        <Tool icon={IconH3} label="Small heading" on={is.smallHeading} press={() => then().toggleHeading({ level: 3 }).run()} />
        <Tool icon={IconList} label="Bulleted list" on={is.bullets} press={() => then().toggleBulletList().run()} />
        <Tool icon={IconListNumbers} label="Numbered list" on={is.numbers} press={() => then().toggleOrderedList().run()} />
        <Tool icon={IconLink} label="Link" on={is.link || linking} press={() => setLinking(!linking)} />
        {canMention && <Tool icon={IconAt} label="Mention a colleague" press={() => then().insertContent(' @').run()} />}
        {children}
      </div>
      {linking && <LinkAddress editor={editor} isLink={is.link} mayLink={isLink} onDone={() => setLinking(false)} />}
    </>
  );
}

export function Tool({ icon: Picture, label, on, press }: { icon: Icon; label: string; on?: boolean; press: () => void }) {
  return (
    <ActionIcon
      variant={on ? 'light' : 'subtle'}
      {...(!on && { color: 'gray' })}
      size="1.75rem"
      aria-label={label}
      title={label}
      {...(on !== undefined && { 'aria-pressed': on })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      <Picture size="1rem" stroke={1.8} />
    </ActionIcon>
  );
}

interface LinkProps {
  editor: Editor;
  /** Whether the cursor is in one. */
  isLink: boolean;
  mayLink: (href: unknown) => href is string;
  onDone: () => void;
}

function LinkAddress({ editor, isLink, mayLink, onDone }: LinkProps) {
  const [typed, setTyped] = useState(String(editor.getAttributes('link').href ?? ''));
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const href = addressOf(typed.trim());
    if (!mayLink(href)) return setWrong(true);
    const { empty } = editor.state.selection;
    if (empty && !isLink)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    onDone();
  };
  return (
    <div className={classes.address}>
      <TextInput
        aria-label="Address of the link"
        placeholder="https://…"
        autoFocus
        value={typed}
        error={wrong && 'Enter a web address, an e-mail address or a phone'}
        onChange={(event) => {
          setWrong(false);
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="default" onClick={apply}>
        Set the link
      </Button>
      {isLink && (
        <Button
          variant="default"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

/** As people type it: `example.com`, `rosa@example.com`, `305-555-0142`. */
export function addressOf(typed: string): string {
  if (/^[a-z]+:/i.test(typed)) return typed;
  if (/^[^\s/@]+@[^\s/@]+$/.test(typed)) return `mailto:${typed}`;
  if (/^[+\d][\d().\s-]{5,}$/.test(typed)) return `tel:${typed.replace(/[^+\d]/g, '')}`;
  return typed.includes('.') ? `https://${typed}` : typed;
}
