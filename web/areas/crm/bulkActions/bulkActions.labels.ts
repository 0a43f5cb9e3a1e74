// Bulk actions in words.
import type { BulkAction } from '#contract/bulk.ts';
import { fieldLabels } from '#contract/contactLabels.ts';
import type { CustomField } from '#contract/customFields.ts';
import { counted } from '#contract/kit/formats.ts';

const names: Record<string, string> = {
  assign: 'Hand over',
  delete: 'Delete',
  merge: 'Merge duplicates',
  restore: 'Restore',
  tag: 'Tag',
  transfer: 'Transfer',
  undo: 'Undo',
  update: 'Change',
};

/** Another one than these names itself on the wire. */
export const nameOf = ({ operation, labels }: BulkAction) => names[operation] ?? labels.doing;

export function resultOf({ status, total, done, changed, kept }: BulkAction): string {
  if (status === 'queued') return '';
  if (status === 'processing') return `${done.toLocaleString('en-US')} of ${counted(total ?? done, 'contact')}`;
  const of =
    changed < (total ?? done)
      ? `${changed.toLocaleString('en-US')} of ${counted(total ?? done, 'contact')}`
      : counted(changed, 'contact');
  return kept > 0 ? `${of}, ${kept.toLocaleString('en-US')} left as changed since` : of;
}

/** "City, Status · tags: Hot · without: Cold · to Ana Reyes" */
export function detailsOf({ gives }: BulkAction, custom: readonly CustomField[]): string {
  const parts = [
    fieldLabels(
      gives.fields.filter((name) => name !== 'owner_id' && name !== 'pool_id'),
      custom,
    ),
    gives.tags.length > 0 && `with ${gives.tags.join(', ')}`,
    gives.removed_tags.length > 0 && `without ${gives.removed_tags.join(', ')}`,
    gives.to !== null && `to ${gives.to}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
