// Stop and Revert, as far as the transfer allows them.
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useSend } from '#app/queries.ts';
import { cancelBulkAction } from '#contract/bulk.ts';
import { counted } from '#contract/kit/formats.ts';
import { getTransferAttempt, listTransferAttempts, revertTransferAttempt, type TransferAttempt } from '#contract/transfers.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { isRunning } from '#web/areas/crm/bulk/bulk.labels.ts';

export function TransferActions({ attempt: { id, changed, undo, can }, small }: { attempt: TransferAttempt; small?: boolean }) {
  const [asks, setAsks] = useState(false);
  const invalidates = [getTransferAttempt, listTransferAttempts];
  const stop = useSend(cancelBulkAction, { invalidates });
  const revert = useSend(revertTransferAttempt, { invalidates, onDone: () => setAsks(false) });
  const running = can.cancel ? id : undo && isRunning(undo) ? undo.id : undefined;
  const look = { variant: 'default', size: small ? 'compact-sm' : 'sm' } as const;
  return (
    <>
      {running !== undefined && (
        <Button
          {...look}
          leftSection={<IconPlayerStop size="1rem" />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ params: { id: running } })}
        >
          Stop
        </Button>
      )}
      {can.revert && (
        <Button {...look} leftSection={<IconArrowBackUp size="1rem" />} onClick={() => setAsks(true)}>
          Revert
        </Button>
      )}
      <ConfirmDialog
        opened={asks}
        title="Revert the transfer?"
        action="Revert the transfer"
        busy={revert.isPending}
        onConfirm={() => revert.mutate({ params: { id } })}
        onClose={() => setAsks(false)}
      >
        {counted(changed, 'contact')} {changed === 1 ? 'goes' : 'go'} back, with the tags and fields that the transfer changed.
        What was changed since stays as it is, and you get a list of it.
      </ConfirmDialog>
    </>
  );
}
