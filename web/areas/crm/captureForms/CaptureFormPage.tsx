// The designer of one form: its fields in order, and beside them the form as agents see it.
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { restoreDrafts, useDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryClient, queryOf, useSend } from '#app/queries.ts';
import { type CaptureForm, getCaptureForm, listAdminCaptureForms, updateCaptureForm } from '#contract/captureForms.ts';
import type { Answers } from '#contract/captureProgress.ts';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { AnswerFields } from '../dataCapture/AnswerFields.tsx';
import classes from './CaptureFormPage.module.css';
import { CaptureFormRows } from './CaptureFormRows.tsx';
import { misplaced, previewOf, type Row, rowsOf, sectionsOf } from './captureForms.layout.ts';

const formQuery = (id: number) => queryOf(getCaptureForm, { params: { id } });

export function CaptureFormPage() {
  const id = Number(useParams({ strict: false }).id);
  const form = useQuery(formQuery(id));
  if (form.error && !form.data) return <FailedQuery query={form} />;
  if (!form.data) return <SkeletonLines lines={8} height={20} />;
  return <Designer key={id} form={form.data} />;
}

interface Designed {
  name: string;
  rows: Row[];
  version: number;
}

function Designer({ form }: { form: CaptureForm }) {
  const { id, active, version } = form;
  const draft = `capture form:${id}`;
  const { value, keep, drop, isKept } = useDraft<Designed>(draft, { name: form.name, rows: rowsOf(form.sections), version });
  const { name, rows } = value;
  const customFields = useCustomFields();
  const wrong = misplaced(rows);
  const change = (next: Partial<Designed>) => keep({ ...value, ...next });
  const send = useSend(updateCaptureForm, {
    invalidates: [listAdminCaptureForms],
    handles: ['capture_forms.stale', 'lookups.name_taken'],
    onDone: (saved) => queryClient.setQueryData(formQuery(id).queryKey, saved),
  });
  const save = () =>
    send.mutate(
      { params: { id }, body: { name, sections: sectionsOf(rows), version: value.version } },
      {
        onSuccess: () => {
          drop();
          notice.done(`Saved ${name}`);
        },
      },
    );
  const archive = () =>
    send.mutate(
      { params: { id }, body: { active: !active } },
      // An unsaved design continues from the new version.
      { onSuccess: (saved) => isKept && value.version === version && change({ version: saved.version }) },
    );
  const discard = () => {
    drop();
    send.reset();
    notice.done(`Discarded your changes to ${form.name}`, () => restoreDrafts([[draft, value]]));
    void queryClient.invalidateQueries({ queryKey: formQuery(id).queryKey });
  };
  return (
    <>
      <PageHeader
        title={form.name}
        about={active ? undefined : 'Archived'}
        before={
          <Link to="/admin/forms" aria-label="All forms">
            <IconArrowLeft size="1rem" aria-hidden />
          </Link>
        }
      >
        {isKept && (
          <Button variant="subtle" color="gray" onClick={discard}>
            Discard
          </Button>
        )}
        <Button variant="default" onClick={archive}>
          {active ? 'Archive' : 'Use again'}
        </Button>
        <Button disabled={!isKept || wrong.length > 0 || name.trim() === ''} loading={send.isPending} onClick={save}>
          Save the form
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <section aria-label="Design">
          <FormError mb="sm">
            {isRefused(send.error, 'capture_forms.stale')
              ? 'Someone else changed this form meanwhile. Discard your changes to see theirs.'
              : isRefused(send.error, 'lookups.name_taken') && 'Another form has this name.'}
          </FormError>
          <TextInput
            label="Name"
            maxLength={80}
            mb="md"
            value={name}
            error={name.trim() === '' && 'Give the form a name'}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <CaptureFormRows rows={rows} customFields={customFields} wrong={wrong} onChange={(next) => change({ rows: next })} />
        </section>
        <Preview sections={previewOf(rows, customFields)} />
      </div>
    </>
  );
}

/** To try the conditions out; nothing of it is saved. */
function Preview({ sections }: { sections: CaptureForm['sections'] }) {
  const [answers, setAnswers] = useState<Answers>({});
  return (
    <section className={classes.preview} aria-label="Preview">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          Preview
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAnswers({})}>
          Clear answers
        </Button>
      </Group>
      {sections.every(({ fields }) => fields.length === 0) ? (
        <Text c="dimmed">Add a field to see the form here.</Text>
      ) : (
        <AnswerFields
          sections={sections}
          answers={answers}
          onChange={(fieldId, answer) => setAnswers((now) => ({ ...now, [fieldId]: answer }))}
        />
      )}
    </section>
  );
}
