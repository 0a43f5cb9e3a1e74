// A mail to oneself: just what the contact would get, from the same code as the preview.
import { mustHaveMail } from '#areas/company/mail/mail.service.ts';
import type { sendTestEmail as SendTestEmail } from '#contract/emailSignatures.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type MailDoc, picturesIn } from '#contract/kit/mailDoc.ts';
import { type Ctx, inTenant, type WorkCtx } from '#kernel/context.ts';
import { MailRefused } from '#kernel/mail/mail.ts';
import { compose } from './templates.compose.ts';
import { loadEmailFiles, mustKnowFiles } from './templates.files.ts';
import { emailJobs } from './templates.jobs.ts';
import { renderMail } from './templates.render.ts';

export async function sendTestEmail(
  ctx: Ctx,
  { subject, doc, attachments, contact_id }: InputOf<typeof SendTestEmail>['body'],
): Promise<{ address: string }> {
  mustHaveMail(ctx.platform);
  return inTenant(ctx, async (tx) => {
    await mustKnowFiles(tx, { pictures: picturesIn(doc), attachments });
    const { sender } = await compose(tx, contact_id);
    tx.enqueue(emailJobs.test, { subject, doc, attachments, contact_id });
    return { address: sender.address };
  });
}

interface Tried {
  subject: string;
  doc: MailDoc;
  attachments: number[];
  contact_id: number | null;
}

/** Twice, if a worker dies at the wrong moment: it goes to the asker alone. */
export async function deliverTest(ctx: WorkCtx, { subject, doc, attachments, contact_id }: Tried): Promise<void> {
  const { mail: provider } = ctx.platform;
  if (!provider) return;
  const { sender, values, signature, foot, color } = await inTenant(ctx, (tx) => compose(tx, contact_id));
  const pictures = [...new Set([...picturesIn(doc), ...(signature ? picturesIn(signature) : [])])];
  const files = await loadEmailFiles(ctx, [...new Set([...pictures, ...attachments])]);
  const filesOf = (ids: number[]) => ids.flatMap((id) => files.get(id) ?? []);
  const rendered = renderMail({
    subject,
    doc,
    signature,
    foot: foot.lines,
    values,
    color,
    pictureOf: (id) => (files.has(id) ? `cid:${cidOf(id)}` : null),
  });
  try {
    await provider.send({
      ...rendered,
      from: `${sender.name} (${sender.company})`,
      to: { name: sender.name, address: sender.address },
      attachments: [
        ...filesOf(pictures).map(({ id, name, type, content }) => ({ name, type, content, cid: cidOf(id) })),
        ...filesOf(attachments).map(({ name, type, content }) => ({ name, type, content })),
      ],
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    ctx.log.warn({ user: ctx.actor.userId, said: error.message }, 'a test mail was refused for good');
  }
}

const cidOf = (fileId: number) => `picture-${fileId}`;
