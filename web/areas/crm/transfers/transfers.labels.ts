import type { TransferAttempt, TransferStatus } from '#contract/transfers.ts';
import type { Tone } from '#ui/Dot.tsx';
import { holderWords } from '#web/areas/crm/contacts/contacts.labels.ts';

export const statusLabels: Record<TransferStatus, string> = {
  queued: 'Waiting',
  processing: 'Running',
  complete: 'Complete',
  cancelled: 'Stopped',
  failed: 'Failed',
  reverted: 'Reverted',
};

export const statusTones: Record<TransferStatus, Tone> = {
  queued: 'gray',
  processing: 'blue',
  complete: 'green',
  cancelled: 'yellow',
  failed: 'red',
  reverted: 'purple',
};

export const amount = (number: number) => number.toLocaleString('en-US');
export const contactsOf = (count: number) => `${amount(count)} ${count === 1 ? 'contact' : 'contacts'}`;

/** “Ann Lee”, “Ann Lee and 2 more”. */
export function receiversOf({ to: [first, ...others] }: Pick<TransferAttempt, 'to'>): string {
  const name = holderWords(first ?? null);
  return others.length > 0 ? `${name} and ${others.length} more` : name;
}

/** How much is done, 0 to 1, of the transfer or of its undo. */
export const shareOf = ({ total, done }: { total: number | null; done: number }) => (total ? done / total : 0);

export const isRunning = (status: string) => status === 'queued' || status === 'processing';
