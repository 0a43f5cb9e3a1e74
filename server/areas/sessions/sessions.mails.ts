// What is written to people about their sessions.
import { sendToUser } from '#areas/mail/mail.service.ts';
import { ianaZones, type timezones } from '#contract/lookups.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { describeDevice } from './sessions.device.ts';
import { findSignIn, findTimezone } from './sessions.queries.ts';

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
      ...(place ? [{ name: 'Time zone', value: place.replaceAll('_', ' ') }] : []),
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

/** A moment as that person's clock shows it: `11/21/2026, 3:04 PM EST`. */
export async function momentOf(ctx: WorkCtx, userId: number, moment: string): Promise<string> {
  return momentIn((await inTenant(ctx, (tx) => findTimezone(tx, userId))) ?? 'est', moment);
}

const momentIn = (timezone: string, moment: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: ianaZones[timezone as (typeof timezones)[number]],
  }).format(new Date(moment));
