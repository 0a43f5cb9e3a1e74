// Mails to all administrators about changes to sign-in rules: if an attacker makes such a change, another administrator learns of it.
import { z } from 'zod';
import { momentOf, sendToUser } from '#areas/company/mail/mail.service.ts';
import { Id, Moment } from '#contract/kit/endpoint.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { job } from '#kernel/jobs/job.ts';
import { listAdministrators } from './security.queries.ts';

const network = { tab: 'networks', fact: 'Network' };
const provider = { tab: 'sso', fact: 'Provider' };

const changes = {
  'network added': {
    ...network,
    heading: 'A network was added',
    says: 'People of your company can sign in from this network. As soon as the list has one network, they cannot sign in from any other.',
  },
  'network removed': {
    ...network,
    heading: 'A network was removed',
    says: 'People of your company can no longer sign in from this network. If it was the last one on the list, they can sign in from anywhere.',
  },
  requirements: {
    tab: 'requirements',
    fact: null,
    heading: 'The sign-in requirements were changed',
    says: 'The company changed which people must confirm a sign-in with a second factor.',
  },
  'sso set up': {
    ...provider,
    heading: 'Single sign-on was set up or changed',
    says: 'People of your company can now sign in with this provider, as the settings allow.',
  },
  'sso removed': {
    ...provider,
    heading: 'Single sign-on was removed',
    says: 'People of your company can no longer sign in with this provider.',
  },
};

/** `of`: the network, or the provider's issuer. */
const Change = z.object({ what: z.enum(Object.keys(changes) as [keyof typeof changes]), of: z.string().optional() });
type Change = z.output<typeof Change>;

/** Mails one administrator. Declared here because its payload names the changes above. */
export const securityJobs = {
  mailAdministrator: job('security.tell', z.object({ userId: Id, by: z.string(), at: Moment, change: Change })),
};
type MailToAdministrator = z.output<typeof securityJobs.mailAdministrator.payload>;

/** Each administrator gets one mail; at most 100 of them. */
const maxAdministrators = 100;

/** The administrator who made the change gets the mail too: someone else may have used their account. */
export async function tellAdministrators(tx: Tx, change: Change): Promise<void> {
  const told = { by: tx.actor.name, at: tx.clock().toISOString(), change };
  for (const { id } of await listAdministrators(tx, maxAdministrators))
    tx.enqueue(securityJobs.mailAdministrator, { userId: id, ...told });
}

export async function mailAdministrator(ctx: WorkCtx, { userId, by, at, change }: MailToAdministrator): Promise<void> {
  const { heading, says, fact, tab } = changes[change.what];
  await sendToUser(ctx, userId, {
    subject: heading,
    heading,
    paragraphs: [says],
    facts: [
      ...(fact && change.of ? [{ name: fact, value: change.of }] : []),
      { name: 'Changed by', value: by },
      { name: 'When', value: await momentOf(ctx, userId, at) },
    ],
    action: { label: 'Open the security settings', path: `/admin/security?tab=${tab}` },
    after: [`If you did not expect this change, ask ${by}. If they didn’t make it, ask them to change their password.`],
    because: 'you are an administrator, and the sign-in rules of your company were changed.',
  });
}
