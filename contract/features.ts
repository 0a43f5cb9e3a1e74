// What an office has switched on, beside what its people are allowed to do. The default is the variant's; a company may differ from it, and a user
// from the company: user over company over variant.
import { type Variant, variants } from './lookups.ts';

interface FeatureDefinition {
  /** As an administrator reads it. */
  title: string;
  /** Variants that have it by default. */
  on: readonly Variant[];
}

export const features = {
  wallet: { title: 'Wallet', on: [] },
  dialer: { title: 'Dialer', on: variants },
  texting: { title: 'Texting', on: variants },
  campaigns: { title: 'Campaigns', on: variants },
  workflows: { title: 'Workflows', on: variants },
  store: { title: 'Store', on: ['standard', 'agency'] },
  trainings: { title: 'Trainings', on: variants },
  custom_domains: { title: 'Custom domains', on: ['standard', 'agency'] },
  reports: { title: 'Reports', on: variants },
  public_pages: { title: 'Public pages', on: ['standard', 'agency'] },
} as const satisfies Record<string, FeatureDefinition>;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as [Feature, ...Feature[]];

/** Enabled or not, by the feature's name; a name that no version of ours has any more means nothing. */
export type Overrides = Readonly<Record<string, boolean>>;

/** `overrides`: the company's, with the user's over them. */
export const isOn = (feature: Feature, variant: Variant, overrides: Overrides): boolean =>
  overrides[feature] ?? (features[feature].on as readonly Variant[]).includes(variant);
