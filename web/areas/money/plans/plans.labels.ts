import type { Payer, PlanLevel, PlanOrderState, SubscriptionState } from '#contract/planLists.ts';
import type { Tone } from '#ui/Dot.tsx';
import type { PlanProduct } from './plans.api.ts';

export const productWords: Record<PlanProduct, string> = { texting: 'Texting', dialer: 'Dialer' };
/** A plan's units: “500 texts”. */
export const unitWords: Record<PlanProduct, string> = { texting: 'texts', dialer: 'minutes' };
export const levelWords: Record<PlanLevel, string> = { standard: 'Standard', premium: 'Premium' };
export const payerWords: Record<Payer, string> = {
  self: 'You pay for yourself',
  manager: 'You pay for your people',
  company: 'The company pays',
};
export const stateWords: Record<SubscriptionState, string> = {
  pending: 'Waiting',
  active: 'Active',
  past_due: 'Payment failed',
  unpaid: 'Not paid',
  ended: 'Ended',
};
export const stateTones: Record<SubscriptionState, Tone> = {
  pending: 'yellow',
  active: 'green',
  past_due: 'red',
  unpaid: 'red',
  ended: 'gray',
};
export const orderWords: Record<PlanOrderState, string> = {
  pending: 'Waiting',
  paid: 'Paid',
  failed: 'Not paid',
  cancelled: 'Taken back',
};
export const orderTones: Record<PlanOrderState, Tone> = { pending: 'yellow', paid: 'green', failed: 'red', cancelled: 'gray' };
