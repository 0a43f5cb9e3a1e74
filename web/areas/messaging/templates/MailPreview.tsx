// The mail as one contact gets it: made by the server, shown in a frame that runs nothing.
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { type EmailPreview, previewEmail } from '#contract/emails.ts';
import { isEmptyMail } from '#contract/kit/mailDoc.ts';
import { mergeFields } from '#contract/kit/mergeFields.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { type WrittenMail, wrongIn } from './MailFields.tsx';
import { MailFrame } from './MailFrame.tsx';
import classes from './MailPreview.module.css';

const views = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Plain text' },
] as const;
type View = (typeof views)[number]['value'];

/** Milliseconds without a key until the preview follows. */
const patience = 500;

export function MailPreview({
  mail,
  contact,
  purpose = 'service',
  onContact,
}: {
  mail: WrittenMail;
  contact: { id: number; name: string } | null;
  purpose?: SendPurpose;
  /** Absent: the mail is for this contact alone. */
  onContact?: (contact: { id: number; name: string } | null) => void;
}) {
  const { subject, doc } = mail;
  const [shown] = useDebouncedValue({ subject, doc, purpose, contact_id: contact?.id ?? null }, patience);
  const wrong = wrongIn(mail);
  const isSound = !wrong.subject && !wrong.doc;
  const preview = useQuery({
    ...queryOf(previewEmail, { body: shown }),
    enabled: isSound,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <Previewed
      preview={preview}
      isBlank={subject.trim() === '' && isEmptyMail(doc)}
      note={!isSound && 'The preview waits until the text is complete.'}
      contact={contact}
      {...(onContact && { onContact })}
    />
  );
}

type Query = Pick<UseQueryResult<EmailPreview>, 'data' | 'error' | 'refetch' | 'isFetching'>;

/** With the choice of a screen, and of the contact whose mail it is. */
export function Previewed({
  preview,
  isBlank = false,
  note,
  contact,
  onContact,
}: {
  preview: Query;
  isBlank?: boolean;
  note?: ReactNode;
  contact: { id: number; name: string } | null;
  onContact?: (contact: { id: number; name: string } | null) => void;
}) {
  const [view, setView] = useState<View>('desktop');
  return (
    <section className={classes.preview} aria-label="Preview">
      {onContact && (
        <ContactPicker label="Preview as" placeholder="An invented contact" clearable value={contact} onChange={onContact} />
      )}
      <SegmentedControl
        aria-label="Preview for"
        fullWidth
        data={[...views]}
        value={view}
        onChange={(next) => setView(next as View)}
      />
      {note && <p className={classes.note}>{note}</p>}
      {preview.error && !preview.data ? (
        <FailedQuery query={preview} />
      ) : preview.data ? (
        <Shown view={view} preview={preview.data} isBlank={isBlank} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </section>
  );
}

interface ShownProps {
  view: View;
  /** Nothing is written yet: that it is empty needs no red. */
  isBlank: boolean;
  preview: EmailPreview;
}

function Shown({ view, isBlank, preview: { to, subject, html, text, empty, problems: all, refusal } }: ShownProps) {
  const problems = all.filter(({ about }) => !isBlank || (about !== 'text' && about !== 'subject'));
  return (
    <>
      <dl className={classes.facts}>
        <dt>To</dt>
        <dd>{[to.name, to.address && `<${to.address}>`].filter(Boolean).join(' ')}</dd>
        <dt>Subject</dt>
        <dd>{subject || <span className={classes.note}>No subject</span>}</dd>
      </dl>
      {refusal && (
        <p className={classes.stop} role="alert">
          This mail cannot be sent now: {refusal.reason.toLowerCase()}. {refusal.mend}.
        </p>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems} aria-label="What to mend">
          {problems.map((problem) => (
            <li key={problem.text} className={problem.level === 'stop' ? classes.stop : classes.note}>
              {problem.text}
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <p className={classes.warning}>
          This contact has no {empty.map((field) => mergeFields[field].label.toLowerCase()).join(', no ')}: that place stays
          empty. Give the field a text for this case.
        </p>
      )}
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre className={classes.text} tabIndex={0}>
          {text}
        </pre>
      ) : (
        <MailFrame html={html} view={view} />
      )}
    </>
  );
}
