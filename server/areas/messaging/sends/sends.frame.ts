// What stands around a send's text: in whose name it goes out, the values of merge fields that are the sender's, and the foot.
import { findSignature, footOf, getSender } from '#areas/messaging/templates/templates.service.ts';
import type { Variant } from '#contract/lookups.ts';
import type { SendKind, StoredPurpose } from '#contract/sendLists.ts';
import { variantDefinitions } from '#contract/variants.ts';
import type { Tx } from '#kernel/context.ts';
import type { Frame } from './sends.queries.ts';

/** A broadcast comes from the company; answers go to the user who started it all the same. */
export async function frameOf(tx: Tx, kind: SendKind, purpose: StoredPurpose): Promise<Frame> {
  const sender = await getSender(tx);
  // The law wants the sender's postal address in marketing mail (15 USC 7704); without one the gate lets none leave.
  const { lines } = await footOf(tx, sender);
  return {
    from: kind === 'broadcast' ? sender.company : `${sender.name} (${sender.company})`,
    replyTo: sender.address ? { name: sender.name, address: sender.address } : null,
    values: sender.values,
    signature: kind === 'broadcast' ? null : await findSignature(tx),
    foot: [...(purpose === 'marketing' ? [`You get this mail because you are a contact of ${sender.company}.`] : []), ...lines],
    color: variantDefinitions[sender.variant as Variant].color,
  };
}
