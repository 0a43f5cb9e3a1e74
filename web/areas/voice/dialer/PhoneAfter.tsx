// After a call: how it went, a note, the next step, and how it sounded.
import { Button, Chip, Group, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { activityOutcomeWords } from '#app/activityOutcomes.ts';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { dropDraft, useDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { activityOutcomes } from '#contract/activityTypes.ts';
import { type FeedbackIssue, feedbackIssues } from '#contract/callLists.ts';
import { getContact } from '#contract/contacts.ts';
import { fetchCallLogs, fetchHistoricalCalls, reportCallQuality, updateCall } from '#contract/dialer.ts';
import { askNextStep } from '#web/areas/desk/tasks/tasks.ask.ts';
import { clockOf, colleagueOf, numberWords } from './dialer.numbers.ts';
import classes from './Phone.module.css';
import calls from './PhoneCall.module.css';
import { learnRow } from './phone.calls.ts';
import { type EndedCall, ended } from './phone.live.ts';
import { issueWords } from './voiceQuality.ts';

type Disposition = (typeof activityOutcomes.call)[number];

export function PhoneAfter({ last }: { last: EndedCall }) {
  const { id, contact, number } = last;
  const name = `call:${last.sid}:note`;
  const note = useDraft(name, '');
  const [disposition, setDisposition] = useState<Disposition | null>(null);
  const [score, setScore] = useState<number | null>(null);
  const [issue, setIssue] = useState<FeedbackIssue | null>(null);
  const colleague = colleagueOf(number);
  useEffect(() => {
    if (id === null) void learnRow().catch(() => {});
  }, [id]);
  const join = useSend(updateCall, { onDone: (row) => ended.set({ ...last, contact: row.contact }) });
  const rate = useSend(reportCallQuality);
  const save = useSend(updateCall, {
    invalidates: [fetchHistoricalCalls, fetchCallLogs],
    onDone: () => {
      dropDraft(name);
      notice.done('Saved how the call went');
      close();
    },
  });
  const close = () => {
    if (id && score) rate.mutate({ params: { id }, body: { score, issue } });
    ended.set(null);
  };
  const hasWords = disposition !== null || note.value.trim() !== '';
  const finish = () => {
    if (!id || !hasWords) return close();
    save.mutate({
      params: { id },
      body: { ...(disposition && { disposition }), ...(note.value.trim() && { note: note.value }) },
    });
  };
  return (
    <div className={classes.after}>
      <div className={calls.centre}>
        <strong className={calls.name}>
          <bdi>{last.name || contact?.name || numberWords(number)}</bdi>
        </strong>
        <span className={`${classes.faint} figures`} role="status">
          {last.isAnswered ? `Call ended after ${clockOf(last.seconds)}` : 'Call ended, not answered'}
        </span>
        {contact && (
          <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
            Open the contact
          </Link>
        )}
      </div>
      {!colleague && (
        <>
          <Chip.Group value={disposition ?? ''} onChange={(next) => setDisposition(next as Disposition)}>
            <fieldset className={`${classes.chips} group`} aria-label="How did it go?">
              {activityOutcomes.call.map((each) => (
                <Chip key={each} value={each} size="xs">
                  {activityOutcomeWords[each]}
                </Chip>
              ))}
            </fieldset>
          </Chip.Group>
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxRows={5}
            maxLength={5_000}
            value={note.value}
            onChange={({ currentTarget: { value } }) => note.keep(value)}
          />
          {!contact && id && (
            <ContactPicker
              label="Which contact was it?"
              value={null}
              onChange={(chosen) => chosen && join.mutate({ params: { id }, body: { contact_id: chosen.id } })}
            />
          )}
        </>
      )}
      {last.isAnswered && id && (
        <div className={classes.feedback}>
          <Chip.Group value={score === null ? '' : String(score)} onChange={(next) => setScore(Number(next))}>
            <fieldset className={`${classes.chips} group`} aria-label="Sound, 1 is bad and 5 is good">
              <span>Sound</span>
              {[1, 2, 3, 4, 5].map((each) => (
                <Chip key={each} value={String(each)} size="xs">
                  {each}
                </Chip>
              ))}
            </fieldset>
          </Chip.Group>
          {score !== null && score < 5 && (
            <Select
              aria-label="What was wrong with the sound?"
              placeholder="What was wrong?"
              clearable
              data={feedbackIssues.map((value) => ({ value, label: issueWords[value] }))}
              value={issue}
              onChange={(next) => setIssue(next as FeedbackIssue | null)}
            />
          )}
        </div>
      )}
      <Group gap="xs" justify="flex-end">
        {contact && <NextStepButton id={contact.id} />}
        <Button loading={save.isPending} onClick={finish}>
          {hasWords ? 'Save' : 'Close'}
        </Button>
      </Group>
    </div>
  );
}

function NextStepButton({ id }: { id: number }) {
  const contact = useQuery(queryOf(getContact, { params: { id }, query: { not_remove_new_tag: true } }));
  if (!contact.data?.can.update) return null;
  return (
    <Button variant="default" onClick={() => contact.data && askNextStep(contact.data)}>
      Set the next step
    </Button>
  );
}
