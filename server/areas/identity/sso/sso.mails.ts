// Mails to people about their single sign-on.
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import type { WorkCtx } from '#kernel/context.ts';

const heading = 'Another single sign-on account now opens your account';

export const mailRelinked = (ctx: WorkCtx) =>
  sendToUser(ctx, ctx.actor.userId, {
    subject: heading,
    heading,
    paragraphs: [
      'Your company’s sign-in provider now uses another account for your e-mail address. From now on that account opens your account here. We ended the sessions of the previous one.',
    ],
    after: ['If your company made a new account for you, you need do nothing. If not, tell your administrator at once.'],
    because: 'your sign-in settings were changed.',
  });
