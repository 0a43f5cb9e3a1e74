// Pause, resume, cancel and send again, as far as the send allows them.
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { counted } from '#contract/kit/formats.ts';
import { getSend, listMessages, listSends, resendSend, type Send, updateSend } from '#contract/sends.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { amount, nounOf } from './sends.labels.ts';

export function SendActions({ send, small }: { send: Send; small?: boolean }) {
  const { id, status, can, counts } = send;
  const noun = nounOf(send);
  const [asks, setAsks] = useState(false);
  const update = useSend(updateSend, { invalidates: [listSends, getSend, listMessages], onDone: () => setAsks(false) });
  const resend = useSend(resendSend, {
    invalidates: [listSends, getSend, listMessages],
    onDone: ({ counts }) =>
      notice.done(`${counted(counts.queued, noun)} ${counts.queued === 1 ? 'waits' : 'wait'} to be sent again`),
  });
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
      {can.resend && (
        <Button
          {...look}
          leftSection={<IconRefresh size="1rem" />}
          loading={resend.isPending}
          onClick={() => resend.mutate({ params: { id }, body: {} })}
        >
          Send {counted(counts.failed, `failed ${noun}`)} again
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
