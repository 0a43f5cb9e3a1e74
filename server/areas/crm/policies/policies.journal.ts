// Policies in a contact's journal: changed fields as `policy.premium`, and `policy`, by which people know the row.
import { journal } from '#areas/crm/contacts/contacts.service.ts';
import { dollars } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';
import { numberOf, type Place, type StoredPolicy } from './policies.queries.ts';

const sealed = '(sealed)';

export const policyActions = ['policy', 'security'].flatMap((kind) =>
  ['added', 'changed', 'removed', 'restored'].map((verb) => `${kind}_${verb}`),
);

/** The values by field, as the journal shows them; the number is never among them. */
function imageOf({ carrier, agent, beneficiaries, premium, commission, ...row }: StoredPolicy): Record<string, unknown> {
  return {
    carrier_id: carrier?.id ?? null,
    product: row.product,
    category_id: row.category_id,
    premium: premium === null ? null : dollars(premium),
    premium_mode: row.premium_mode,
    effective_date: row.effective_date,
    renewal_date: row.renewal_date,
    termination_date: row.termination_date,
    status: row.status,
    beneficiaries: beneficiaries.map(({ name, share }) => `${name} ${share} %`).join(', '),
    agent_id: agent?.id ?? null,
    commission: commission === null ? null : dollars(commission),
  };
}

const nameOf = ({ carrier, product }: StoredPolicy) => [carrier?.name, product].filter(Boolean).join(' · ');

export async function journalPolicy(
  tx: Tx,
  { kind, contactId }: Place,
  verb: 'added' | 'removed' | 'restored',
  stored: StoredPolicy,
): Promise<void> {
  await journal(tx, { contactId, action: `${kind}_${verb}`, after: { policy: nameOf(stored) } });
}

/** Answers whether anything changed. */
export async function journalChange(tx: Tx, { kind, contactId }: Place, old: StoredPolicy, now: StoredPolicy): Promise<boolean> {
  const [was, is] = [imageOf(old), imageOf(now)];
  const fields = Object.keys(is).filter((field) => was[field] !== is[field]);
  const before = Object.fromEntries(fields.map((field) => [`policy.${field}`, was[field]]));
  const after = Object.fromEntries(fields.map((field) => [`policy.${field}`, is[field]]));
  if (numberOf(tx, old) !== numberOf(tx, now)) {
    before['policy.number'] = old.number_sealed && sealed;
    after['policy.number'] = now.number_sealed && sealed;
  }
  if (Object.keys(after).length === 0) return false;
  await journal(tx, {
    contactId,
    action: `${kind}_changed`,
    before: { policy: nameOf(old), ...before },
    after: { policy: nameOf(now), ...after },
  });
  return true;
}
