// Puts fields, buttons and pictures into a mail.
import { IconClick, IconPhoto } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { upload } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { mailPictureTypes } from '#contract/emailLists.ts';
import { uploadEmailFile } from '#contract/emails.ts';
import { Tool } from '#ui/RichTextToolbar.tsx';
import { FieldMenu } from './FieldMenu.tsx';
import { insertBlock } from './mail.nodes.ts';

export function MailTools({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(undefined);
  const store = useSend(uploadEmailFile, {
    by: () => upload(uploadEmailFile, chosen.current ? { file: chosen.current } : {}),
    onDone: ({ id }) => insertBlock(editor, 'picture', { file_id: id, alt: '', width: 'medium' }),
  });
  return (
    <>
      <Tool icon={IconClick} label="Button" press={() => insertBlock(editor, 'button', { label: 'Learn more', href: '' })} />
      <Tool icon={IconPhoto} label={store.isPending ? 'Sending the picture' : 'Picture'} press={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture for the mail"
        accept={mailPictureTypes.join(',')}
        onChange={({ currentTarget }) => {
          chosen.current = currentTarget.files?.[0];
          currentTarget.value = '';
          if (chosen.current) store.mutate({});
        }}
      />
      <FieldMenu
        onPick={(name, fallback) => editor.chain().focus().insertContent({ type: 'field', attrs: { name, fallback } }).run()}
      />
    </>
  );
}
