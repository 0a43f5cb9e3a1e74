// Words and tones of bulk actions, and of transfers, which are bulk actions.
import type { bulkStatuses } from '#contract/bulk.ts';
import type { Tone } from '#ui/Dot.tsx';

type Status = (typeof bulkStatuses)[number];

export const statusLabels: Record<Status, string> = {
  queued: 'Waiting',
  processing: 'Running',
  complete: 'Complete',
  cancelled: 'Stopped',
  failed: 'Failed',
};
export const statusTones: Record<Status, Tone> = {
  queued: 'gray',
  processing: 'blue',
  complete: 'green',
  cancelled: 'yellow',
  failed: 'red',
};

export const isRunning = ({ status }: { status: string }) => status === 'queued' || status === 'processing';
