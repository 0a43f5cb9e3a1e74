// Puts a mail together for one contact: values of its fields, signature, foot. The same for previews, tests and what goes out.
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { MergeValues } from '#contract/kit/mergeFields.ts';
import type { Variant } from '#contract/lookups.ts';
import { variantDefinitions } from '#contract/variants.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type Foot, footOf } from './templates.foot.ts';
import type { MailParts } from './templates.render.ts';
import { findSignature } from './templates.signature.ts';
import { getSender, inventedRecipient, listRecipients, type Recipient, type Sender } from './templates.values.ts';

export interface Composed {
  sender: Sender;
  recipient: Omit<Recipient, 'id'>;
  values: MergeValues;
  signature: MailDoc | null;
  foot: Foot;
  color: MailParts['color'];
}

/** `contactId` null: for nobody real. 404 for a contact out of reach. */
export async function compose(tx: Tx, contactId: number | null): Promise<Composed> {
  const sender = await getSender(tx);
  const recipient = await recipientOf(tx, contactId);
  return {
    sender,
    recipient,
    values: { ...sender.values, ...recipient.values },
    signature: await findSignature(tx),
    foot: await footOf(tx, sender),
    color: variantDefinitions[sender.variant as Variant].color,
  };
}

async function recipientOf(tx: Tx, contactId: number | null): Promise<Omit<Recipient, 'id'>> {
  if (contactId === null) return inventedRecipient;
  const { id } = await getContactById(tx, contactId);
  const recipient = (await listRecipients(tx, [id])).get(id);
  if (!recipient) throw fail('not_found');
  return recipient;
}
