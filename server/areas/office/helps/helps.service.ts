// Questions of users to their company's support.
import { mustHaveMail } from '#areas/company/mail/mail.service.ts';
import { findSupportEmail } from '#areas/company/settings/settings.service.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { helpJobs } from './helps.jobs.ts';

/** The mail is a job's: it is sent even if the mail server is away for a while. */
export async function createHelp(ctx: Ctx, { question, page }: { question: string; page: string }) {
  mustHaveMail(ctx.platform);
  return inTenant(ctx, async (tx) => {
    const address = await findSupportEmail(tx);
    if (!address) throw fail('helps.no_address');
    tx.enqueue(helpJobs.mail, { question, page, device: ctx.device, acting: ctx.actor.impersonatorId !== null });
    return { sent_to: address };
  });
}
