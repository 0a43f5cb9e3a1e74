// Mails to people about their second factors: if an attacker changes them, the person learns of it.
import { type Letter, sendToUser } from '#areas/company/mail/mail.service.ts';
import type { SecondFactor } from '#contract/signIn.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import type { FactorChange } from './twoFactor.jobs.ts';
import { getFactorRow } from './twoFactor.queries.ts';

const names: Record<SecondFactor, string> = { app: 'An authenticator app', email: 'Codes by mail', passkey: 'A passkey' };

export async function tellOfFactors(ctx: WorkCtx, told: FactorChange): Promise<void> {
  const { recovery_codes_left } = await inTenant(ctx, getFactorRow);
  await sendToUser(ctx, ctx.actor.userId, letterOf(told, recovery_codes_left));
}

function letterOf(told: FactorChange, codesLeft: number): Letter {
  const action = { label: 'Open your sign-in settings', path: '/account/profile?tab=two_factor' } as const;
  const after = ['If this was not you, change your password and tell your administrator.'];
  const because = 'your sign-in settings were changed.';
  if (told.what === 'recovered') {
    const left = codesLeft === 1 ? 'One recovery code is' : `${codesLeft || 'No'} recovery codes are`;
    return {
      subject: 'A recovery code was used',
      heading: 'A recovery code was used',
      paragraphs: ['Someone signed in to your account with your password and one of your recovery codes.', `${left} left.`],
      action,
      after,
      because: 'someone signed in to your account with a recovery code.',
    };
  }
  if (told.what === 'reset') {
    const heading = 'Your second factors were removed';
    const removed =
      'An administrator of your company removed all your second factors. We signed you out in all browsers. Your password did not change.';
    return {
      subject: heading,
      heading,
      paragraphs: [removed, 'Set up a new second factor when you sign in.'],
      action,
      after: ['If you did not ask for this, tell your administrator at once.'],
      because,
    };
  }
  const name = names[told.factor];
  const [were, done] = [told.factor === 'email' ? 'were' : 'was', told.what === 'added' ? 'set up' : 'removed'];
  const heading = `${name} ${were} ${done}`;
  const next = told.what === 'added' ? 'You can now confirm a sign-in with it.' : 'You can no longer confirm a sign-in with it.';
  return { subject: heading, heading, paragraphs: [next], action, after, because };
}
