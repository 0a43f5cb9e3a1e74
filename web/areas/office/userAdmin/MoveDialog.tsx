// Before a person gets another manager: who will see how many contacts.
import { Button, Group } from '@mantine/core';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { listDownline } from '#contract/downline.ts';
import { listUsers, quickUpdateUser } from '#contract/userAdmin.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { type Move, MoveEffect, useMovePreview } from './MoveEffect.tsx';

const handles = ['invalid', 'users.circle'] as const;

export function MoveDialog({ person, to, onClose }: Move & { onClose: () => void }) {
  const preview = useMovePreview({ person, to });
  const move = useSend(quickUpdateUser, {
    invalidates: [listDownline, listUsers],
    form: true,
    handles,
    onDone: () => {
      notice.done(to ? `${person.name} is now managed by ${to.name}` : `${person.name} now stands at the top`);
      onClose();
    },
  });
  return (
    <Dialog title={to ? `Put ${person.name} below ${to.name}?` : `Put ${person.name} at the top?`} onClose={onClose} size="md">
      <MoveEffect preview={preview} />
      {move.error && (
        <FormError>{isRefused(move.error, ...handles) ? textOf(move.error) : 'Nothing was moved. Try again.'}</FormError>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          disabled={!preview.data}
          loading={move.isPending}
          onClick={() => move.mutate({ params: { id: person.id }, body: { manager_id: to?.id ?? null } })}
        >
          Move
        </Button>
      </Group>
    </Dialog>
  );
}
