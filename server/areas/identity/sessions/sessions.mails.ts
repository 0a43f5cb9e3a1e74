// What is written to people about their sessions.
import { momentIn, sendToUser } from '#areas/office/mail/mail.service.ts';
import { zoneWords } from '#contract/lookups.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { describeDevice } from './sessions.device.ts';
import { findSignIn } from './sessions.queries.ts';

/** A sign-in with a browser that the person has not come in with before. */
export async function mailAlert(ctx: WorkCtx, sessionId: number): Promise<void> {
  const session = await inTenant(ctx, (tx) => findSignIn(tx, sessionId));
  if (!session) return;
  const { user_id, device, address, place, created_at, timezone } = session;
  await sendToUser(ctx, user_id, {
    subject: 'New sign-in to your account',
    heading: 'New sign-in to your account',
    paragraphs: ['Somebody signed in to your account with a browser that we have not seen you with before.'],
    facts: [
      { name: 'Device', value: describeDevice(device) },
      { name: 'Address', value: address },
      ...(place ? [{ name: 'Time zone', value: `${zoneWords(place)} time` }] : []),
      { name: 'When', value: momentIn(timezone, created_at) },
    ],
    action: { label: 'Look at your sessions', path: '/account/profile?tab=sessions' },
    after: [
      'Was it you? Then there is nothing to do.',
      'Was it not you? End that session, choose a new password, and tell your administrator.',
    ],
    because: 'your account was signed in to with a new browser.',
  });
}
