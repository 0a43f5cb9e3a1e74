// The mail to a user who has received contacts.
import type { z } from 'zod';
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import { counted } from '#contract/kit/formats.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import type { transferJobs } from './transfers.jobs.ts';
import { getAskerName } from './transfers.queries.ts';

export async function mailReceiver(ctx: WorkCtx, { id, user_id, count, pool }: z.output<typeof transferJobs.mail.payload>) {
  const asker = await inTenant(ctx, (tx) => getAskerName(tx, id));
  const contacts = counted(count, 'contact');
  const receiver = pool === null ? 'you' : `the pool ${pool}`;
  await sendToUser(ctx, user_id, {
    subject: `${asker} transferred ${contacts} to ${receiver}`,
    heading: `${contacts} for ${receiver}`,
    paragraphs: [
      pool === null
        ? `${asker} transferred ${contacts} to you. They are in your contact list now.`
        : `${asker} transferred ${contacts} to the pool ${pool}, which you share.`,
    ],
    action: { label: 'Open your contacts', path: '/contacts' },
    because: `${asker} asked us to tell you.`,
  });
}
