// Tools that insert into an answer: a file, a template, the value of a field.
import { Button } from '@mantine/core';
import { IconPaperclip, IconTemplate } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { upload } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { MessageChannel } from '#contract/conversationLists.ts';
import { mailFileEndings } from '#contract/emailLists.ts';
import { type EmailFile, uploadEmailFile } from '#contract/emails.ts';
import { mailTextOf } from '#contract/kit/mailDoc.ts';
import { emptyFieldsIn, type MergeField, type MergeValues, mergedText, mergeFields } from '#contract/kit/mergeFields.ts';
import { Popover } from '#ui/Popover.tsx';
import { FieldMenu } from '../templates/FieldMenu.tsx';
import { TemplatePicker } from '../templates/TemplatePicker.tsx';
import { TextTemplatePicker } from '../templates/TextTemplatePicker.tsx';

interface Props {
  channel: MessageChannel;
  /** The fields' values; null: not known yet. */
  values: MergeValues | null;
  onInsert: (text: string) => void;
  onFile: (file: EmailFile) => void;
}

export function ComposerTools({ channel, values: known, onInsert, onFile }: Props) {
  const { can } = useMe();
  const values = known ?? {};
  const insert = (template: string) => {
    const empty = emptyFieldsIn(template, values);
    if (empty.length > 0) notice.told(`This contact has no ${empty.map(labelOf).join(', ')}. Please check the text.`);
    onInsert(mergedText(template, values));
  };
  return (
    <>
      {can['emails.update'] && <AttachButton channel={channel} onFile={onFile} />}
      {can['emails.read'] && <TemplateButton channel={channel} onPick={insert} />}
      <FieldMenu onPick={(field, fallback) => insert(fallback ? `{{${field}|${fallback}}}` : `{{${field}}}`)} />
    </>
  );
}

const labelOf = (field: MergeField) => mergeFields[field].label.toLowerCase();

/** Handsets show these. */
const textEndings = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'pdf', 'mp3', 'm4a', 'mp4'];

function AttachButton({ channel, onFile }: { channel: MessageChannel; onFile: (file: EmailFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(undefined);
  const store = useSend(uploadEmailFile, {
    by: () => upload(uploadEmailFile, chosen.current ? { file: chosen.current } : {}),
    onDone: onFile,
  });
  const endings = channel === 'text' ? textEndings : mailFileEndings;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconPaperclip size="1rem" stroke={1.8} />}
        loading={store.isPending}
        onClick={() => input.current?.click()}
      >
        {channel === 'text' ? 'Picture' : 'Attach'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of the answer"
        accept={endings.map((ending) => `.${ending}`).join()}
        onChange={({ currentTarget }) => {
          chosen.current = currentTarget.files?.[0];
          currentTarget.value = '';
          if (chosen.current) store.mutate({});
        }}
      />
    </>
  );
}

function TemplateButton({ channel, onPick }: { channel: MessageChannel; onPick: (template: string) => void }) {
  const [opened, setOpened] = useState(false);
  const pick = (template: string) => {
    setOpened(false);
    onPick(template);
  };
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      position="top-start"
      width="20rem"
      target={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label="Insert a template"
          leftSection={<IconTemplate size="1rem" stroke={1.8} />}
          onClick={() => setOpened(!opened)}
        >
          Template
        </Button>
      }
    >
      {channel === 'text' ? (
        <TextTemplatePicker onPick={({ body }) => pick(body)} />
      ) : (
        <TemplatePicker onPick={({ doc }) => pick(mailTextOf(doc).trim())} />
      )}
    </Popover>
  );
}
