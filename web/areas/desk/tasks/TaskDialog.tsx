// Sets, changes or completes a next step. A press on one of the offered times is all that it takes.
import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, isRefused } from '#app/api.ts';
import { useMe } from '#app/session.ts';
import { type TaskKind, taskKinds } from '#contract/taskLists.ts';
import type { Task } from '#contract/tasks.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { isDay } from '#ui/days.ts';
import { FormError } from '#ui/FormError.tsx';
import { momentAt, wallTimeIn } from '#ui/moments.ts';
import { TimeInput } from '#ui/TimeInput.tsx';
import classes from './TaskDialog.module.css';
import { refreshTasks, useTaskWrites } from './tasks.api.ts';
import { type TaskAsk, taskAsked } from './tasks.ask.ts';
import { dueWords, taskKindWords } from './tasks.labels.ts';
import { quickTimes } from './tasks.times.ts';

const close = () => taskAsked.set(null);

export function TaskDialog() {
  const ask = taskAsked.use();
  if (!ask) return null;
  const { contact, task, completes } = ask;
  const name = contact.name || 'this contact';
  const title = completes
    ? `Done with ${name}. What is next?`
    : task
      ? `Change the next step with ${name}`
      : `Next step with ${name}`;
  return (
    <Dialog title={title} size="md" onClose={close}>
      <TaskForm key={`${task?.id} ${completes}`} ask={ask} />
    </Dialog>
  );
}

function TaskForm({ ask: { contact, task, completes = false } }: { ask: TaskAsk }) {
  const { id: myId, timezone } = useMe();
  const [times] = useState(() => quickTimes(timezone, new Date().toISOString()));
  const changes = task && !completes ? task : undefined;
  const [wall] = useState(() => wallTimeIn(timezone, changes?.due_at ?? times[0]?.due_at ?? '').split('T'));
  const [kind, setKind] = useState<TaskKind>(changes?.kind ?? 'call');
  const [day, setDay] = useState<string | null>(wall[0] ?? null);
  const [time, setTime] = useState<string | null>(wall[1] ?? null);
  const [note, setNote] = useState(changes?.note ?? '');
  // The next step stays with the person whose step this one was.
  const [doer, setDoer] = useState<'owner' | 'me'>(completes && task?.owner_id === myId ? 'me' : 'owner');
  const [theirs, setTheirs] = useState<Task>();
  const [wrong, setWrong] = useState('');
  const { create, update, complete, remove } = useTaskWrites(timezone, close);
  const busy = [create, update, complete, remove].some(({ isPending }) => isPending);
  const others = !changes && contact.owner && contact.owner.id !== myId ? contact.owner : undefined;

  /** Sends the last write again, over the colleague's change. */
  const again = useRef<(version: number) => void>(() => {});
  const onError = (error: Error) => {
    if (isRefused(error, 'tasks.stale')) return setTheirs((error.problem.data as { current: Task }).current);
    setWrong(error instanceof ApiError ? (Object.values(error.fieldErrors)[0] ?? '') : '');
  };
  const write = (id: number, version: number, body: { next: Next | null } | { data: Next }) => {
    again.current = (newer) => write(id, newer, body);
    if ('data' in body) update.mutate({ params: { id }, body: { ...body, version } }, { onError });
    else complete.mutate({ params: { id }, body: { ...body, version } }, { onError });
  };
  const send = (due_at: string) => {
    const data = { kind, due_at, note, ...(others && { for: doer }) };
    if (task) write(task.id, task.version, completes ? { next: data } : { data });
    else create.mutate({ params: { id: contact.id }, body: data }, { onError });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!day || !isDay(day) || !time) return setWrong('Enter a day and a time');
    send(momentAt(timezone, `${day}T${time}`));
  };

  if (theirs)
    return (
      <TaskClash
        theirs={theirs}
        completes={completes}
        busy={busy}
        onMine={() => again.current(theirs.version)}
        onTheirs={() => {
          refreshTasks();
          close();
        }}
      />
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" pt={4}>
        <fieldset className={classes.quick} disabled={busy} aria-label="When">
          {times.map(({ label, due_at }, place) => (
            <Button key={label} variant="default" data-autofocus={place === 0 || undefined} onClick={() => send(due_at)}>
              {label}
            </Button>
          ))}
        </fieldset>
        <div className={classes.when}>
          <DayInput label="Day" value={day} onChange={setDay} />
          <TimeInput label="Time" value={time} onChange={setTime} />
        </div>
        <SegmentedControl
          aria-label="What to do"
          fullWidth
          data={taskKinds.map((value) => ({ value, label: taskKindWords[value] }))}
          value={kind}
          onChange={(next) => setKind(next as TaskKind)}
        />
        <TextInput label="Note" maxLength={500} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        {others && (
          <SegmentedControl
            aria-label="Who does it"
            fullWidth
            data={[
              { value: 'owner', label: others.name },
              { value: 'me', label: 'Me' },
            ]}
            value={doer}
            onChange={(next) => setDoer(next as 'owner' | 'me')}
          />
        )}
        <FormError>{wrong}</FormError>
        <div className={classes.end}>
          {changes && (
            <>
              <Button
                className={classes.apart ?? ''}
                variant="subtle"
                color="red"
                disabled={busy}
                onClick={() => remove.mutate({ params: { id: changes.id } })}
              >
                Cancel this step
              </Button>
              <Button
                variant="default"
                disabled={busy}
                onClick={() => taskAsked.set({ contact, task: changes, completes: true })}
              >
                Mark as done
              </Button>
            </>
          )}
          {task && completes && (
            <Button variant="default" disabled={busy} onClick={() => write(task.id, task.version, { next: null })}>
              Nothing for now
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {changes ? 'Save' : 'Set next step'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type Next = Pick<Task, 'kind' | 'due_at' | 'note'> & { for?: 'owner' | 'me' };

/** A colleague saved this step first: nothing is overwritten without a choice. */
function TaskClash({
  theirs,
  completes,
  busy,
  onMine,
  onTheirs,
}: {
  theirs: Task;
  completes: boolean;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}) {
  const { timezone } = useMe();
  return (
    <Stack gap="md" pt={4} role="alert">
      <Text>
        A colleague changed this step meanwhile. It says now: {taskKindWords[theirs.kind]}, {dueWords(timezone, theirs.due_at)}
        {theirs.note && `, “${theirs.note}”`}, for {theirs.owner.name}.
      </Text>
      <div className={classes.end}>
        <Button variant="default" disabled={busy} onClick={onTheirs} data-autofocus>
          Keep theirs
        </Button>
        <Button loading={busy} onClick={onMine}>
          {completes ? 'Mark as done all the same' : 'Save mine over it'}
        </Button>
      </div>
    </Stack>
  );
}
