// Operations on one contact.
import type { Updateable } from 'kysely';
import { setFieldValues } from '#areas/crm/customFields/customFields.service.ts';
import { mustAssignTo, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Contact, ContactCreate, ContactFields, ContactRow, ContactUpdate } from '#contract/contacts.ts';
import { newTagName } from '#contract/tags.ts';
import type { Tx } from '#kernel/context.ts';
import type { Contacts } from '#kernel/db/database.generated.ts';
import { fail } from '#kernel/errors.ts';
import { changesBetween } from './contacts.changes.ts';
import { proveConsent, withdrawConsent } from './contacts.consents.ts';
import { journal } from './contacts.journal.ts';
import { followOwner } from './contacts.nextSteps.ts';
import { mustAllowUpdate } from './contacts.policy.ts';
import {
  columnsOf,
  getContactById,
  getContactRow,
  insertContact,
  lockContact,
  type StoredContact,
  updateContactColumns,
} from './contacts.queries.ts';
import { mustKnowReferences } from './contacts.references.ts';
import { tellChanged, tellCreated } from './contacts.tell.ts';

export { logActivity, undoActivity } from './contacts.activities.ts';
export { contactsCard, scopeOfCard } from './contacts.cards.ts';
export { showConsent } from './contacts.consents.ts';
export { countScopes } from './contacts.counts.ts';
export { todayOfActor } from './contacts.filterDays.ts';
export { type ContactChange, journal } from './contacts.journal.ts';
export { limitSearch } from './contacts.lists.ts';
export { followOwners, startOfDay } from './contacts.nextSteps.ts';
export {
  assignOperation,
  changeBatch,
  countGivenBy,
  deleteOperation,
  mustFit,
  restoreOperation,
  updateOperation,
} from './contacts.operations.ts';
export { contactOrder } from './contacts.orders.ts';
export { byPhone } from './contacts.phones.ts';
export { mustAllowUpdate } from './contacts.policy.ts';
export { contactsWithPolicyNumber } from './contacts.policyNumbers.ts';
export { getContactById, lockContact, medicareNumber, updateContactColumns } from './contacts.queries.ts';
export { inReach } from './contacts.reach.ts';
export { mustKnowReferences, referenceTables } from './contacts.references.ts';
export { resolveScope } from './contacts.scope.ts';
export { chosenBy, listSelected, selectFirstLast } from './contacts.selected.ts';
export { tellChanged } from './contacts.tell.ts';
export { undoOperation } from './contacts.undo.ts';
export { usedByContacts } from './contacts.uses.ts';

export async function createContact(tx: Tx, input: ContactCreate): Promise<Contact> {
  const { owner_id, pool_id, tags = [], custom_fields, ...fields } = input;
  mustBeNamed({ ...fields, phones: fields.phones ?? [], emails: fields.emails ?? [] });
  await mustAssignTo(tx, { owner_id, pool_id });
  await mustKnowReferences(tx, { ...fields, tags });
  const holder = pool_id ? { owner_id: null, pool_id } : { owner_id: owner_id ?? tx.actor.userId, pool_id: null };
  const id = await insertContact(tx, { ...columnsOf(tx, fields), ...holder, tags });
  if (custom_fields) await setFieldValues(tx, id, custom_fields);
  if (fields.consent) await proveConsent(tx, id, fields.consent);
  await journal(tx, { contactId: id, action: 'created' });
  await tellCreated(tx, holder);
  return getContactById(tx, id);
}

/** Opening a contact takes the tag `new` off it: somebody has seen it. A link from elsewhere must not change anything, so it keeps the tag. */
export async function openContact(tx: Tx, id: number, keepNewTag: boolean): Promise<Contact> {
  const contact = await getContactById(tx, id);
  const newTag = contact.tags.find((tag) => tag.name.toLowerCase() === newTagName);
  if (!newTag || keepNewTag || !contact.can.update) return contact;
  const stored = await lockContact(tx, contact.id);
  const tags = stored.tags.filter((tag) => tag !== newTag.id);
  if (tags.length === stored.tags.length) return getContactById(tx, contact.id); // somebody else opened it just now
  await updateContactColumns(tx, contact.id, { tags });
  await journal(tx, { contactId: contact.id, action: 'opened', before: { tags: stored.tags }, after: { tags } });
  await tellChanged(tx, contact.id, stored);
  return getContactById(tx, contact.id);
}

