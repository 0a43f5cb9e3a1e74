// The invitation: a link that lets a new user choose a password.
import { type Letter, sendToUser } from '#areas/company/mail/mail.service.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { createOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';

/** Days for which the link opens. */
const days = 7;

/** Somebody who was deactivated meanwhile gets none. */
export async function mailInvitation(ctx: WorkCtx, userId: number): Promise<void> {
  const { platform, actor } = ctx;
  const user = await loadActor(platform, actor.companyId, userId, null);
  if (!user) return;
  const token = await inTenant({ ...ctx, actor: user }, (tx) =>
    createOneTimeToken(tx, { purpose: 'invitation', minutes: days * 24 * 60, alone: true }),
  );
  await sendToUser(ctx, userId, {
    subject: `${actor.name} invites you`,
    heading: 'You have a new account',
    paragraphs: [
      `${actor.name} has made an account for you. Choose a password to sign in. The link works once, within ${days} days.`,
    ],
    action: { label: 'Choose a password', path: `/reset-password?token=${encodeURIComponent(token)}` },
    after: ['Did you not expect this? Then do nothing, and the account stays closed.'],
    because: 'an administrator of your company added you.',
  });
}

/** To both mailboxes: a person must notice when somebody takes their account away from them. */
export async function mailNewEmail(ctx: WorkCtx, { userId, former }: { userId: number; former: string }): Promise<void> {
  const letter: Letter = {
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    paragraphs: [`${ctx.actor.name} changed the e-mail address of your account. From now on, sign in with the new one.`],
    facts: [{ name: 'Until now', value: former }],
    after: ['Did you not expect this? Tell another administrator of your company at once.'],
    because: 'the e-mail address of your account was changed.',
  };
  await sendToUser(ctx, userId, letter);
  await sendToUser(ctx, userId, letter, { address: former });
}
