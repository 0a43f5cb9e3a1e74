// What a person is told by mail of their second factors: whoever did not do this themselves has to hear of it.
import { type Letter, sendToUser } from '#areas/office/mail/mail.service.ts';
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
  const action = { label: 'Look at your sign-in', path: '/account/profile?tab=two_factor' } as const;
  const after = ['If that was not you, change your password and tell your administrator.'];
  const because = 'the way you sign in was changed.';
  if (told.what === 'recovered') {
    const left = codesLeft === 1 ? 'One recovery code is' : `${codesLeft || 'No'} recovery codes are`;
    return {
      subject: 'A recovery code was used',
      heading: 'A recovery code was used',
      paragraphs: ['Somebody signed in as you with your password and one of your recovery codes.', `${left} left.`],
      action,
      after,
      because: 'somebody signed in with a recovery code.',
    };
  }
  if (told.what === 'reset') {
    const heading = 'Your second factors were removed';
    const removed =
      'An administrator of your company removed them all, and you are signed out everywhere. Your password is as it was.';
    return {
      subject: heading,
      heading,
      paragraphs: [removed, 'Set up a new one when you sign in.'],
      action,
      after: ['Did you not ask for this? Tell your administrator at once.'],
      because,
    };
  }
  const name = names[told.factor];
  const [were, done] = [told.factor === 'email' ? 'were' : 'was', told.what === 'added' ? 'set up' : 'removed'];
  const heading = `${name} ${were} ${done}`;
  const next =
    told.what === 'added' ? 'Signing in can be confirmed with it from now on.' : 'Signing in is no longer confirmed with it.';
  return { subject: heading, heading, paragraphs: [next], action, after, because };
}
