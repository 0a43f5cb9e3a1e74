// The company's forms for one contact: how far each is answered, its answers in place, and who answered what when.
import { Button, Title } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { useHasDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import { type CaptureEntry, type DataCapture, getDataCapture } from '#contract/dataCapture.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { ContactFormAnswers, draftNameOf } from './ContactFormAnswers.tsx';
import classes from './ContactForms.module.css';
import { dataCaptureQuery } from './dataCapture.api.ts';
import { answerWords, captureStateWords, progressWords } from './dataCapture.labels.ts';

export function ContactForms({ contact: { id, can } }: { contact: Contact }) {
  const me = useMe();
  const query = useQuery(dataCaptureQuery(id));
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(getDataCapture));
  useUpdate('contacts.changed', () => void invalidate(getDataCapture));
  useUpdate('reference.changed', () => void invalidate(getDataCapture));
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (!query.data) return <SkeletonLines lines={6} height={16} />;
  const { data: forms, history } = query.data;
  if (forms.length === 0 && history.length === 0)
    return (
      <EmptyState
        icon={IconForms}
        title="No forms yet"
        text={
          me.can['capture_forms.manage']
            ? 'Design forms under Admin, Forms: then they can be answered here.'
            : 'Your administrators have not designed any forms.'
        }
      />
    );
  return (
    <>
      {forms.map((form) => (
        <OneForm key={form.form_id} contactId={id} form={form} mayAnswer={can.update && me.can['data_capture.update']} />
      ))}
      <History entries={history} />
    </>
  );
}

const tones = { not_started: 'gray', incomplete: 'yellow', complete: 'green' } as const;
const verbs = { not_started: 'Answer', incomplete: 'Continue', complete: 'Edit' } as const;

function OneForm({ contactId, form, mayAnswer }: { contactId: number; form: DataCapture; mayAnswer: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const hasDraft = useHasDraft([draftNameOf(contactId, form.form_id)]);
  const isEditing = mayAnswer && (isOpen || hasDraft);
  const close = () => {
    setOpen(false);
    setWasOpen(true);
  };
  return (
    <section className={classes.form} aria-label={form.name}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {form.name}
        </Title>
        <StatusBadge status={{ title: captureStateWords[form.state], color: tones[form.state] }} />
        <span className={`${classes.faint} figures`}>{progressWords(form)}</span>
        {mayAnswer && !isEditing && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${verbs[form.state]} ${form.name}`}
            autoFocus={wasOpen}
            onClick={() => setOpen(true)}
          >
            {verbs[form.state]}
          </Button>
        )}
      </div>
      {isEditing ? (
        <ContactFormAnswers contactId={contactId} form={form} focus={isOpen} onDone={close} />
      ) : (
        form.state !== 'not_started' && <Shown form={form} />
      )}
    </section>
  );
}

function Shown({ form: { sections, shown, missing, answers } }: { form: DataCapture }) {
  return sections.map(({ title, fields }, place) => {
    const asked = fields.filter(({ field_id }) => shown.includes(field_id));
    if (asked.length === 0) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id, and stay in their places
      <div key={place}>
        {title && <h3 className={classes.title}>{title}</h3>}
        <KeyValueList
          facts={asked.map(({ field_id, name, type }) => [
            name,
            answerWords(answers[field_id], type) || (
              <span className={classes.faint}>{missing.includes(field_id) ? 'Required, not answered yet' : 'Not answered'}</span>
            ),
          ])}
        />
      </div>
    );
  });
}

function History({ entries }: { entries: readonly CaptureEntry[] }) {
  const me = useMe();
  if (entries.length === 0) return null;
  return (
    <section className={classes.form} aria-label="Latest answers">
      <Title order={2} size="h3" mb="xs">
        Latest answers
      </Title>
      <ol className={classes.history}>
        {entries.map(({ id, form, at, actor, impersonator, changes }) => (
          <li key={id}>
            <strong>{actor?.name ?? 'A former user'}</strong>
            {impersonator && ` (${impersonator.name} acted for them)`} answered {form.name}
            <span className={`${classes.faint} figures`}> · {momentIn(me.timezone, at)}</span>
            <ul className={classes.changes}>
              {changes.map(({ field_id, name, before, after }) => (
                <li key={field_id}>
                  {name ?? 'A deleted field'}: {before !== null && `${answerWords(before)} → `}
                  {answerWords(after) || 'empty'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
