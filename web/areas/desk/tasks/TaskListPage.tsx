// All tasks: what is due with the overdue on top, what comes later, what was done; a leader's team's, too.
import { ActionIcon, SegmentedControl, Select } from '@mantine/core';
import { IconArrowBackUp, IconCalendarCheck, IconCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { PhoneNumber } from '#app/PhoneNumber.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { type TaskTab, taskTabs } from '#contract/taskLists.ts';
import { getTask, listTasks, reopenTask, type Task } from '#contract/tasks.ts';
import { listAssignees } from '#contract/users.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { dayIn, todayIn, wallTimeIn, type Zone } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './TaskListPage.module.css';
import { askOf, taskAsked } from './tasks.ask.ts';
import { dueWords, isOverdue, taskKindWords, taskTabWords } from './tasks.labels.ts';
import type { TaskSearch } from './tasks.routes.tsx';

export function TaskListPage() {
  const me = useMe();
  const { tab, of, page, task } = useSearch({ from: '/shell/tasks' });
  const navigate = useNavigate({ from: '/tasks' });
  const go = (next: Partial<TaskSearch>) => void navigate({ search: (old) => ({ ...old, page: 1, ...next }) });
  useTaskOfAddress(task, () => void navigate({ search: (old) => ({ ...old, task: null }), replace: true }));
  const tasks = useQuery(queryOf(listTasks, { query: { tab, of, page } }));
  const rows = tasks.data?.data ?? [];
  const { total_count, total_pages = 1, total_capped } = tasks.data?.meta ?? {};
  return (
    <>
      <PageHeader
        title="Tasks"
        about={total_count !== undefined && `${total_count.toLocaleString('en-US')}${total_capped ? '+' : ''}`}
      />
      <div className={classes.page}>
        <search className={classes.bar} aria-label="Tasks">
          <SegmentedControl
            aria-label="Which tasks"
            data={taskTabs.map((value) => ({ value, label: taskTabWords[value] }))}
            value={tab}
            onChange={(next) => go({ tab: next as TaskTab })}
          />
          {me.can['team.lead'] && <Whose of={of} onChange={(next) => go({ of: next })} />}
        </search>
        {tasks.error && !tasks.data ? (
          <FailedQuery query={tasks} />
        ) : tasks.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState icon={IconCalendarCheck} {...emptyWords[tab]}>
            <Link to="/contacts">Go to your contacts</Link>
          </EmptyState>
        ) : (
          <Rows
            rows={rows}
            tab={tab}
            withOwner={of !== 'me'}
            onOpen={(id) => void navigate({ search: (old) => ({ ...old, task: id }) })}
          />
        )}
        <Pages page={page} total={total_pages} onPage={(next) => go({ page: next })} />
      </div>
    </>
  );
}

const emptyWords: Record<TaskTab, { title: string; text: string }> = {
  due: { title: 'Nothing is due today', text: 'Set the next step of a contact: press S in the list or on its page.' },
  upcoming: { title: 'Nothing is planned', text: 'Set the next step of a contact: press S in the list or on its page.' },
  open: { title: 'No open tasks', text: 'Set the next step of a contact: press S in the list or on its page.' },
  done: { title: 'Nothing is done yet', text: 'Tasks that you complete stand here.' },
};

/** Everyone in reach, or one person: found by typing. */
function Whose({ of, onChange }: { of: TaskSearch['of']; onChange: (of: TaskSearch['of']) => void }) {
  const me = useMe();
  const [q, setQ] = useState('');
  const people = useQuery(queryOf(listAssignees, { query: { q } }));
  const chosen = useQuery({
    ...queryOf(listAssignees, { query: { ids: typeof of === 'number' ? [of] : [] } }),
    enabled: typeof of === 'number',
  });
  const others = new Map(
    [...(typeof of === 'number' ? (chosen.data?.data ?? []) : []), ...(people.data?.data ?? [])]
      .filter(({ id }) => id !== me.id)
      .map(({ id, name }) => [String(id), name]),
  );
  return (
    <Select
      className={classes.whose ?? ''}
      aria-label="Whose tasks"
      allowDeselect={false}
      searchable
      onSearchChange={(text) => setQ([...others.values(), 'My tasks', 'Everyone’s tasks'].includes(text) ? '' : text)}
      data={[
        { value: 'me', label: 'My tasks' },
        { value: 'team', label: 'Everyone’s tasks' },
        ...[...others].map(([value, label]) => ({ value, label })),
      ]}
      value={String(of)}
      onChange={(next) => next && onChange(next === 'me' || next === 'team' ? next : Number(next))}
    />
  );
}

