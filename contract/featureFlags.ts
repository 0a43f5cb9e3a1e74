// Features as administrators keep them: which are on, for which users, and why (contract/features.ts names them).
import { z } from 'zod';
import { featureNames } from './features.ts';
import { endpoint, Id, List, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

const FeatureName = z.enum(featureNames);

export const FeatureInfo = z
  .object({
    name: FeatureName,
    title: z.string(),
    about: z.string(),
    /** For the caller. */
    on: z.boolean(),
    /** The level that decides for the caller. */
    decided_by: z.enum(['user', 'company', 'variant']),
  })
  .meta({ id: 'FeatureInfo' });
export type FeatureInfo = z.output<typeof FeatureInfo>;

/** Names in `users`; `users_count` counts all. */
export const maxFlagUsers = 50;

export const FeatureFlag = z
  .object({
    feature: FeatureName,
    title: z.string(),
    about: z.string(),
    /** The default of the company's variant. */
    variant: z.boolean(),
    /** The company's own choice; null: the variant's default. */
    company: z.boolean().nullable(),
    /** For everyone but `users`. */
    on: z.boolean(),
    /** Users who differ or were set apart, by name; the first 50. */
    users: z.array(Person.extend({ enabled: z.boolean() })),
    users_count: z.int(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'FeatureFlag' });
export type FeatureFlag = z.output<typeof FeatureFlag>;

export const FeatureFlagUpdate = z.object({
  feature: FeatureName,
  /** Null: for the whole company. */
  user_id: Id.nullable().default(null),
  /** Null removes the setting: then the company's counts or, for the company, the variant's. */
  enabled: z.boolean().nullable(),
});
export type FeatureFlagUpdate = z.output<typeof FeatureFlagUpdate>;

const permission = 'features.manage';

export const listFeatures = endpoint({
  method: 'GET',
  path: '/v1/admin/features',
  summary: 'Every feature of the product, and whether the caller has it',
  permission,
  response: List(FeatureInfo),
});
export const listFeatureFlags = endpoint({
  method: 'GET',
  path: '/v1/admin/feature_flags',
  summary: 'Which features are on in the company and for each user, and why',
  permission,
  response: List(FeatureFlag),
});
export const updateFeatureFlag = endpoint({
  method: 'PUT',
  path: '/v1/admin/feature_flags',
  summary: 'Switch a feature on or off for the company or one user, or let it follow its default again',
  permission,
  oneself: true,
  body: FeatureFlagUpdate,
  response: FeatureFlag,
  errors: ['not_found'],
  rateLimit: paces.edit,
});
