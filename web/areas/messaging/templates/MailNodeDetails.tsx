// The details of the chip, button or picture that is selected in the editor.
import { Button, Select, TextInput } from '@mantine/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { isMailAddress, mailLimits, type PictureWidth, pictureWidths } from '#contract/kit/mailDoc.ts';
import { maxFallback } from '#contract/kit/mergeFields.ts';
import { addressOf } from '#ui/RichTextToolbar.tsx';
import classes from './MailEditor.module.css';
import { chipWords } from './mail.nodes.ts';

const widthWords: Record<PictureWidth, string> = { small: 'Small', medium: 'Medium', full: 'Full width' };

export function MailNodeDetails({ editor }: { editor: Editor }) {
  const selected = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const { selection } = now.state;
      return selection instanceof NodeSelection ? { type: selection.node.type.name, attrs: selection.node.attrs } : null;
    },
  });
  if (!selected) return null;
  const { type, attrs } = selected;
  const set = (change: Record<string, string>) => editor.commands.updateAttributes(type, change);
  const remove = (
    <Button variant="default" onClick={() => editor.chain().deleteSelection().focus().run()}>
      Remove
    </Button>
  );
  if (type === 'field')
    return (
      <div className={classes.details}>
        <TextInput
          label={`${chipWords(attrs.name, '')}: where a contact has none`}
          maxLength={maxFallback}
          value={String(attrs.fallback)}
          onChange={(event) => set({ fallback: event.currentTarget.value.replace(/[{}|]/g, '') })}
        />
        {remove}
      </div>
    );
  if (type === 'button')
    return (
      <div className={classes.details}>
        <TextInput
          label="Text of the button"
          maxLength={mailLimits.label}
          value={String(attrs.label)}
          error={String(attrs.label).trim() === '' && 'Enter a text'}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          placeholder="https://…"
          value={String(attrs.href)}
          error={!isMailAddress(attrs.href) && 'Enter a web address, an e-mail address or a phone'}
          onChange={(event) => set({ href: event.currentTarget.value })}
          onBlur={(event) => set({ href: addressOf(event.currentTarget.value.trim()) })}
        />
        {remove}
      </div>
    );
  if (type === 'picture')
    return (
      <div className={classes.details}>
        <TextInput
          label="Description, for those who do not see the picture"
          maxLength={mailLimits.alt}
          value={String(attrs.alt)}
          onChange={(event) => set({ alt: event.currentTarget.value })}
        />
        <Select
          label="Width"
          allowDeselect={false}
          data={pictureWidths.map((value) => ({ value, label: widthWords[value] }))}
          value={String(attrs.width)}
          onChange={(width) => width && set({ width })}
        />
        {remove}
      </div>
    );
  return null;
}