/** Opens the dialog of the task that the address names; the address forgets it when the dialog closes. */
function useTaskOfAddress(id: number | null, onClosed: () => void) {
  const asked = useQuery({ ...queryOf(getTask, { params: { id: id ?? 0 } }), enabled: id !== null, gcTime: 0 });
  const open = taskAsked.use()?.task?.id ?? null;
  const opened = useRef<number>(null);
  const settle = useEffectEvent((shown: number | null, data: Task | undefined, error: Error | null) => {
    if (id === null) {
      if (shown !== null && shown === opened.current) taskAsked.set(null); // the back button
      opened.current = null;
    } else if (opened.current === id) {
      if (shown !== id) onClosed();
    } else if (error) {
      notice.failed(error);
      onClosed();
    } else if (data?.id === id) {
      opened.current = id;
      if (data.done_at === null && data.can.update) return taskAsked.set(askOf(data));
      notice.told(`${taskKindWords[data.kind]} ${data.contact.name}: this step is done`);
      onClosed();
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another dialog, with the same answer too
  useEffect(() => settle(open, asked.data, asked.error), [id, open, asked.data, asked.error]);
}

function Rows({
  rows,
  tab,
  withOwner,
  onOpen,
}: {
  rows: readonly Task[];
  tab: TaskTab;
  withOwner: boolean;
  onOpen: (id: number) => void;
}) {
  const { timezone } = useMe();
  const list = useRef<HTMLDivElement>(null);
  const reopen = useSend(reopenTask, { invalidates: [listTasks] });
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a[data-task]') ?? [])];
  /** The row in which the focus is; the first without one. */
  const active = () =>
    Math.max(
      0,
      links().findIndex((link) => link.closest('li')?.contains(document.activeElement)),
    );
  const move = (by: number) => {
    const all = links();
    const at = all.includes(document.activeElement as HTMLElement) ? active() + by : active();
    all[Math.min(Math.max(at, 0), all.length - 1)]?.focus();
  };
  const ask = (completes: boolean) => {
    const task = rows[active()];
    if (!task || task.done_at !== null) return;
    if (completes) taskAsked.set(askOf(task, true));
    else onOpen(task.id);
  };
  useShortcuts([
    { keys: 'j', label: 'Next task', group: 'Tasks', run: () => move(1) },
    { keys: 'k', label: 'Previous task', group: 'Tasks', run: () => move(-1) },
    ...(tab === 'done'
      ? []
      : [
          { keys: 'd', label: 'Mark as done', group: 'Tasks', run: () => ask(true) },
          { keys: 's', label: 'Change the step', group: 'Tasks', run: () => ask(false) },
        ]),
  ]);
  return (
    <div ref={list}>
      {groupsOf(rows, tab, timezone).map(({ title, overdue, tasks }) => (
        <section key={title} aria-label={title}>
          <h2 className={classes.heading} data-overdue={overdue || undefined}>
            {title}
          </h2>
          <ul className={classes.list}>
            {tasks.map((task) => (
              <li key={task.id} className={classes.row}>
                {task.done_at === null ? (
                  <ActionIcon
                    variant="default"
                    radius="xl"
                    aria-label={`Mark as done: ${taskKindWords[task.kind]} ${task.contact.name}`}
                    title="Mark as done"
                    disabled={!task.can.update}
                    onClick={() => taskAsked.set(askOf(task, true))}
                  >
                    <IconCheck size="1rem" stroke={1.6} />
                  </ActionIcon>
                ) : (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Open again: ${taskKindWords[task.kind]} ${task.contact.name}`}
                    title="Open again"
                    disabled={!task.can.update}
                    onClick={() => reopen.mutate({ params: { id: task.id }, body: { version: task.version } })}
                  >
                    <IconArrowBackUp size="1rem" stroke={1.6} />
                  </ActionIcon>
                )}
                <span className={classes.main}>
                  <span>{taskKindWords[task.kind]}</span>
                  <Link data-task className={classes.name} to="/contacts/$id" params={{ id: String(task.contact.id) }}>
                    {task.contact.name || 'No name'}
                  </Link>
                  {task.contact.phone && <PhoneNumber number={task.contact.phone} person={task.contact} />}
                  {task.note && <span className={classes.faint}>{task.note}</span>}
                  {withOwner && <span className={classes.faint}>for {task.owner.name}</span>}
                </span>
                <span className={classes.due} data-overdue={isOverdue(task) || undefined}>
                  {dueWords(timezone, task.done_at ?? task.due_at)}
                </span>
                {task.done_at === null && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Change: ${taskKindWords[task.kind]} ${task.contact.name}`}
                    title="Change"
                    disabled={!task.can.update}
                    onClick={() => onOpen(task.id)}
                  >
                    <IconPencil size="1rem" stroke={1.6} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface TaskGroup {
  title: string;
  overdue: boolean;
  tasks: Task[];
}

/** Overdue, Today, then a group for each day; done ones by the day. In the order of the rows. */
function groupsOf(rows: readonly Task[], tab: TaskTab, zone: Zone): TaskGroup[] {
  const groups: TaskGroup[] = [];
  const today = todayIn(zone);
  for (const task of rows) {
    const at = task.done_at ?? task.due_at;
    const overdue = tab !== 'done' && isOverdue(task);
    const title = overdue ? 'Overdue' : wallTimeIn(zone, at).startsWith(today) ? 'Today' : dayIn(zone, at);
    const last = groups.at(-1);
    if (last?.title === title) last.tasks.push(task);
    else groups.push({ title, overdue, tasks: [task] });
  }
  return groups;
}
