// Answers one form. Typed answers are a draft until they are saved or discarded; fields that nobody typed in show what colleagues save meanwhile.
import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { restoreDrafts, useDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { fieldsOfForm, progressOf } from '#contract/captureProgress.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import type { CustomFieldValue } from '#contract/customFields.ts';
import { type DataCapture, updateDataCapture } from '#contract/dataCapture.ts';
import { ClashDialog } from '#ui/ClashDialog.tsx';
import { isDay, notADay } from '#ui/days.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { AnswerFields } from './AnswerFields.tsx';
import { showDataCapture, showForm } from './dataCapture.api.ts';
import { answerWords, progressWords } from './dataCapture.labels.ts';

/** By the id of the custom field: the typed answer, and the saved one that it replaces. */
type Typed = Record<string, { value: CustomFieldValue; base: CustomFieldValue }>;

export const draftNameOf = (contactId: number, formId: number) => `contact:${contactId}:form:${formId}`;

export function ContactFormAnswers({
  contactId,
  form,
  focus,
  onDone,
}: {
  contactId: number;
  form: DataCapture;
  /** Whether the user has just opened it. */
  focus: boolean;
  onDone: () => void;
}) {
  const name = draftNameOf(contactId, form.form_id);
  const { value: typed, keep, drop } = useDraft<Typed>(name, {});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);
  const send = useSend(updateDataCapture, {
    form: true,
    handles: ['data_capture.stale'],
    invalidates: [listContactTimeline],
    onDone: (saved) => {
      const { answers: left = {} } = saved.data.find(({ form_id }) => form_id === form.form_id) ?? {};
      const cleared = fields.filter(
        ({ field_id: id }) => savedOf(id) !== null && left[id] === undefined && typed[id]?.value !== null,
      );
      if (cleared.length > 0) notice.done(`Saved. No longer asked, so cleared: ${cleared.map((field) => field.name).join(', ')}`);
      showDataCapture(contactId, saved);
      drop();
      onDone();
    },
  });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [focus]);
  const fields = fieldsOfForm(form);
  const savedOf = (id: number | string) => form.answers[id] ?? null;
  const known = Object.entries(typed).filter(([id]) => fields.some(({ field_id }) => field_id === Number(id)));
  const answers = { ...form.answers, ...Object.fromEntries(known.map(([id, { value }]) => [id, value])) };
  /** Saved by somebody else since this user typed there. */
  const clashing = fields.filter(({ field_id: id }) => {
    const mine = known.find(([each]) => each === String(id))?.[1];
    return mine && mine.base !== savedOf(id) && mine.value !== savedOf(id);
  });

  const change = (id: number, value: CustomFieldValue) => {
    const { [id]: former, ...others } = typed;
    const base = former ? former.base : savedOf(id);
    const next: Typed = value === base ? others : { ...others, [id]: { value, base } };
    setErrors({});
    if (Object.keys(next).length > 0) keep(next);
    else drop();
  };
  const save = (mine: Typed, version = form.version) => {
    const wrong = fields.filter(({ field_id, type }) => {
      const value = mine[field_id]?.value;
      return type === 'date' && typeof value === 'string' && !isDay(value);
    });
    if (wrong.length > 0) return setErrors(Object.fromEntries(wrong.map(({ field_id }) => [field_id, notADay])));
    const given = Object.fromEntries(
      Object.entries(mine).flatMap(([id, { value }]) =>
        fields.some(({ field_id }) => field_id === Number(id)) ? [[id, value]] : [],
      ),
    );
    send.mutate(
      { params: { id: contactId }, body: { data_captures: [{ form_id: form.form_id, answers: given, version }] } },
      {
        onError: (failed) => {
          if (isRefused(failed, 'data_capture.stale')) {
            const { current } = failed.problem.data as { current: DataCapture };
            showForm(contactId, current);
            const clashes = Object.entries(mine).some(([id, { value, base }]) => {
              const theirs = current.answers[id] ?? null;
              return base !== theirs && value !== theirs;
            });
            if (clashes) setAsked(true);
            else save(mine, current.version);
          } else if (isRefused(failed, 'invalid'))
            setErrors(
              Object.fromEntries(
                Object.entries(failed.fieldErrors).map(([path, text]) => [path.split('.').at(-1) ?? '', String(text)]),
              ),
            );
        },
      },
    );
  };
  const resolve = (leave: string[]) => {
    const kept = Object.fromEntries(
      known.flatMap(([id, { value }]) => (leave.includes(id) ? [] : [[id, { value, base: savedOf(id) }]])),
    );
    setAsked(false);
    keep(kept);
    save(kept);
  };
  const discard = () => {
    if (Object.keys(typed).length > 0) {
      drop();
      notice.done(`Discarded your answers to ${form.name}`, () => restoreDrafts([[name, typed]]));
    }
    onDone();
  };

  return (
    <div ref={box}>
      <FormLayout
        submit="Save answers"
        busy={send.isPending}
        onCancel={discard}
        onSubmit={(event) => {
          event.preventDefault();
          if (clashing.length > 0) setAsked(true);
          else save(typed);
        }}
      >
        <div>
          <AnswerFields sections={form.sections} answers={answers} errors={errors} onChange={change} />
          <Text size="sm" c="dimmed" className="figures" role="status">
            {progressWords(progressOf(fields, answers))}. You can save now and answer the rest later.
          </Text>
        </div>
      </FormLayout>
      {asked && clashing.length > 0 && (
        <ClashDialog
          title="Somebody else answered this form meanwhile"
          fields={clashing.map(({ field_id, name: label, type }) => ({
            path: String(field_id),
            label,
            mine: answerWords(answers[field_id], type),
            theirs: answerWords(savedOf(field_id), type),
            savedBy: 'Theirs, saved',
          }))}
          submit="Save answers"
          onResolve={resolve}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
