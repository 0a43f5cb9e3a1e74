import { formatDay } from '#contract/kit/formats.ts';
import type { NumberOrder, PhoneNumber } from '#contract/phoneNumbers.ts';
import type { Tone } from '#ui/Dot.tsx';

export const registrationWords: Record<PhoneNumber['registration'], string> = {
  none: 'Not registered',
  pending: 'Registering',
  approved: 'Registered',
  failed: 'Refused by the carriers',
};
export const registrationTones: Record<PhoneNumber['registration'], Tone> = {
  none: 'yellow',
  pending: 'blue',
  approved: 'green',
  failed: 'red',
};

/** In the order of what matters most. */
export function statusOf({ state, release_at, unpaid_since }: PhoneNumber): { title: string; color: Tone } {
  if (state === 'released') return { title: 'The carrier has it back', color: 'gray' };
  if (state === 'quarantined') return { title: `Given up, answers until ${formatDay(release_at ?? '')}`, color: 'yellow' };
  return unpaid_since ? { title: 'Rent not paid', color: 'red' } : { title: 'Active', color: 'green' };
}

export const orderWords: Record<NumberOrder['state'], string> = {
  paying: 'Waits for the payment',
  buying: 'Asked of the carrier',
  done: 'Bought',
  failed: 'Failed',
};
export const orderTones: Record<NumberOrder['state'], Tone> = { paying: 'blue', buying: 'blue', done: 'green', failed: 'red' };

export const orderReasonWords: Record<NonNullable<NumberOrder['reason']>, string> = {
  payment: 'The card was declined. Nothing was charged.',
  no_funds: 'The wallet does not cover the price.',
  taken: 'The carrier sold it to someone else. You have your money back.',
};

export const placeOf = ({ city, region }: Pick<PhoneNumber, 'city' | 'region'>) => [city, region].filter(Boolean).join(', ');
