// Follows bulk actions on the cable and shows them as process notifications.
import { useMutation } from '@tanstack/react-query';
import { type BulkAction, cancelBulkAction } from '#contract/bulk.ts';
import { call } from '../../app/api.ts';
import { useUpdate } from '../../app/cable.ts';
import { openProcess } from '../../app/processes.ts';

type Progress = Pick<BulkAction, 'id' | 'deed' | 'status' | 'total' | 'done'>;

export function BulkProgress() {
  const { mutate } = useMutation({ mutationFn: (id: number) => call(cancelBulkAction, { params: { id } }) });
  useUpdate('bulk.progress', (progress) => showBulk(progress, () => mutate(progress.id)));
  return null;
}

/** The banner of a bulk action: when it was asked for, and at each message about it. */
export function showBulk(action: Progress, onCancel?: () => void) {
  const running = action.status === 'queued' || action.status === 'processing';
  openProcess({
    id: `bulk:${action.id}`,
    status: action.status === 'queued' ? 'processing' : action.status,
    text: textOf(action),
    ...(running && action.total && { share: action.done / action.total }),
    ...(running && onCancel && { onCancel }),
  });
}

const words: Record<string, [doing: string, done: string]> = { tag: ['Tagging', 'Tagged'] };

function textOf({ deed, status, total, done }: Progress): string {
  const [doing, past] = words[deed] ?? ['Working on', 'Done with'];
  const count = (number: number) => `${number.toLocaleString()} contact${number === 1 ? '' : 's'}`;
  if (status === 'complete') return `${past} ${count(total ?? done)}`;
  if (status === 'cancelled') return `Stopped: ${past.toLowerCase()} ${done.toLocaleString()} of ${count(total ?? done)}`;
  if (status === 'failed') return `${doing} failed after ${count(done)}`;
  return total === null ? `${doing} contacts…` : `${doing} ${done.toLocaleString()} of ${count(total)}`;
}
