// Chooses the person for a step: the contact's owner or oneself. A step that is changed may stay with a third
// person.
import { Input, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { getTask } from '#contract/tasks.ts';
import type { TaskAsk } from './tasks.ask.ts';

export type Doer = 'owner' | 'me' | 'stays';

/** Of a new step: the contact's owner, in a pool the user; of one that is changed: the person whose it is. */
export function firstDoer({ contact, task, completes }: TaskAsk, myId: number): Doer {
  const id = task && !completes ? task.owner_id : (contact.owner?.id ?? myId);
  if (id === myId) return 'me';
  return id === contact.owner?.id ? 'owner' : 'stays';
}

interface Props {
  ask: TaskAsk;
  myId: number;
  value: Doer;
  onChange: (doer: Doer) => void;
}

export function TaskDoer({ ask, myId, value, onChange }: Props) {
  const { contact, task } = ask;
  const third = firstDoer(ask, myId) === 'stays';
  const stored = useQuery({ ...queryOf(getTask, { params: { id: task?.id ?? 0 } }), enabled: third });
  const choices = [
    ...(third ? [{ value: 'stays', label: stored.data?.owner.name ?? 'A colleague' }] : []),
    ...(contact.owner && contact.owner.id !== myId ? [{ value: 'owner', label: contact.owner.name }] : []),
    { value: 'me', label: 'Me' },
  ];
  if (choices.length === 1) return <Text c="dimmed">You do this step.</Text>;
  return (
    <Input.Wrapper label="Who does it" labelElement="div">
      <SegmentedControl
        aria-label="Who does it"
        fullWidth
        data={choices}
        value={value}
        onChange={(next) => onChange(next as Doer)}
      />
    </Input.Wrapper>
  );
}
