// Sets, changes or completes a next step. A press on one of the offered times is all that it takes.
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
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
import { TaskClash, type Write } from './TaskClash.tsx';
import classes from './TaskDialog.module.css';
import { firstDoer, TaskDoer } from './TaskDoer.tsx';
import { refreshTasks, useTaskWrites } from './tasks.api.ts';
import { type TaskAsk, taskAsked } from './tasks.ask.ts';
import { taskKindWords } from './tasks.labels.ts';
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

function TaskForm({ ask }: { ask: TaskAsk }) {
  const { contact, task, completes = false, typed = {} } = ask;
  const { id: myId, timezone } = useMe();
  const [times] = useState(() => quickTimes(timezone, new Date().toISOString()));
  const changes = task && !completes ? task : undefined;
  const [wall] = useState(() => wallTimeIn(timezone, changes?.due_at ?? times[0]?.due_at ?? '').split('T'));
  const [kind, setKind] = useState<TaskKind>(typed.kind ?? changes?.kind ?? 'call');
  const [day, setDay] = useState<string | null>(typed.day ?? wall[0] ?? null);
  const [time, setTime] = useState<string | null>(typed.time ?? wall[1] ?? null);
  const [note, setNote] = useState(typed.note ?? changes?.note ?? '');
  const [doer, setDoer] = useState(() => firstDoer(ask, myId));
  const [clash, setClash] = useState<{ theirs: Task; wanted: Write }>();
  const [wrong, setWrong] = useState('');
  const { create, update, complete, remove } = useTaskWrites(timezone, myId, close);
  const busy = [create, update, complete, remove].some(({ isPending }) => isPending);

  /** The last write, to be sent again over the colleague's change. */
  const last = useRef<{ wanted: Write; send: (version: number) => void }>({ wanted: 'save', send: () => {} });
  const onError = (error: Error) => {
    if (isRefused(error, 'tasks.stale'))
      return setClash({ theirs: (error.problem.data as { current: Task }).current, wanted: last.current.wanted });
    setWrong(error instanceof ApiError ? (Object.values(error.fieldErrors)[0] ?? '') : '');
  };
  const write = (wanted: Write, send: (version: number) => void) => {
    last.current = { wanted, send };
    send(task?.version ?? 1);
  };
  const params = { id: task?.id ?? contact.id };
  const finish = (next: Next | null) =>
    write('complete', (version) => complete.mutate({ params, body: { next, version } }, { onError }));
  const send = (due_at: string) => {
    const chosen = doer !== 'stays' && !(changes && doer === firstDoer(ask, myId)) ? { for: doer } : {};
    const data = { kind, due_at, note, ...chosen };
    if (!task) create.mutate({ params, body: data }, { onError });
    else if (completes) finish(data);
    else write('save', (version) => update.mutate({ params, body: { data, version } }, { onError }));
  };
  /** Text typed before “Mark as done” is about the next step. */
  const typedOver = (old: NonNullable<TaskAsk['task']>): TaskAsk['typed'] => ({
    ...(kind !== old.kind && { kind }),
    ...(note !== old.note && { note }),
    ...((day !== wall[0] || time !== wall[1]) && { day, time }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!day || !isDay(day) || !time) return setWrong('Enter a day and a time');
    send(momentAt(timezone, `${day}T${time}`));
  };

  if (clash)
    return (
      <TaskClash
        {...clash}
        busy={busy}
        onMine={() => last.current.send(clash.theirs.version)}
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
        <TaskDoer ask={ask} myId={myId} value={doer} onChange={setDoer} />
        <FormError>{wrong}</FormError>
        <div className={classes.end}>
          {changes && (
            <>
              <Button
                className={classes.apart ?? ''}
                variant="subtle"
                color="red"
                disabled={busy}
                onClick={() => write('cancel', (version) => remove.mutate({ params, query: { version } }, { onError }))}
              >
                Cancel this step
              </Button>
              <Button
                variant="default"
                disabled={busy}
                onClick={() => taskAsked.set({ contact, task: changes, completes: true, typed: typedOver(changes) })}
              >
                Mark as done
              </Button>
            </>
          )}
          {task && completes && (
            <Button variant="default" disabled={busy} onClick={() => finish(null)}>
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
