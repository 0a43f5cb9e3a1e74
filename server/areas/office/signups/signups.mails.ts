// Tells the user what became of the application.
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { findSignup } from './signups.queries.ts';

/** None where the user has sent it again meanwhile. */
export async function mailDecision(ctx: WorkCtx, id: number): Promise<void> {
  const signup = await inTenant(ctx, (tx) => findSignup(tx, { id }));
  if (signup?.status !== 'approved' && signup?.status !== 'returned') return;
  const approved = signup.status === 'approved';
  const note = signup.note ? [`${ctx.actor.name} writes: ${signup.note}`] : [];
  await sendToUser(ctx, signup.user.id, {
    subject: approved ? 'Your application is approved' : 'Your application needs a change',
    heading: approved ? 'Your application is approved' : 'Your application needs a change',
    paragraphs: [
      approved
        ? 'An administrator of your company has approved your application. You have nothing more to do.'
        : 'An administrator of your company has returned your application. Change it and send it again.',
      ...note,
    ],
    action: { label: 'Open your application', path: '/account/profile?tab=application' },
    after: [],
    because: 'you sent an application.',
  });
}
