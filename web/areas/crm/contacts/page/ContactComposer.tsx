// A note, or a logged activity with its outcome and time. Keeps what is typed until it is added.

import { Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { activityOutcomeWords } from '#app/activityOutcomes.ts';
import { ApiError } from '#app/api.ts';
import { draftAt, dropDraft, useDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { useIsSending, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type ActivityOutcome, activityOutcomes } from '#contract/activityTypes.ts';
import { logContactActivity, undoContactActivity } from '#contract/contactActivities.ts';
import { createContactNote, deleteContactNote, listContactNotes, listContactTimeline } from '#contract/contactHistory.ts';
import { type Contact, getContact } from '#contract/contacts.ts';
import { Composer } from '#ui/Composer.tsx';
import { momentAt, wallTimeIn } from '#ui/moments.ts';
import { activityWords } from '../contacts.labels.ts';
import { findPeople, showContact } from './contactPage.api.ts';
import { type Composed, composeName, composerName, emptyComposed, kindLabels } from './contacts.composed.ts';

export function ContactComposer({ contact: { id } }: { contact: Contact }) {
  const { timezone } = useMe();
  const name = composeName(id);
  const { value: typed, keep, drop, isKept } = useDraft<Composed>(name, emptyComposed);
  const [now] = useState(() => wallTimeIn(timezone, new Date().toISOString()));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const { kind, outcome, when, body, doc = null } = typed;
  const change = (part: Partial<Composed>) => {
    setWrong({});
    const next = { ...typed, ...part };
    if (next.kind === 'note' && next.body === '' && !next.doc) drop();
    else keep(next);
  };
  const invalidates = [listContactNotes, listContactTimeline];
  /** The text that was sent. */
  const sent = useRef(typed);
  const add = useSend(createContactNote, {
    form: true,
    invalidates,
    onDone: ({ id: noteId }) => done('Added the note', () => removeNote.mutateAsync({ params: { id, noteId } })),
  });
  const log = useSend(logContactActivity, {
    form: true,
    invalidates,
    onDone({ activity_id: activityId, ...saved }, { body: { type } }) {
      showContact(saved);
      done(`Logged ${activityWords[type]}`, () => undoLog.mutateAsync({ params: { id, activityId } }));
    },
  });
  const removeNote = useSend(deleteContactNote, { invalidates });
  const undoLog = useSend(undoContactActivity, { invalidates: [...invalidates, getContact] });
  /** Brings the typed text back, unless something else has been typed since. */
  const restore = (was: Composed) => draftAt(name) ?? keep(was);
  /** Text typed while it was saved stays. If an undo fails, a notice says so. */
  const done = (text: string, undo: () => Promise<unknown>) => {
    const was = sent.current;
    dropDraft(name, was);
    notice.done(
      text,
      () =>
        void undo().then(
          () => restore(was),
          () => {},
        ),
    );
  };
  // Also if an earlier composer of this contact sent it.
  const isAdding = useIsSending(createContactNote, ({ params }) => params.id === id);
  const isLogging = useIsSending(logContactActivity, ({ params }) => params.id === id);
  const busy = isAdding || isLogging;
  const onError = (error: Error) => error instanceof ApiError && setWrong(error.fieldErrors);

  const send = () => {
    if (busy) return;
    if (kind === 'note') {
      if (!body.trim()) return;
      sent.current = typed;
      return add.mutate({ params: { id }, body: doc ? { doc } : { body } }, { onError });
    }
    const at = when === null ? undefined : momentAt(timezone, when);
    if (at === '') return setWrong({ at: 'Say when it was' });
    sent.current = typed;
    log.mutate(
      { params: { id }, body: { type: kind, outcome, note: body, ...(doc && { note_doc: doc }), ...(at && { at }) } },
      { onError },
    );
  };
  const discard = () => {
    drop();
    setWrong({});
    notice.done('Discarded what you typed', () => restore(typed));
  };

  return (
    <Composer
      name={composerName}
      kinds={kindLabels}
      kind={kind}
      onKind={(next) => change({ kind: next, outcome: null })}
      label={kind === 'note' ? 'New note' : 'What was said'}
      placeholder={kind === 'note' ? 'Write a note…' : 'What was said, what comes next…'}
      value={{ body, doc }}
      onChange={change}
      findPeople={findPeople(id)}
      error={wrong.body ?? wrong.doc ?? wrong.note ?? wrong.note_doc}
      isKept={isKept}
      submit={kind === 'note' ? 'Add note' : `Log ${kind === 'other' ? 'activity' : kindLabels[kind].toLowerCase()}`}
      canSubmit={kind !== 'note' || body.trim() !== ''}
      busy={busy}
      onSubmit={send}
      onDiscard={discard}
    >
      {kind !== 'note' && (
        <>
          <Select
            label="Outcome"
            placeholder="None"
            clearable
            data={activityOutcomes[kind].map((value: ActivityOutcome) => ({ value, label: activityOutcomeWords[value] }))}
            value={outcome}
            error={wrong.outcome}
            onChange={(next) => change({ outcome: next })}
          />
          <TextInput
            label="When"
            type="datetime-local"
            value={when ?? now}
            error={wrong.at}
            onChange={(event) => change({ when: event.currentTarget.value })}
          />
        </>
      )}
    </Composer>
  );
}
