// Bulk actions in words.
import type { BulkAction, bulkStatuses } from '#contract/bulk.ts';
import type { CustomField } from '#contract/customFields.ts';
import type { Tone } from '#ui/Dot.tsx';
import { noteField, sections } from '#web/areas/crm/contacts/form/contacts.fields.ts';

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
  cancelled: 'orange',
  failed: 'red',
};

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

const count = (number: number) => `${number.toLocaleString('en-US')} ${number === 1 ? 'contact' : 'contacts'}`;

export function resultOf({ status, total, done, changed, kept }: BulkAction): string {
  if (status === 'queued') return '';
  if (status === 'processing') return `${done.toLocaleString('en-US')} of ${count(total ?? done)}`;
  const of = changed < (total ?? done) ? `${changed.toLocaleString('en-US')} of ${count(total ?? done)}` : count(changed);
  return kept > 0 ? `${of}, ${kept.toLocaleString('en-US')} left as changed since` : of;
}

const labels = new Map<string, string>(
  [...sections.flatMap(({ fields }) => fields), noteField].map(({ path, label }) => [path, label]),
);

/** A field of a contact as the forms name it. */
export function fieldLabel(name: string, custom: readonly CustomField[]): string {
  if (name === 'owner_id') return 'Owner';
  if (name === 'pool_id') return 'Pool';
  if (name === 'deleted_at') return 'Deleted';
  return labels.get(name) ?? custom.find(({ id }) => name === `custom:${id}`)?.name ?? name;
}

/** "City, Status · tags: Hot · without: Cold · to Ana Reyes" */
export function detailsOf({ gives }: BulkAction, custom: readonly CustomField[]): string {
  const parts = [
    gives.fields
      .filter((name) => name !== 'owner_id' && name !== 'pool_id')
      .map((name) => fieldLabel(name, custom))
      .join(', '),
    gives.tags.length > 0 && `with ${gives.tags.join(', ')}`,
    gives.removed_tags.length > 0 && `without ${gives.removed_tags.join(', ')}`,
    gives.to !== null && `to ${gives.to}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
