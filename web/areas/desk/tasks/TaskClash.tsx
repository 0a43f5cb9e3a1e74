// A colleague saved a step first: nothing is overwritten without a choice.
import { Button, Stack, Text } from '@mantine/core';
import { useMe } from '#app/session.ts';
import type { Task } from '#contract/tasks.ts';
import classes from './TaskDialog.module.css';
import { dueWords, taskKindWords } from './tasks.labels.ts';

/** The user's interrupted action. */
export type Write = 'save' | 'complete' | 'cancel';

const allTheSame: Record<Write, string> = {
  save: 'Save mine over it',
  complete: 'Mark as done all the same',
  cancel: 'Cancel it all the same',
};

interface Props {
  theirs: Task;
  wanted: Write;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

export function TaskClash({ theirs, wanted, busy, onMine, onTheirs }: Props) {
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
          {allTheSame[wanted]}
        </Button>
      </div>
    </Stack>
  );
}
