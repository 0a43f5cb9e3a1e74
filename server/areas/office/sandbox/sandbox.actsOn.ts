// The acts of a receiver in the demo's mailbox that the product hears of.
import type { Email } from 'postal-mime';
import type { SandboxAct } from '#contract/sandbox.ts';

/** A mail to a contact carries an address for answers that names its company. */
const answerForm = /^r-([0-9a-z]{1,10})-[0-9a-z]{1,10}-[0-9a-f]{20}@/;
const unsubscribeForm = /\/v1\/mail_preferences\/([0-9a-f.-]{10,200})>/;

export function findAnswerAddress({ replyTo = [] }: Email): { address: string; companyId: number } | null {
  for (const { address = '' } of replyTo) {
    const [, company] = answerForm.exec(address) ?? [];
    if (company) return { address, companyId: Number.parseInt(company, 36) };
  }
  return null;
}

export const findUnsubscribeToken = ({ headers }: Email): string | null =>
  unsubscribeForm.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? null;

export const actsOn = (mail: Email): SandboxAct[] => [
  ...(findAnswerAddress(mail) ? (['reply', 'out_of_office', 'bounce', 'full_mailbox', 'spam'] as const) : []),
  ...(findUnsubscribeToken(mail) ? (['unsubscribe'] as const) : []),
];
