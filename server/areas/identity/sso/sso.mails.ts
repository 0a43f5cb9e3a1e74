// What a person is told by mail of their single sign-on.
import { sendToUser } from '#areas/office/mail/mail.service.ts';
import type { WorkCtx } from '#kernel/context.ts';

const heading = 'Another person’s sign-in opens your account now';

export const mailRelinked = (ctx: WorkCtx) =>
  sendToUser(ctx, ctx.actor.userId, {
    subject: heading,
    heading,
    paragraphs: [
      'Your company’s sign-in let somebody in with your e-mail address who is not the one it let in before. From now on they come into this account by single sign-on, and whoever did before is signed out.',
    ],
    after: ['Was your account at your company made anew? Then there is nothing to do. If not, tell your administrator at once.'],
    because: 'the way you sign in was changed.',
  });
