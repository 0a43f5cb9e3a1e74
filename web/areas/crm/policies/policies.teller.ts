// Puts the journal's entries about policies and securities into plain words.
import { IconCertificate } from '@tabler/icons-react';
import type { NameOf, Teller, Telling, Told } from '#app/timelineTeller.ts';
import { dayWords } from '#ui/days.ts';
import { moneyWords, policyStatusWords, premiumModeWords } from './policies.labels.ts';

type Change = Told['changes'][number];

export const policyTeller: Teller = { kind: 'policies', icon: IconCertificate, tell };

function tell({ action, changes }: Told, nameOf: NameOf): Telling {
  const [kind, verb] = action.split('_');
  const policy = changes.find(({ field }) => field === 'policy')?.after;
  return {
    summary: `${verb} the ${kind}${policy ? ` ${policy}` : ''}`,
    lines: changes.flatMap((change) => (change.field === 'policy' ? [] : [lineOf(change, nameOf)])),
  };
}

const labels: Record<string, string> = {
  carrier_id: 'Carrier',
  product: 'Product',
  category_id: 'Category',
  number: 'Number',
  premium: 'Premium',
  premium_mode: 'Paid',
  effective_date: 'Effective date',
  renewal_date: 'Renewal date',
  termination_date: 'Termination date',
  status: 'Status',
  beneficiaries: 'Beneficiaries',
  agent_id: 'Writing agent',
  commission: 'Commission',
};

function lineOf({ field, before, after }: Change, nameOf: NameOf): string {
  const name = field.replace('policy.', '');
  const label = labels[name] ?? name;
  if (name === 'number') return `${label}: ${after ? (before ? 'replaced' : 'added') : 'removed'}`;
  const words = (value: unknown) => wordsOf(name, value, (id) => nameOf(field, id));
  return before ? `${label}: ${words(before)} → ${words(after) || 'empty'}` : `${label}: ${words(after)}`;
}

function wordsOf(name: string, value: unknown, nameOf: (id: number) => string | undefined): string {
  if (typeof value === 'number') return nameOf(value) ?? 'a deleted one';
  if (typeof value !== 'string' || value === '') return '';
  if (name.endsWith('_date')) return dayWords(value);
  if (name === 'premium' || name === 'commission') return moneyWords(value);
  const fixed: Record<string, string> = name === 'status' ? policyStatusWords : name === 'premium_mode' ? premiumModeWords : {};
  return fixed[value] ?? value;
}
