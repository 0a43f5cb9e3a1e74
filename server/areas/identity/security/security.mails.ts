// Administrators hear by mail of what decides who gets in: whoever did not do this themselves has to.
import { z } from 'zod';
import { momentOf, sendToUser } from '#areas/office/mail/mail.service.ts';
import { Id, Moment } from '#contract/kit/endpoint.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { job } from '#kernel/jobs/tasks.ts';
import { listAdministrators } from './security.queries.ts';

const network = { tab: 'networks', fact: 'Network' };
const provider = { tab: 'sso', fact: 'Provider' };

const changes = {
  'network added': {
    ...network,
    heading: 'A network was added',
    says: 'Your company’s people may come in from it. Once there is any network, they may come in from no other.',
  },
  'network removed': {
    ...network,
    heading: 'A network was removed',
    says: 'Your company’s people no longer come in from it, unless it was the last: then they come in from anywhere.',
  },
  requirements: {
    tab: 'requirements',
    fact: null,
    heading: 'What sign-ins need was changed',
    says: 'Who in your company has to confirm a sign-in with a second factor is not what it was.',
  },
  'sso set up': {
    ...provider,
    heading: 'Single sign-on was set up or changed',
    says: 'This provider says who comes in to your company’s account, as far as the settings let it.',
  },
  'sso removed': {
    ...provider,
    heading: 'Single sign-on was removed',
    says: 'Nobody comes in to your company’s account by this provider any more.',
  },
};

/** `of`: which network, or whose issuer. */
const Change = z.object({ what: z.enum(Object.keys(changes) as [keyof typeof changes]), of: z.string().optional() });
type Change = z.output<typeof Change>;

/** A mail to one administrator. Declared here: what may be told of is the list above. */
export const securityJobs = {
  mailAdministrator: job('security.tell', z.object({ userId: Id, by: z.string(), at: Moment, change: Change })),
};
type MailToAdministrator = z.output<typeof securityJobs.mailAdministrator.payload>;

/** A mail each; so many at most. */
const most = 100;

/** Who did it is told as well: it may have been somebody else at their screen. */
export async function tellAdministrators(tx: Tx, change: Change): Promise<void> {
  const told = { by: tx.actor.name, at: tx.clock().toISOString(), change };
  for (const { id } of await listAdministrators(tx, most)) tx.enqueue(securityJobs.mailAdministrator, { userId: id, ...told });
}

export async function mailAdministrator(ctx: WorkCtx, { userId, by, at, change }: MailToAdministrator): Promise<void> {
  const { heading, says, fact, tab } = changes[change.what];
  await sendToUser(ctx, userId, {
    subject: heading,
    heading,
    paragraphs: [says],
    facts: [
      ...(fact && change.of ? [{ name: fact, value: change.of }] : []),
      { name: 'Who', value: by },
      { name: 'When', value: await momentOf(ctx, userId, at) },
    ],
    action: { label: 'Look at the company’s security', path: `/admin/security?tab=${tab}` },
    after: ['Did you not expect this? Talk to whoever did it, and have them choose a new password if it was not they.'],
    because: 'you are an administrator, and who gets in to your company’s account was changed.',
  });
}
