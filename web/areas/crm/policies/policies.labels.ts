// The words on screen for policies and securities.
import type { Policy } from '#contract/policies.ts';
import type { PolicyStatus, PremiumMode } from '#contract/policyLists.ts';
import type { Tone } from '#ui/Dot.tsx';

export const policyStatusWords: Record<PolicyStatus, string> = {
  pending: 'Pending',
  in_force: 'In force',
  lapsed: 'Lapsed',
  terminated: 'Terminated',
  declined: 'Declined',
};
export const policyStatusTones: Record<PolicyStatus, Tone> = {
  pending: 'blue',
  in_force: 'green',
  lapsed: 'orange',
  terminated: 'gray',
  declined: 'red',
};
export const premiumModeWords: Record<PremiumMode, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  semiannual: 'Twice a year',
  annual: 'Annual',
  single: 'Once',
};

/** “Acme Life · Term 20” */
export const policyName = ({ carrier, product }: Pick<Policy, 'carrier' | 'product'>) =>
  [carrier?.name, product].filter(Boolean).join(' · ');

/** “$1,250.50”: of a decimal string, which no float may round. */
export function moneyWords(dollars: string): string {
  const [whole = '', fraction = '00'] = dollars.split('.');
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** “$125.50 monthly” */
export const premiumWords = ({ premium, premium_mode }: Pick<Policy, 'premium' | 'premium_mode'>) =>
  [premium && moneyWords(premium), premium_mode && premiumModeWords[premium_mode].toLowerCase()].filter(Boolean).join(' ');
