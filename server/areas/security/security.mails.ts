// Administrators hear by mail of what decides who gets in: whoever did not do this themselves has to.
import { z } from 'zod';
import { type Letter, momentOf, sendToUser } from '#areas/mail/mail.service.ts';
import { Id, Moment } from '#contract/endpoint.ts';
import { allows, roles } from '#contract/permissions.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';

const Change = z.discriminatedUnion('what', [
  z.object({ what: z.literal('network added'), network: z.string() }),
  z.object({ what: z.literal('network removed'), network: z.string() }),
  z.object({ what: z.literal('requirements') }),
  z.object({ what: z.literal('sso set up'), issuer: z.string() }),
  z.object({ what: z.literal('sso removed'), issuer: z.string() }),
]);
type Change = z.output<typeof Change>;

export const ToldAdministrator = z.object({ userId: Id, by: z.string(), at: Moment, change: Change });
type ToldAdministrator = z.output<typeof ToldAdministrator>;

/** A mail each; so many at most. */
const most = 100;
const administrators = roles.filter((role) => allows(role, 'security.manage'));

/** Who did it is told as well: it may have been somebody else at their screen. */
export async function tellAdministrators(tx: Tx, change: Change): Promise<void> {
  const rows = await tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('role', 'in', administrators)
    .where('active', '=', true)
    .orderBy('id')
    .limit(most)
    .execute();
  const told = { by: tx.actor.name, at: tx.clock().toISOString(), change };
  for (const { id } of rows) tx.enqueue('security.tell', { userId: id, ...told } satisfies ToldAdministrator);
}

export async function mailAdministrator(ctx: WorkCtx, { userId, by, at, change }: ToldAdministrator): Promise<void> {
  const { heading, says, fact, tab } = wordsOf(change);
  await sendToUser(ctx, userId, {
    subject: heading,
    heading,
    paragraphs: [says],
    facts: [...(fact ? [fact] : []), { name: 'Who', value: by }, { name: 'When', value: await momentOf(ctx, userId, at) }],
    action: { label: 'Look at the company’s security', path: `/admin/security?tab=${tab}` },
    after: ['Did you not expect this? Talk to whoever did it, and have them choose a new password if it was not they.'],
    because: 'you are an administrator, and who gets in to your company’s account was changed.',
  });
}

interface Words extends Pick<Letter, 'heading'> {
  says: string;
  fact?: { name: string; value: string };
  tab: 'requirements' | 'networks' | 'sso';
}

function wordsOf(change: Change): Words {
  switch (change.what) {
    case 'network added':
      return {
        heading: 'A network was added',
        says: 'Your company’s people may come in from it. Once there is any network, they may come in from no other.',
        fact: { name: 'Network', value: change.network },
        tab: 'networks',
      };
    case 'network removed':
      return {
        heading: 'A network was removed',
        says: 'Your company’s people no longer come in from it, unless it was the last: then they come in from anywhere.',
        fact: { name: 'Network', value: change.network },
        tab: 'networks',
      };
    case 'requirements':
      return {
        heading: 'What sign-ins need was changed',
        says: 'Who in your company has to confirm a sign-in with a second factor is not what it was.',
        tab: 'requirements',
      };
    case 'sso set up':
      return {
        heading: 'Single sign-on was set up or changed',
        says: 'This provider says who comes in to your company’s account, as far as the settings let it.',
        fact: { name: 'Provider', value: change.issuer },
        tab: 'sso',
      };
    case 'sso removed':
      return {
        heading: 'Single sign-on was removed',
        says: 'Nobody comes in to your company’s account by this provider any more.',
        fact: { name: 'Provider', value: change.issuer },
        tab: 'sso',
      };
  }
}
