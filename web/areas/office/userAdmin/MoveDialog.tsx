// Before a person gets another manager: who will see how many contacts.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { listDownline, type MovePreview, previewMove } from '#contract/downline.ts';
import { listUsers, quickUpdateUser } from '#contract/userAdmin.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import type { Move } from './DownlinePage.tsx';
import { counted, namesOf } from './userAdmin.labels.ts';

const handles = ['invalid', 'users.circle'] as const;

export function MoveDialog({ person, to, onClose }: Move & { onClose: () => void }) {
  const byId = { params: { id: person.id } };
  const preview = useQuery({
    ...queryOf(previewMove, { ...byId, query: to ? { manager_id: to.id } : {} }),
    staleTime: 0,
    retry: false,
  });
  const move = useSend(quickUpdateUser, {
    invalidates: [listDownline, listUsers],
    form: true,
    handles,
    onDone: () => {
      notice.done(to ? `${person.name} is now managed by ${to.name}` : `${person.name} now stands at the top`);
      onClose();
    },
  });
  const error = move.error ?? preview.error;
  return (
    <Dialog title={to ? `Put ${person.name} below ${to.name}?` : `Put ${person.name} at the top?`} onClose={onClose} size="md">
      {preview.isPending && <SkeletonLines lines={3} />}
      {preview.data && <Effect preview={preview.data} />}
      {error && (
        <Text c="red" role="alert">
          {isRefused(error, ...handles) ? textOf(error) : 'This could not be worked out. Try again.'}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          disabled={!preview.data}
          loading={move.isPending}
          onClick={() => move.mutate({ ...byId, body: { manager_id: to?.id ?? null } })}
        >
          Move
        </Button>
      </Group>
    </Dialog>
  );
}

function Effect({ preview: { people, contacts, gained, lost } }: { preview: MovePreview }) {
  const these = counted(contacts, 'contact');
  return (
    <>
      {people > 1 && <Text>{counted(people - 1, 'person', 'people')} below come along.</Text>}
      {gained.length > 0 && (
        <Text>
          {namesOf(gained)} will see {these} more.
        </Text>
      )}
      {lost.length > 0 && (
        <Text>
          {namesOf(lost)} will no longer see {these}.
        </Text>
      )}
      {gained.length + lost.length === 0 && <Text>Nobody will see other contacts than now.</Text>}
    </>
  );
}
