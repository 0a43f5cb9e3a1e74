// Sends a user with a missing step to its page. The server refuses everything else anyway (contract/steps.ts).
import type { Step } from '#contract/steps.ts';

type Detour =
  | { to: '/account/profile'; search: { tab: 'password' | 'two_factor' } }
  | { to: '/billing'; search: Record<string, never> };

/** Pages that stay open while the step is missing, by a part of their path. */
const exempt = {
  two_factor: ['billing/plan', 'billing/review', 'billing/update', '/account/profile'],
  payment: ['/account/profile', 'billing'],
} as const;

/** Null: stay. The terms open as a dialog on any page. */
export function detourFrom(missing: Step | null, pathname: string, tab: unknown): Detour | null {
  switch (missing) {
    case 'password':
      return pathname === '/account/profile' && tab === 'password'
        ? null
        : { to: '/account/profile', search: { tab: 'password' } };
    case 'two_factor':
      return isExempt('two_factor', pathname) ? null : { to: '/account/profile', search: { tab: 'two_factor' } };
    case 'payment':
      return isExempt('payment', pathname) ? null : { to: '/billing', search: {} };
    default:
      return null;
  }
}

const isExempt = (step: keyof typeof exempt, pathname: string) => exempt[step].some((part) => pathname.includes(part));