export async function updateContact(tx: Tx, id: number, input: ContactUpdate): Promise<Contact> {
  const { owner_id, pool_id, version, custom_fields, ...fields } = input;
  const stored = await lockContact(tx, id);
  mustAllowUpdate(tx, stored);
  if (version !== undefined && version !== stored.version) await refuseStale(tx, id, input);
  await mustKnowReferences(tx, fields);
  const holder = await holderColumns(tx, stored, { owner_id, pool_id });
  const columns = { ...columnsOf(tx, fields), ...holder };
  keepEmailStates(columns, stored, fields);
  mustBeNamed({
    ...stored,
    ...fields,
    phones: fields.phones ?? (stored.phone ? [1] : []),
    emails: fields.emails ?? (stored.email ? [1] : []),
  });

  const { changed, before, after } = changesBetween(stored, columns);
  const custom = custom_fields ? await setFieldValues(tx, id, custom_fields) : { before: {}, after: {} };
  const all = { before: { ...before, ...custom.before }, after: { ...after, ...custom.after } };
  if (Object.keys(all.after).length === 0) return getContactById(tx, id);
  await updateContactColumns(tx, id, changed);
  if ('consent' in changed) await (fields.consent ? proveConsent(tx, id, fields.consent) : withdrawConsent(tx, id));
  const assigned = 'owner_id' in after || 'pool_id' in after;
  await journal(tx, { contactId: id, action: assigned ? 'assigned' : 'updated', ...all });
  if (assigned) await followOwner(tx, id, stored, { ...stored, ...holder });
  await tellChanged(tx, id, stored, { ...stored, ...holder });
  // A user who assigns a contact out of their own reach still gets this call's answer.
  return getContactById(tx, id, assigned ? { company: true } : undefined);
}

export async function quickUpdateContact(tx: Tx, id: number, input: ContactUpdate): Promise<ContactRow> {
  const contact = await updateContact(tx, id, input);
  const { can, ...row } = contact;
  return row;
}

export async function assignToMe(tx: Tx, id: number): Promise<Contact> {
  const stored = await lockContact(tx, id);
  mustAllowUpdate(tx, stored);
  if (stored.owner_id === tx.actor.userId) throw fail('contacts.already_yours');
  const after = { owner_id: tx.actor.userId, pool_id: null };
  await updateContactColumns(tx, id, after);
  await journal(tx, { contactId: id, action: 'assigned', before: { owner_id: stored.owner_id, pool_id: stored.pool_id }, after });
  await followOwner(tx, id, stored, after);
  await tellChanged(tx, id, stored, after);
  return getContactById(tx, id);
}

/** Sets one contact's tags; for the tags area, which knows which tags there are. */
export async function setTags(tx: Tx, id: number, tags: number[], seen?: number[]): Promise<ContactRow> {
  const stored = await lockContact(tx, id);
  mustAllowUpdate(tx, stored);
  const others = seen ? stored.tags.filter((tag) => !seen.includes(tag)) : []; // put there meanwhile by somebody else
  const kept = seen ? tags.filter((tag) => stored.tags.includes(tag) || !seen.includes(tag)) : tags; // less what they took away
  const wanted = [...new Set([...kept, ...others])];
  if (wanted.length !== stored.tags.length || wanted.some((tag) => !stored.tags.includes(tag))) {
    await updateContactColumns(tx, id, { tags: wanted });
    await journal(tx, { contactId: id, action: 'tagged', before: { tags: stored.tags }, after: { tags: wanted } });
    await tellChanged(tx, id, stored);
  }
  return getContactRow(tx, id);
}

/** 404 where the contact is out of reach; its notes and timeline are then, too. */
export async function mustReachContact(tx: Tx, id: number): Promise<void> {
  await getContactRow(tx, id);
}

/** Both versions go back, so that nothing a person typed is lost; but no answer holds a Medicare number in clear. */
async function refuseStale(tx: Tx, id: number, { medicare_number, ...yours }: ContactUpdate): Promise<never> {
  throw fail('contacts.stale', { data: { current: await getContactById(tx, id, await reachOfActor(tx)), yours } });
}

/** A contact is held by a person or by a pool: naming one lets go of the other. */
async function holderColumns(tx: Tx, stored: StoredContact, to: Pick<ContactUpdate, 'owner_id' | 'pool_id'>) {
  if (to.owner_id === undefined && to.pool_id === undefined) return {};
  await mustAssignTo(tx, to);
  if (to.pool_id) return { pool_id: to.pool_id, owner_id: null };
  return { owner_id: to.owner_id ?? stored.owner_id ?? tx.actor.userId, pool_id: null };
}

/** An address that stays keeps what is known of it. */
function keepEmailStates(columns: Updateable<Contacts>, stored: StoredContact, { emails }: ContactFields) {
  if (!emails) return;
  const known = new Map(stored.emails.map(({ address, state }) => [address.toLowerCase(), state]));
  columns.emails = JSON.stringify(
    emails.map(({ address }) => ({ address, state: known.get(address.toLowerCase()) ?? 'unverified' })),
  );
}

function mustBeNamed(
  contact: Pick<ContactFields, 'first_name' | 'last_name' | 'organization'> & { phones: unknown[]; emails: unknown[] },
) {
  const named =
    contact.first_name || contact.last_name || contact.organization || contact.phones.length > 0 || contact.emails.length > 0;
  if (!named) throw fail('contacts.nameless', { errors: { first_name: ['Enter a name, a phone or an e-mail'] } });
}
