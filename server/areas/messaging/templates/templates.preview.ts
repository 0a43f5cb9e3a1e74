// A mail as it would go out, before anything is sent, and what is wrong with it.
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { findMailSender } from '#areas/messaging/sendingDomains/sendingDomains.service.ts';
import { gateChecks } from '#contract/complianceLists.ts';
import type { EmailPreview, previewEmail as PreviewEmail } from '#contract/emails.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { picturesIn, templatesIn } from '#contract/kit/mailDoc.ts';
import { emptyFieldsIn } from '#contract/kit/mergeFields.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { problemsOf } from './templates.checks.ts';
import { compose } from './templates.compose.ts';
import { loadEmailFiles, mustKnowFiles } from './templates.files.ts';
import { licenceLine } from './templates.foot.ts';
import { renderMail } from './templates.render.ts';

type Asked = InputOf<typeof PreviewEmail>['body'];

export async function previewEmail(ctx: Ctx, asked: Asked): Promise<EmailPreview> {
  await inTenant(ctx, (tx) => mustKnowFiles(tx, { pictures: picturesIn(asked.doc), attachments: [] }));
  return previewMail(ctx, asked);
}

/** Of a text that the actor may see, with its pictures. */
export async function previewMail(ctx: Ctx, { subject, doc, contact_id, purpose, signed }: Asked): Promise<EmailPreview> {
  const { composed, decision, isFromOwnDomain } = await inTenant(ctx, async (tx) => {
    const asking = { channel: 'email', purpose, at: tx.clock(), agentId: tx.actor.userId } as const;
    const composed = await compose(tx, contact_id);
    return {
      composed,
      isFromOwnDomain: (await findMailSender(tx, composed.sender.address)) !== null,
      decision: contact_id === null ? null : (await mayContact(tx, [{ contactId: contact_id }], asking))[0],
    };
  });
  const { sender, recipient, values, foot, color } = composed;
  const signature = signed ? composed.signature : null;
  const files = await loadEmailFiles(ctx, [...picturesIn(doc), ...(signature ? picturesIn(signature) : [])]);
  const mail = renderMail({
    subject,
    doc,
    values,
    signature,
    foot: [...(signed ? licenceLine(sender.name, foot.licences, recipient.values.state ?? '') : []), ...foot.lines],
    color,
    // As data: a frame without an origin sends no cookie, so it could not load them from here.
    pictureOf: (id) => {
      const file = files.get(id);
      return file ? `data:${file.type};base64,${file.content.toString('base64')}` : null;
    },
  });
  return {
    ...mail,
    to: { name: recipient.name, address: recipient.address },
    empty: [...new Set([subject, ...templatesIn(doc)].flatMap((template) => emptyFieldsIn(template, values)))],
    problems: problemsOf({ subject, doc, purpose, values, foot, unsubscribe: true, isFromOwnDomain }),
    refusal:
      decision?.reason && decision.answer !== 'yes'
        ? { reason: gateChecks[decision.reason].title, mend: gateChecks[decision.reason].mend, until: decision.until }
        : null,
  };
}
