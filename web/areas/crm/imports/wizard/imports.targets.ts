// The targets of a column, in the groups of its picker.
import type { CustomField } from '#contract/customFields.ts';
import { type ImportTarget, importTargets } from '#contract/imports.ts';

type FixedTarget = keyof typeof importTargets;

/** Every fixed target is in exactly one group. */
const groups: Record<string, readonly FixedTarget[]> = {
  Name: ['first_name', 'middle_name', 'last_name', 'name', 'suffix', 'preferred_name', 'organization'],
  'Phone and e-mail': ['mobile_phone', 'other_phone', 'email', 'other_email'],
  Address: ['address', 'address_2', 'city', 'state', 'zip_code', 'county', 'timezone'],
  Person: ['birth_date', 'gender', 'language', 'marital_status', 'occupation', 'tobacco_user'],
  Office: ['status', 'source', 'category', 'tags', 'note'],
  Medicare: ['medicare_number', 'medicare_part_a', 'medicare_part_b', 'medicare_plan'],
  'Do not contact': ['do_not_call', 'do_not_text', 'do_not_email', 'do_not_mail'],
};

export interface TargetGroup {
  group: string;
  items: { value: ImportTarget; label: string }[];
}

export function targetGroups(customFields: readonly Pick<CustomField, 'id' | 'name'>[]): TargetGroup[] {
  const fixed = Object.entries(groups).map(([group, targets]) => ({
    group,
    items: targets.map((value) => ({ value, label: importTargets[value] })),
  }));
  const own = customFields.map(({ id, name }) => ({ value: `custom:${id}` as const, label: name }));
  return own.length > 0 ? [...fixed, { group: 'Your own fields', items: own }] : fixed;
}

export function targetLabel(target: string, customFields: readonly Pick<CustomField, 'id' | 'name'>[]): string {
  if (target in importTargets) return importTargets[target as FixedTarget];
  return customFields.find(({ id }) => target === `custom:${id}`)?.name ?? 'A field of your own';
}

/** Whether a field takes days, so that their order matters. */
export const isDay = (target: ImportTarget | null, customFields: readonly Pick<CustomField, 'id' | 'type'>[]) =>
  target === 'birth_date' ||
  target === 'medicare_part_a' ||
  target === 'medicare_part_b' ||
  customFields.some(({ id, type }) => type === 'date' && target === `custom:${id}`);
