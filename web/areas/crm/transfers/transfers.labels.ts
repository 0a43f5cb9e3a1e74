import type { TransferAttempt, TransferAttemptQuery, TransferStatus } from '#contract/transfers.ts';
import type { Tone } from '#ui/Dot.tsx';
import { statusLabels, statusTones } from '#web/areas/crm/bulk/bulk.labels.ts';
import { holderWords } from '#web/areas/crm/contacts/contacts.labels.ts';
import type { TransferOrder } from './transfers.routes.tsx';

export const transferLabels: Record<TransferStatus, string> = { ...statusLabels, reverted: 'Reverted' };
export const transferTones: Record<TransferStatus, Tone> = { ...statusTones, reverted: 'purple' };

export const amount = (number: number) => number.toLocaleString('en-US');

/** “Ann Lee”, “Ann Lee and 2 more”. */
export function receiversOf({ to: [first, ...others] }: Pick<TransferAttempt, 'to'>): string {
  const name = holderWords(first ?? null);
  return others.length > 0 ? `${name} and ${others.length} more` : name;
}

/** How much is done, 0 to 1, of the transfer or of its undo. */
export const shareOf = ({ total, done }: { total: number | null; done: number }) => (total ? done / total : 0);

const by = (order_field: TransferAttemptQuery['order_field'], order: TransferAttemptQuery['order']) => ({ order_field, order });
/** By their names in the address. */
export const transferOrders: Record<TransferOrder, { label: string; by: ReturnType<typeof by> }> = {
  newest: { label: 'Newest first', by: by('created_at', 'DESC') },
  oldest: { label: 'Oldest first', by: by('created_at', 'ASC') },
  largest: { label: 'Most contacts first', by: by('total', 'DESC') },
  status: { label: 'By status', by: by('status', 'ASC') },
  who: { label: 'By who transferred', by: by('asked_by', 'ASC') },
};
