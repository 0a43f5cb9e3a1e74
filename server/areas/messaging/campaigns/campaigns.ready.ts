// The mail of a campaign that the actor is offered: as it was approved, with its pictures and files, also
// where its template is private.
import { findOfferedMail } from '#areas/messaging/sends/sends.service.ts';
import { listEmailFiles, previewMail } from '#areas/messaging/templates/templates.service.ts';
import type { previewReadyCampaign as PreviewReady } from '#contract/campaigns.ts';
import type { ResultOf } from '#contract/kit/endpoint.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

export async function previewReady(
  ctx: Ctx,
  id: number,
  { contact_id = null, signed }: { contact_id?: number | null | undefined; signed: boolean },
): Promise<ResultOf<typeof PreviewReady>> {
  const { mail, attachments } = await inTenant(ctx, async (tx) => {
    const mail = await findOfferedMail(tx, id);
    if (!mail) throw fail('not_found');
    return { mail, attachments: await listEmailFiles(tx, mail.attachments) };
  });
  const { subject, content: doc, purpose } = mail;
  return { ...(await previewMail(ctx, { subject, doc, purpose, contact_id, signed })), category: purpose, attachments };
}
