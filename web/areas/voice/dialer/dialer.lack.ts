// Decides whether a user has the phone in the browser (spec, 2: dialer screens).
import type { Me } from '#contract/me.ts';

/** The missing condition for calls. The user can fix `number` and `plan`. */
export type PhoneLack = 'off' | 'step' | 'number' | 'plan';

/** Null: the phone is shown. */
export function phoneLack(me: Me): PhoneLack | null {
  if (!me.features.dialer || !me.can['calls.make']) return 'off';
  const factor = me['two_fa_is_required?'] && !me['has_2fa_enabled?'] && !me.impersonator;
  if (me.missing || factor) return 'step';
  if (!me.profile.dialer_verified_phone_number) return 'number';
  const plans = [me.dialer_subscription, me.company_dialer_subscription];
  const isPaid = plans.some((plan) => plan?.active && (plan.type === 'self' || me.dialer_license?.paid));
  return me.profile.dialer_enabled || isPaid ? null : 'plan';
}
