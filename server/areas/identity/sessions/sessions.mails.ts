// Mails to people about their sessions.
import { momentIn, sendToUser } from '#areas/company/mail/mail.service.ts';
import { zoneWords } from '#contract/lookups.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { describeDevice } from './sessions.device.ts';
import { findSignIn } from './sessions.queries.ts';

/** For a sign-in from a browser that the person has not used before. */
export async function mailAlert(ctx: WorkCtx, sessionId: number): Promise<void> {
  const session = await inTenant(ctx, (tx) => findSignIn(tx, sessionId));
  if (!session) return;
  const { user_id, device, address, place, created_at, timezone } = session;
  await sendToUser(ctx, user_id, {
    subject: 'New sign-in to your account',
    heading: 'New sign-in to your account',
    paragraphs: ['Someone signed in to your account from a browser that you have not used before.'],
    facts: [
      { name: 'Device', value: describeDevice(device) },
      { name: 'Address', value: address },
      ...(place ? [{ name: 'Time zone', value: `${zoneWords(place)} time` }] : []),
      { name: 'When', value: momentIn(timezone, created_at) },
    ],
    action: { label: 'Open your sessions', path: '/account/profile?tab=sessions' },
    after: [
      'If this was you, you need do nothing.',
      'If this was not you, end that session, choose a new password, and tell your administrator.',
    ],
    because: 'someone signed in to your account from a new browser.',
  });
}
