// What is written to people about their password.
import { describeDevice } from '#areas/identity/sessions/sessions.service.ts';
import { type Letter, momentOf, sendToUser } from '#areas/office/mail/mail.service.ts';
import type { WorkCtx } from '#kernel/context.ts';
import type { ChangedPassword } from './passwords.jobs.ts';

const asked = 'somebody asked for a new password with your e-mail or username.';

export const resetLetter = (token: string, minutes: number): Letter => ({
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: [
    `Somebody, you we hope, asked for a new password for your account. The link works once, within ${minutes} minutes.`,
  ],
  action: { label: 'Choose a new password', path: `/reset-password?token=${encodeURIComponent(token)}` },
  after: ['Was it not you? Then do nothing: your password stays as it is, and nobody else has this link.'],
  because: asked,
});

export const ssoLetter = (): Letter => ({
  subject: 'Sign in with your company’s account',
  heading: 'You have no password here',
  paragraphs: [
    'Somebody, you we hope, asked for a new password for your account. Your company signs in with its own account instead: choose single sign-on and enter your e-mail address.',
  ],
  action: { label: 'Go to sign-in', path: '/login' },
  after: ['Does that not let you in? Ask your administrator.'],
  because: asked,
});

const changedBy: Record<ChangedPassword['by'], string> = {
  oneself: 'You chose a new password. You have been signed out everywhere else.',
  link: 'A new password was chosen by a link that we mailed to you. You have been signed out everywhere.',
  administrator:
    'An administrator of your company set a password for you, and will tell you what it is. You have been signed out everywhere. When you sign in with it you choose one of your own.',
};

export async function mailChanged(ctx: WorkCtx, { userId, by, address, device, at }: ChangedPassword): Promise<void> {
  const when = await momentOf(ctx, userId, at);
  await sendToUser(ctx, userId, {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [changedBy[by]],
    facts: [
      { name: 'When', value: when },
      ...(by === 'administrator'
        ? []
        : [
            { name: 'Device', value: describeDevice(device) },
            { name: 'Address', value: address },
          ]),
    ],
    ...(by !== 'administrator' && {
      after: ['Was it not you? Then somebody else has your account: choose a new password at once, and tell your administrator.'],
      action: { label: 'Choose a new password', path: '/reset-password' },
    }),
    because: 'the password of your account was changed.',
  });
}
