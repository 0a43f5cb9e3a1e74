// What a form holds of a contact, and what of it was changed. A draft is compared in the form in which it travels.
import type { Contact, ContactUpdate } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import type { Tag } from '#contract/tags.ts';
import type { Person } from '#contract/users.ts';
import type { Field } from './contacts.fields.ts';

/** Values by path: `custom_fields` is a record of its own. */
export type Draft = Record<string, unknown>;
export interface PhoneDraft {
  key: string;
  type: 2 | 9;
  number: string;
}
export interface EmailDraft {
  key: string;
  address: string;
}
/** A contact is held by a person or by a pool. */
export interface Holder {
  of: 'people' | 'pools';
  who: Person | null;
}

export const holderOf = ({ owner, pool }: Pick<Contact, 'owner' | 'pool'>): Holder =>
  pool ? { of: 'pools', who: pool } : { of: 'people', who: owner };

export const read = (from: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], from);

export const write = (draft: Draft, path: string, value: unknown): Draft => {
  const [head = '', key] = path.split('.');
  return { ...draft, [head]: key === undefined ? value : { ...(draft[head] as object | undefined), [key]: value } };
};

export const draftOf = (contact: Contact, fields: readonly Field[]): Draft =>
  fields.reduce<Draft>((draft, field) => write(draft, field.path, inForm(contact, field)), {});

/** Only what differs from `base`, as the server takes it. Tags have a call of their own. */
export const changesOf = (base: Draft, draft: Draft, fields: readonly Field[]): ContactUpdate =>
  editedFields(
    base,
    draft,
    fields.filter(({ control }) => control !== 'tags'),
  ).reduce<Draft>((change, field) => {
    const value = onWire(field, read(draft, field.path));
    return field.control === 'holder' ? Object.assign(change, value) : write(change, field.path, value);
  }, {}) as ContactUpdate;

export const editedFields = (base: Draft, draft: Draft, fields: readonly Field[]) => differing(base, draft, fields);

/** Edited here and changed by somebody else to something different. Tags never clash: the server merges them. */
export const clashingFields = (base: Draft, draft: Draft, theirs: Draft, fields: readonly Field[]) =>
  differing(draft, theirs, differing(base, theirs, editedFields(base, draft, fields))).filter(
    ({ control }) => control !== 'tags',
  );

/** Theirs, with what was edited here laid over it, but for the fields left to them. */
export const mergedDraft = (base: Draft, draft: Draft, theirs: Draft, fields: readonly Field[], leave: readonly string[] = []) =>
  editedFields(base, draft, fields)
    .filter(({ path }) => !leave.includes(path))
    .reduce<Draft>((merged, { path }) => write(merged, path, read(draft, path)), theirs);

/** Rows left empty are no rows. */
export const withoutEmptyRows = (draft: Draft): Draft => ({
  ...draft,
  ...(Array.isArray(draft.phones) && { phones: (draft.phones as PhoneDraft[]).filter(({ number }) => number.trim()) }),
  ...(Array.isArray(draft.emails) && { emails: (draft.emails as EmailDraft[]).filter(({ address }) => address.trim()) }),
});

const differing = (one: Draft, other: Draft, fields: readonly Field[]) =>
  fields.filter((field) => textOf(field, one) !== textOf(field, other));
const textOf = (field: Field, draft: Draft) => JSON.stringify(onWire(field, read(draft, field.path)));

function inForm(contact: Contact, { path, control }: Field): unknown {
  if (control === 'holder') return holderOf(contact);
  const value = read(contact, path);
  if (control === 'phones')
    return contact.phones.map(({ type, number }, place) => ({ key: `${place}:${number}`, type, number: formatPhone(number) }));
  if (control === 'emails') return contact.emails.map(({ address }, place) => ({ key: `${place}:${address}`, address }));
  return value ?? (control === 'line' || control === 'prose' ? '' : null);
}

function onWire({ path, control }: Field, value: unknown): unknown {
  if (control === 'holder') {
    const { of, who } = value as Holder;
    if (!who) return {};
    return of === 'pools' ? { pool_id: who.id } : { owner_id: who.id };
  }
  // Compared by digits, sent by digits: how a number is spaced is nobody's change.
  if (control === 'phones') return (value as PhoneDraft[]).map(({ type, number }) => ({ type, number: digitsOf(number) }));
  if (control === 'emails') return (value as EmailDraft[]).map(({ address }) => ({ address: address.trim() }));
  if (control === 'tags') return (value as Tag[]).map(({ id }) => id).sort((a, b) => a - b);
  if (control === 'line' && typeof value === 'string') return value.trim();
  if (control === 'number') return value === '' ? null : value;
  // The state is a text that is never null.
  if (path === 'state') return value ?? '';
  return value === '' && control === 'choice' ? null : value;
}

/** What is no US number travels as it was typed, for the server to refuse. */
const digitsOf = (number: string) => (/[a-z]/i.test(number) ? number : number.replace(/\D/g, '') || number);
