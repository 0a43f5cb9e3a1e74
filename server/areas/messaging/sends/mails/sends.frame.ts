// The frame around a send's text: the sender's name, the values of the sender's merge fields, and the foot.
import { findSignature, footOf, getSender, inventedRecipient, stopsOf } from '#areas/messaging/templates/templates.service.ts';
import type { MailProblem } from '#contract/emails.ts';
import { picturesIn } from '#contract/kit/mailDoc.ts';
import type { Variant } from '#contract/lookups.ts';
import { isOfCompany } from '#contract/sendLists.ts';
import { variantDefinitions } from '#contract/variants.ts';
import type { Tx } from '#kernel/context.ts';
import type { Frame, SendText } from '../engine/sends.queries.ts';

/** A broadcast or a campaign comes from the company; answers go to the user who started it all the same. `stops`: why it cannot go out like this. */
async function frameOf(tx: Tx, { kind, purpose, subject, content }: SendText): Promise<{ frame: Frame; stops: MailProblem[] }> {
  const sender = await getSender(tx);
  const checkedAs = purpose === 'marketing' ? purpose : 'service';
  const foot = await footOf(tx, sender);
  const values = { ...sender.values, ...inventedRecipient.values };
  const frame: Frame = {
    from: isOfCompany(kind) ? sender.company : `${sender.name} (${sender.company})`,
    replyTo: sender.address ? { name: sender.name, address: sender.address } : null,
    values: sender.values,
    signature: isOfCompany(kind) ? null : await findSignature(tx),
    // A person's licence stands under what this person writes; the company's mail carries its name and postal
    // address.
    ...(!isOfCompany(kind) && { licensed: { name: sender.name, licences: foot.licences } }),
    foot: [
      ...(purpose === 'marketing' ? [`You get this mail because you are a contact of ${sender.company}.`] : []),
      ...foot.lines,
    ],
    color: variantDefinitions[sender.variant as Variant].color,
  };
  return { frame, stops: stopsOf({ subject, doc: content, purpose: checkedAs, values, foot, unsubscribe: true }) };
}

/** As columns of the send. `answers`: Message-IDs of the conversation. */
export async function frameColumns(tx: Tx, text: SendText, answers: string[] = []) {
  const { frame: own, stops } = await frameOf(tx, text);
  const frame = { ...own, ...(answers.length > 0 && { answers }) };
  const pictures = [...picturesIn(text.content), ...(frame.signature ? picturesIn(frame.signature) : [])];
  return { columns: { frame: JSON.stringify(frame), pictures }, stops };
}
