// The fields of a merge in words.
import type { Contact } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { customSection, type FieldWords, fieldAt } from '../form/contacts.fields.ts';
import { type NameOf, valueWords } from '../form/contacts.values.ts';

type CustomFields = Parameters<typeof customSection>[0];

const labels: Record<string, string> = {
  address: 'Address',
  phones: 'First phone',
  emails: 'First e-mail',
  holder: 'Owner or pool',
  owner_id: 'Owner or pool',
  pool_id: 'Owner or pool',
  tags: 'Tags',
};

export const labelOfField = (field: string, custom: CustomFields = []): string =>
  labels[field] ?? wordsOf(field, custom)?.label ?? 'A field of your company';

const wordsOf = (field: string, custom: CustomFields): FieldWords | undefined =>
  fieldAt(field) ?? customSection(custom).fields.find(({ path }) => path === field.replace('custom:', 'custom_fields.'));

/** A contact's value of a field; '' is empty. */
export function valueInMerge(contact: Contact, field: string, nameOf: NameOf, custom: CustomFields): string {
  if (field === 'address')
    return [contact.address, contact.address_2, `${contact.city} ${contact.state} ${contact.zip_code}`.trim(), contact.county]
      .filter(Boolean)
      .join(', ');
  if (field === 'holder') return contact.owner?.name ?? contact.pool?.name ?? '';
  if (field === 'phones') return contact.phones.map(({ number }) => formatPhone(number)).join(', ');
  const words = wordsOf(field, custom);
  const value = field.startsWith('custom:') ? contact.custom_fields[field.slice(7)] : contact[field as keyof Contact];
  return words ? valueWords(words, value, nameOf) : '';
}

const attachedWords: Record<string, [one: string, many: string]> = {
  contact_notes: ['note', 'notes'],
  contact_files: ['file', 'files'],
  call_files: ['recording', 'recordings'],
};

/** "2 notes, 1 file": what belongs to a contact, by table. */
export const attachedInWords = (counts: Record<string, number> = {}): string =>
  Object.entries(counts)
    .map(([table, count]) => {
      const name = table.replace(/^contact_/, '').replaceAll('_', ' ');
      const [one, many] = attachedWords[table] ?? [name, name];
      return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
    })
    .join(', ');
