// A contact as a form shows it, and which of its fields were changed: compared as they are sent.
import type { Contact, ContactUpdate } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import type { Field } from './contacts.fields.ts';
import type { ContactValues, Holder } from './contacts.form.ts';

export type { ContactValues, EmailDraft, Holder, PhoneDraft } from './contacts.form.ts';

export const holderOf = ({ owner, pool }: Pick<Contact, 'owner' | 'pool'>): Holder =>
  pool ? { of: 'pools', who: pool } : { of: 'people', who: owner };

export const read = (from: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], from);

export const write = (values: ContactValues, path: Field['path'], value: unknown): ContactValues => {
  const [head = '', key] = path.split('.');
  return { ...values, [head]: key === undefined ? value : { ...values.custom_fields, [key]: value } };
};

/** A field that the contact lacks, as a custom one may be, is empty. */
export const draftOf = (contact: Contact, fields: readonly Field[]): ContactValues =>
  fields.reduce<ContactValues>(
    (draft, { path, control }) =>
      write(draft, path, read(draft, path) ?? (control === 'line' || control === 'prose' ? '' : null)),
    {
      ...contact,
      phones: contact.phones.map(({ type, number }, place) => ({
        key: `${place}:${number}`,
        type,
        number: formatPhone(number),
      })),
      emails: contact.emails.map(({ address }, place) => ({ key: `${place}:${address}`, address })),
      holder: holderOf(contact),
    },
  );

/** Only what differs from `base`, as the server takes it. Tags have a call of their own. */
export const changesOf = (base: ContactValues, draft: ContactValues, fields: readonly Field[]): ContactUpdate =>
  fieldsOnWire(
    editedFields(base, draft, fields).filter(({ control }) => control !== 'tags'),
    draft,
  ) as ContactUpdate;

export const editedFields = (base: ContactValues, draft: ContactValues, fields: readonly Field[]) =>
  differing(base, draft, fields);

/** Edited here and changed by somebody else to something different. Tags never clash: the server merges them. */
export const clashingFields = (
  base: ContactValues,
  draft: ContactValues,
  theirs: ContactValues,
  fields: readonly Field[],
): Field[] =>
  differing(draft, theirs, differing(base, theirs, editedFields(base, draft, fields))).filter(
    ({ control }) => control !== 'tags',
  );

/** Theirs, with the fields edited here over it, except those in `leave`. */
export const mergedDraft = (
  base: ContactValues,
  draft: ContactValues,
  theirs: ContactValues,
  fields: readonly Field[],
  leave: readonly string[] = [],
): ContactValues =>
  editedFields(base, draft, fields)
    .filter(({ path }) => !leave.includes(path))
    .reduce((merged, { path }) => write(merged, path, read(draft, path)), theirs);

export const withoutEmptyRows = (draft: ContactValues): ContactValues => ({
  ...draft,
  phones: draft.phones.filter(({ number }) => number.trim()),
  emails: draft.emails.filter(({ address }) => address.trim()),
});

const differing = (one: ContactValues, other: ContactValues, fields: readonly Field[]) =>
  fields.filter((field) => JSON.stringify(onWire(field, one)) !== JSON.stringify(onWire(field, other)));

/** These fields as the server takes them. */
export function fieldsOnWire(fields: readonly Field[], draft: ContactValues): object {
  const change: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const field of fields) {
    const [head = '', key] = field.path.split('.');
    if (field.control === 'holder') Object.assign(change, holderOnWire(draft.holder));
    else if (key !== undefined) custom[key] = onWire(field, draft) ?? null;
    else change[head] = onWire(field, draft);
  }
  return { ...change, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) };
}

function onWire({ path, control }: Field, draft: ContactValues): unknown {
  // Compared and sent by digits: other spaces in a number are no change.
  if (control === 'phones') return draft.phones.map(({ type, number }) => ({ type, number: digitsOf(number) }));
  if (control === 'emails') return draft.emails.map(({ address }) => ({ address: address.trim() }));
  if (control === 'tags') return draft.tags.map(({ id }) => id).sort((a, b) => a - b);
  if (control === 'holder') return holderOnWire(draft.holder);
  const value = read(draft, path);
  if (path === 'state') return value ?? ''; // a text, never null
  if (control === 'line' && typeof value === 'string') return value.trim();
  return value === '' && (control === 'number' || control === 'choice') ? null : value;
}

const holderOnWire = ({ of, who }: Holder): Pick<ContactUpdate, 'owner_id' | 'pool_id'> =>
  !who ? {} : of === 'pools' ? { pool_id: who.id } : { owner_id: who.id };

/** A text with letters or without digits is sent as typed: the server refuses it. */
const digitsOf = (number: string) => (/[a-z]/i.test(number) ? number : number.replace(/\D/g, '') || number);
