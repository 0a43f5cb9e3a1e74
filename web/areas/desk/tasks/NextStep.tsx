// The open tasks of a contact on its page: the first is its next step.
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import type { Contact } from '#contract/contacts.ts';
import { listContactTasks } from '#contract/tasks.ts';
import classes from './NextStep.module.css';
import { askNextStep, type TaskAsk, taskAsked } from './tasks.ask.ts';
import { dueWords, isOverdue, taskKindWords } from './tasks.labels.ts';

type Step = NonNullable<TaskAsk['task']>;

export function NextStep({ contact }: { contact: Contact }) {
  const { timezone } = useMe();
  const { id, next_step, can } = contact;
  const tasks = useQuery({ ...queryOf(listContactTasks, { params: { id }, query: {} }), enabled: next_step !== null });
  const steps: Step[] =
    next_step === null ? [] : (tasks.data?.data.map((task) => ({ ...task, owner_id: task.owner.id })) ?? [next_step]);
  useShortcuts(can.update ? [{ keys: 's', label: 'Set the next step', group: 'Contact', run: () => askNextStep(contact) }] : []);
  return (
    <section className={classes.block} aria-labelledby="next-step">
      <h2 className={classes.title} id="next-step">
        Next step
      </h2>
      {steps.length > 0 && (
        <ul className={classes.steps}>
          {steps.map((step) => {
            const what = `${taskKindWords[step.kind]}, ${dueWords(timezone, step.due_at)}`;
            return (
              <li key={step.id} className={classes.step}>
                <span className={classes.words} data-overdue={isOverdue(step) || undefined}>
                  {isOverdue(step) && 'Overdue: '}
                  {what}
                  {step.note && <span className={classes.note}>{step.note}</span>}
                </span>
                {can.update && (
                  <>
                    <ActionIcon
                      variant="default"
                      aria-label={`Mark as done: ${what}`}
                      title="Mark as done"
                      onClick={() => taskAsked.set({ contact, task: step, completes: true })}
                    >
                      <IconCheck size="1rem" stroke={1.6} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Change: ${what}`}
                      title="Change"
                      onClick={() => taskAsked.set({ contact, task: step })}
                    >
                      <IconPencil size="1rem" stroke={1.6} />
                    </ActionIcon>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {can.update ? (
        <Button
          className={classes.set ?? ''}
          variant={steps.length > 0 ? 'subtle' : 'default'}
          size="compact-sm"
          leftSection={<IconPlus size="0.9rem" />}
          onClick={() => taskAsked.set({ contact })}
        >
          {steps.length > 0 ? 'Add another' : 'Set the next step'}
        </Button>
      ) : (
        steps.length === 0 && <span className={classes.note}>Nothing planned</span>
      )}
    </section>
  );
}
