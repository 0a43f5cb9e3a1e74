// The fields of a contact in words, by their names in its history: for screens and for files.

export const contactLabels = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  suffix: 'Suffix',
  preferred_name: 'Goes by',
  kind: 'Kind',
  organization: 'Organization',
  occupation: 'Occupation',
  phones: 'Phones',
  emails: 'E-mails',
  language: 'Language',
  timezone: 'Time zone',
  address: 'Street',
  address_2: 'Apartment, suite',
  city: 'City',
  state: 'State',
  zip_code: 'Zip code',
  county: 'County',
  birth_date: 'Birth date',
  gender: 'Gender',
  marital_status: 'Marital status',
  tobacco_user: 'Tobacco user',
  medicare_number: 'Medicare number',
  medicare_carrier_id: 'Medicare carrier',
  medicare_part_a: 'Medicare part A',
  medicare_part_b: 'Medicare part B',
  medicare_plan: 'Medicare plan',
  do_not_call: 'Do not call',
  do_not_text: 'Do not text',
  do_not_email: 'Do not e-mail',
  do_not_mail: 'Do not mail',
  consent: 'Consent',
  holder: 'Owner or pool',
  owner_id: 'Owner or pool',
  pool_id: 'Owner or pool',
  status_id: 'Status',
  agentflow_status_id: 'Agentflow status',
  source_id: 'Source',
  category_id: 'Category',
  tags: 'Tags',
  note: 'Standing note',
  last_activity_type: 'Last activity',
  last_activity_at: 'Last activity',
  deleted_at: 'Deleted',
  merged_into: 'Merge',
} as const;

/** Stands in a contact's history for a sealed value. */
export const sealedValue = '(sealed)';

/** “City, Renewal month”: each label once. A custom field is named `custom:<id>`. */
export function fieldLabels(names: readonly string[], custom: readonly { id: number; name: string }[]): string {
  const labels: Readonly<Record<string, string>> = contactLabels;
  const labelOf = (name: string) => labels[name] ?? custom.find(({ id }) => name === `custom:${id}`)?.name ?? 'A deleted field';
  return [...new Set(names.map(labelOf))].join(', ');
}
