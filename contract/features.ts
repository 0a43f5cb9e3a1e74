// Features that a company has switched on; permissions are separate (permissions.ts). A user's setting
// overrides the company's, which overrides the variant's default.
import { type Variant, variants } from './lookups.ts';
import type { Permission } from './permissions.ts';

interface FeatureDefinition {
  /** As an administrator reads it. */
  title: string;
  /** Its effect, in one sentence. */
  about: string;
  /** Variants that have it by default. */
  on: readonly Variant[];
  /** Needed to switch it, beside `features.manage`. */
  permission?: Permission;
}

export const features = {
  wallet: { title: 'Wallet', about: 'Prepaid credit for calls, texts and orders.', on: [] },
  dialer: { title: 'Dialer', about: 'Calls from the browser.', on: variants },
  dialer_enabled: {
    title: 'Dialer without a plan',
    about: 'Calls without a subscription to the dialer, and without a limit.',
    on: [],
  },
  texting: { title: 'Texting', about: 'Text messages with contacts.', on: variants },
  campaigns: { title: 'Campaigns', about: 'Messages sent by triggers.', on: variants },
  workflows: { title: 'Workflows', about: 'Steps that run by themselves.', on: variants },
  store: { title: 'Store', about: 'Leads and material to order.', on: ['standard', 'agency'] },
  trainings: { title: 'Trainings', about: 'Videos and files for new agents.', on: variants },
  custom_domains: { title: 'Custom domains', about: 'Business units under their own addresses.', on: ['standard', 'agency'] },
  reports: { title: 'Reports', about: 'Figures of the office, as tables and files.', on: variants },
  public_pages: { title: 'Public pages', about: 'A web page for each agent.', on: ['standard', 'agency'] },
  help_button: {
    title: 'Help button',
    about: 'Questions to the support address, asked with the question mark on every page.',
    on: variants,
  },
  single_sign_on: {
    title: 'Single sign-on',
    about: 'Signing in at the company’s own provider. Where it is off, people sign in with their passwords.',
    on: variants,
    permission: 'access.manage',
  },
  call_centre: { title: 'Call centre', about: 'Live messages of the call centre.', on: [] },
  regional: { title: 'Regional managers', about: 'Administrators may give the role regional manager.', on: [] },
} as const satisfies Record<string, FeatureDefinition>;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as [Feature, ...Feature[]];

/** Needed to switch it, beside `features.manage`. */
export const permissionOf = (feature: Feature): Permission | undefined => (features[feature] as FeatureDefinition).permission;

/** Enabled or not, by the feature's name; a name that no version of ours has any more means nothing. */
export type Overrides = Readonly<Record<string, boolean>>;

export const isOnIn = (variant: Variant, feature: Feature): boolean =>
  (features[feature].on as readonly Variant[]).includes(variant);

/** `overrides`: the company's, with the user's over them. */
export const isOn = (feature: Feature, variant: Variant, overrides: Overrides): boolean =>
  overrides[feature] ?? isOnIn(variant, feature);
