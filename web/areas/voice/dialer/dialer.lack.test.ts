// The conditions for the phone: each condition of the spec alone, and the missing one that is named.
import { expect, test } from 'vitest';
import type { Me } from '#contract/me.ts';
import { phoneLack } from './dialer.lack.ts';

const plan = { id: 1, active: true, type: 'self', order_type: 'Subscription::SelfPay', current_usage: 0 } as const;
const managed = { ...plan, type: 'manager', order_type: 'Subscription::ManagerPay' } as const;
const base = {
  features: { dialer: true },
  can: { 'calls.make': true },
  missing: null,
  impersonator: null,
  'two_fa_is_required?': false,
  'has_2fa_enabled?': false,
  profile: { dialer_verified_phone_number: '3055550142', dialer_enabled: false },
  dialer_subscription: null,
  company_dialer_subscription: null,
  dialer_license: null,
};
const lack = (change: object) => phoneLack({ ...base, ...change } as unknown as Me);
const enabled = { profile: { dialer_verified_phone_number: '3055550142', dialer_enabled: true } };

test.each([
  ['dialer_enabled', enabled],
  ['a plan of their own', { dialer_subscription: plan }],
  ['a plan of the manager with a paid licence', { company_dialer_subscription: managed, dialer_license: { paid: true } }],
  ['a second factor that is on', { ...enabled, 'two_fa_is_required?': true, 'has_2fa_enabled?': true }],
  ['acting as a user without a second factor', { ...enabled, 'two_fa_is_required?': true, impersonator: { name: 'Ada' } }],
])('%s gives the phone', (_, change) => expect(lack(change)).toBeNull());

test.each([
  ['no plan', {}, 'plan'],
  ['a plan that ended', { dialer_subscription: { ...plan, active: false } }, 'plan'],
  ['a licence that is not paid', { company_dialer_subscription: managed, dialer_license: { paid: false } }, 'plan'],
  ['no number', { profile: { dialer_verified_phone_number: null, dialer_enabled: true } }, 'number'],
  ['a password to change', { ...enabled, missing: 'password' }, 'step'],
  ['a second factor to set up', { ...enabled, 'two_fa_is_required?': true }, 'step'],
  ['the feature switched off', { ...enabled, features: { dialer: false } }, 'off'],
  ['no permission', { ...enabled, can: { 'calls.make': false } }, 'off'],
])('%s takes it away', (_, change, expected) => expect(lack(change)).toBe(expected));
