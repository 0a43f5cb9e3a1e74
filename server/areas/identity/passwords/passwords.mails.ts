// Mails to people about their password.

import { type Letter, momentOf, sendToUser } from '#areas/company/mail/mail.service.ts';
import { describeDevice } from '#areas/identity/sessions/sessions.service.ts';
import type { WorkCtx } from '#kernel/context.ts';
import type { ChangedPassword } from './passwords.jobs.ts';

const asked = 'someone asked for a new password with your e-mail or username.';

export const resetLetter = (token: string, minutes: number): Letter => ({
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: [`Someone asked for a new password for your account. The link works once, within ${minutes} minutes.`],
  action: { label: 'Choose a new password', path: `/reset-password?token=${encodeURIComponent(token)}` },
  after: ['If this was not you, you need do nothing: your password does not change, and nobody else has this link.'],
  because: asked,
});

export const ssoLetter = (): Letter => ({
  subject: 'Sign in with your company’s account',
  heading: 'Your account has no password',
  paragraphs: [
    'Someone asked for a new password for your account. Your account has no password: your company uses single sign-on. On the sign-in page, choose single sign-on and enter your e-mail address.',
  ],
  action: { label: 'Go to sign-in', path: '/login' },
  after: ['If you still cannot sign in, ask your administrator.'],
  because: asked,
});

const changedBy: Record<ChangedPassword['by'], string> = {
  oneself: 'You changed your password. We signed you out in all other browsers.',
  link: 'Someone chose a new password with the link that we mailed to you. We signed you out in all browsers.',
  administrator:
    'An administrator of your company set a new password for you and will tell you what it is. We signed you out in all browsers. After you sign in with this password, choose a new one.',
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
      after: [
        'If this was not you, someone else can use your account: choose a new password at once, and tell your administrator.',
      ],
      action: { label: 'Choose a new password', path: '/reset-password' },
    }),
    because: 'the password of your account was changed.',
  });
}
