// Beside the heading of a group of agentflow statuses: its title, and its place among the groups.
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { listAdminAgentflowStatuses, updateAgentflowStatusGroup } from '#contract/reference.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';

interface Props {
  id: number;
  title: string;
  /** Among the groups, from 0. */
  place: { index: number; count: number };
}

export function AgentflowGroupButton(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={`Edit the group ${props.title}`} onClick={() => setOpened(true)}>
        <IconPencil size="1rem" stroke={1.6} />
      </ActionIcon>
      {opened && <GroupDialog {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function GroupDialog({ id, title, place, onClose }: Props & { onClose: () => void }) {
  const form = useForm({ initialValues: { title } });
  const invalidates = [listAdminAgentflowStatuses];
  const rename = useSend(updateAgentflowStatusGroup, {
    invalidates,
    form: true,
    handles: ['lookups.name_taken'],
    onDone: onClose,
  });
  const move = useSend(updateAgentflowStatusGroup, { invalidates, onDone: onClose });
  const moveTo = (position: number) => move.mutate({ params: { id }, body: { position } });
  return (
    <Dialog title={`Edit the group ${title}`} onClose={onClose}>
      <FormLayout
        submit="Save"
        busy={rename.isPending}
        onCancel={onClose}
        onSubmit={form.onSubmit((body) =>
          rename.mutate(
            { params: { id }, body },
            {
              onError: (error) => isRefused(error, 'invalid', 'lookups.name_taken') && form.setErrors(error.fieldErrors),
            },
          ),
        )}
      >
        <TextInput label="Title" data-autofocus maxLength={60} {...form.getInputProps('title')} />
        <Group gap="xs">
          <Button variant="default" disabled={place.index === 0} onClick={() => moveTo(place.index - 1)}>
            Move up
          </Button>
          <Button variant="default" disabled={place.index === place.count - 1} onClick={() => moveTo(place.index + 1)}>
            Move down
          </Button>
        </Group>
      </FormLayout>
    </Dialog>
  );
}
