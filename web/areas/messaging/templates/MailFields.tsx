// The fields of a mail: subject, text, attachments.
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { upload } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { mailFileEndings, maxEmailBytes } from '#contract/emailLists.ts';
import { type EmailFile, uploadEmailFile } from '#contract/emails.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { addressesIn, isMailAddress, isMailTree, type MailDoc, wrongFieldsOf } from '#contract/kit/mailDoc.ts';
import { fieldText, wrongFieldsIn } from '#contract/kit/mergeFields.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { FieldMenu } from './FieldMenu.tsx';
import classes from './MailFields.module.css';

const MailEditor = lazy(() => import('./MailEditor.tsx').then((module) => ({ default: module.MailEditor })));

export interface WrittenMail {
  subject: string;
  doc: MailDoc;
  attachments: EmailFile[];
}

/** Texts by field: what must be mended before it is saved or sent. */
export function wrongIn({ subject, doc, attachments }: WrittenMail): { subject?: string; doc?: string; attachments?: string } {
  const unknown = (fields: string[]) =>
    fields.length > 0 ? { text: `There is no field ${fields.slice(0, 3).join(', ')}` } : null;
  const inSubject = unknown(wrongFieldsIn(subject));
  const inText = addressesIn(doc).some((address) => !isMailAddress(address))
    ? { text: 'Select the button and enter its address' }
    : isMailTree(doc)
      ? unknown(wrongFieldsOf(doc))
      : { text: 'This is too long, or a button has no text' };
  const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
  return {
    ...(inSubject && { subject: inSubject.text }),
    ...(inText && { doc: inText.text }),
    ...(bytes > maxEmailBytes && { attachments: `${sizeWords(bytes)} together: a mail takes ${sizeWords(maxEmailBytes)}` }),
  };
}

export function MailFields({
  value,
  errors,
  onChange,
}: {
  value: WrittenMail;
  errors: Partial<Record<keyof WrittenMail, string>>;
  onChange: (change: Partial<WrittenMail>) => void;
}) {
  const { subject, doc, attachments } = value;
  const field = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(undefined);
  const store = useSend(uploadEmailFile, {
    by: () => upload(uploadEmailFile, chosen.current ? { file: chosen.current } : {}),
    onDone: (file) => onChange({ attachments: [...attachments, file] }),
  });
  const insert = (text: string) => {
    const [from, to] = [field.current?.selectionStart ?? subject.length, field.current?.selectionEnd ?? subject.length];
    onChange({ subject: subject.slice(0, from) + text + subject.slice(to) });
  };
  return (
    <div className={classes.fields}>
      <div className={classes.subject}>
        <TextInput
          ref={field}
          label="Subject"
          maxLength={250}
          value={subject}
          error={errors.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
        <FieldMenu label="Insert a field into the subject" onPick={(name, fallback) => insert(fieldText(name, fallback))} />
      </div>
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <MailEditor
          label="Text of the mail"
          placeholder="Write the mail…"
          value={doc}
          error={errors.doc}
          onChange={(next) => onChange({ doc: next })}
        />
      </Suspense>
      <div>
        {attachments.length > 0 && (
          <ul className={classes.attachments} aria-label="Attachments">
            {attachments.map((file) => (
              <li key={file.id}>
                <IconPaperclip size="1rem" stroke={1.6} aria-hidden />
                <span className={classes.file}>{file.name}</span>
                <span className={`${classes.faint} figures`}>{sizeWords(file.size)}</span>
                <CloseButton
                  size="sm"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onChange({ attachments: attachments.filter(({ id }) => id !== file.id) })}
                />
              </li>
            ))}
          </ul>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPaperclip size="1rem" stroke={1.6} />}
          loading={store.isPending}
          disabled={attachments.length >= 20}
          onClick={() => input.current?.click()}
        >
          Attach a file
        </Button>
        {errors.attachments && <p className={classes.wrong}>{errors.attachments}</p>}
        <input
          ref={input}
          type="file"
          accept={mailFileEndings.map((ending) => `.${ending}`).join()}
          hidden
          aria-label="Attachment"
          onChange={({ currentTarget }) => {
            chosen.current = currentTarget.files?.[0];
            currentTarget.value = '';
            if (chosen.current) store.mutate({});
          }}
        />
      </div>
    </div>
  );
}
