// Pause, resume and cancel, as far as the send allows them.
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useSend } from '#app/queries.ts';
import { getSend, listMessages, listSends, type Send, updateSend } from '#contract/sends.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { amount } from './sends.labels.ts';

export function SendActions({ send: { id, status, can, counts }, small }: { send: Send; small?: boolean }) {
  const [asks, setAsks] = useState(false);
  const update = useSend(updateSend, { invalidates: [listSends, getSend, listMessages], onDone: () => setAsks(false) });
  const change = (next: 'paused' | 'sending' | 'cancelled') => update.mutate({ params: { id }, body: { status: next } });
  const look = { variant: 'default', size: small ? 'compact-sm' : 'sm' } as const;
  return (
    <>
      {can.pause && (
        <Button
          {...look}
          leftSection={<IconPlayerPause size="1rem" />}
          loading={update.isPending}
          onClick={() => change('paused')}
        >
          Pause
        </Button>
      )}
      {can.resume && (
        <Button
          {...look}
          leftSection={<IconPlayerPlay size="1rem" />}
          loading={update.isPending}
          onClick={() => change('sending')}
        >
          Resume
        </Button>
      )}
      {can.cancel && (
        <Button {...look} leftSection={<IconPlayerStop size="1rem" />} onClick={() => setAsks(true)}>
          Cancel
        </Button>
      )}
      <ConfirmDialog
        opened={asks}
        title="Cancel this mailing?"
        action="Cancel the mailing"
        busy={update.isPending}
        onConfirm={() => change('cancelled')}
        onClose={() => setAsks(false)}
      >
        {status === 'scheduled'
          ? 'Nobody gets it.'
          : `${amount(counts.sent)} were sent and cannot be taken back. Those that wait are never sent.`}
      </ConfirmDialog>
    </>
  );
}
