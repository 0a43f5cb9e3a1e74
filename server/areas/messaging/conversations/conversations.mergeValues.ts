import { getSender, listRecipients } from '#areas/messaging/templates/templates.service.ts';
import type { MergeValues } from '#contract/kit/mergeFields.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { findConversation } from './conversations.lists.ts';

/** A writer sees the contact's name, not a field for it. */
export async function getMergeValues(tx: Tx, id: number): Promise<{ values: MergeValues }> {
  const { contact } = await findConversation(tx, id);
  if (!contact) throw fail('conversations.unmatched');
  return { values: await valuesFor(tx, contact.id) };
}

/** The contact's merge values that are not empty. The caller checks that the actor reaches the contact. */
export async function valuesFor(tx: Tx, contactId: number): Promise<MergeValues> {
  const recipients = await listRecipients(tx, [contactId]);
  const values = { ...(await getSender(tx)).values, ...recipients.get(contactId)?.values };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}
