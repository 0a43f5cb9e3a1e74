// Gives a field the value that it had before an entry of the timeline, as an edit like any other.
// Sealed values stay as they are.
import { sealedValue } from '#contract/contactLabels.ts';
import { type Contact, ContactFields, ContactUpdate } from '#contract/contacts.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { updateContact } from './contacts.service.ts';

/** A journal's image: values by column, or by `custom:<id>`. */
type Image = Record<string, unknown>;

export async function restoreValue(
  tx: Tx,
  id: number,
  entryId: number,
  { field, version }: { field: string; version: number },
): Promise<Contact> {
  const before = await getBefore(tx, id, entryId);
  if (!canRestore(field, before)) throw invalid('This entry has no earlier value for this field');
  const { data: change } = ContactUpdate.safeParse(changeOf(field, before));
  if (!change) throw invalid('The earlier value is no longer accepted');
  return updateContact(tx, id, { ...change, version });
}

/** Whether the image has a value that may be given back. */
export function canRestore(field: string, before: Image | null): before is Image {
  if (!before || !Object.hasOwn(before, field)) return false;
  if (isHolder(field)) return holderOf(before) !== null;
  return customId(field) !== undefined || (Object.hasOwn(plain, field) && before[field] !== sealedValue);
}

const { medicare_number: _sealed, custom_fields: _byId, ...plain } = ContactFields.shape;

function changeOf(field: string, before: Image): object {
  if (isHolder(field)) return holderOf(before) ?? {};
  const id = customId(field);
  const value = before[field] ?? null;
  if (id !== undefined) return { custom_fields: { [id]: value } };
  const cleared = plain[field as keyof typeof plain].safeParse(null).success ? null : '';
  return { [field]: value ?? cleared };
}

/** Owner and pool are one field here: a contact has one of them. */
const isHolder = (field: string) => field === 'owner_id' || field === 'pool_id';
const holderOf = ({ owner_id, pool_id }: Image) => (pool_id ? { pool_id } : owner_id ? { owner_id } : null);

const customId = (field: string) => /^custom:(\d{1,15})$/.exec(field)?.[1];

async function getBefore(tx: Tx, contactId: number, id: number): Promise<Image | null> {
  const row = await tx.db
    .selectFrom('contact_changes')
    .select('before')
    .where('company_id', '=', tx.companyId)
    .where('contact_id', '=', contactId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw fail('not_found');
  return row.before as Image | null;
}

const invalid = (text: string) => wrong('field', text);
