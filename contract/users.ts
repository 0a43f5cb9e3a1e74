// The signed-in user, and the short form of a user beside a record.
import { z } from 'zod';
import { featureNames } from './features.ts';
import { loginTypes } from './impersonation.ts';
import { endpoint, Id, List, many, PathId, paces } from './kit/endpoint.ts';
import { backgrounds, fontSizes, primaryColors, signupStatuses, timezones, variants } from './lookups.ts';
import { permissions, roles } from './permissions.ts';
import { steps } from './steps.ts';

export const Person = z.object({ id: Id, name: z.string() }).meta({ id: 'Person' });
export type Person = z.output<typeof Person>;

export const Theme = z.object({
  font_size: z.enum(fontSizes),
  primary_color: z.enum(primaryColors),
  background: z.enum(backgrounds),
});
export type Theme = z.output<typeof Theme>;

const PermissionName = z.enum(Object.keys(permissions) as [keyof typeof permissions]);
const FeatureName = z.enum(featureNames);

/** Names as in the spec, with question marks. */
export const Me = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    roles: z.array(z.enum(roles)),
    tos: z.boolean(),
    updated_tos: z.boolean(),
    profile: Theme.extend({
      first_name: z.string(),
      last_name: z.string(),
      account_type: z.enum(roles),
      personal_photo: z.string().nullable(),
      logo: z.string().nullable(),
      about_me: z.string(),
      dialer_verified_phone_number: z.string().nullable(),
      dialer_enabled: z.boolean(),
    }),
    timezone: z.enum(timezones),
    theme: Theme,
    company: z.object({
      id: Id,
      name: z.string(),
      domain_name: z.string(),
      number: z.int(),
      variant: z.enum(variants),
      version: z.string(),
      /** The variant's name and mark (contract/variants.ts). */
      product: z.string(),
      mark: z.string(),
    }),
    business_unit: z.object({ id: Id, name: z.string(), number: z.int() }),
    number: z.int(),
    admin: z.boolean(),
    sub_admin: z.boolean(),
    bu_admin: z.boolean(),
    manager: z.boolean(),
    basic: z.boolean(),
    aris: z.boolean(),
    c_1: z.boolean(),
    wallet_feature_enabled: z.boolean(),
    /** False for a user who signs in only by single sign-on or passkey. */
    has_password: z.boolean(),
    'two_fa_is_required?': z.boolean(),
    'has_2fa_enabled?': z.boolean(),
    last_otp_at: z.string().nullable(),
    max_plus_subscription: z.object({ active: z.boolean(), plan: z.string().nullable() }),
    /** The first missing step. */
    missing: z.enum(steps).nullable(),
    /** The state of the own onboarding application; null where there is none. */
    signup: z.enum(signupStatuses).nullable(),
    /** Set while imports, bulk actions and sends of the company are paused. */
    quiet: z.object({ since: z.string(), by_operator: z.boolean() }).nullable(),
    /** Set while another user acts as this one: the user of the session to return to. */
    impersonator: z.object({ name: z.string(), session_id: Id, login_type: z.enum(loginTypes) }).nullable(),
    /** The sessions behind this one, the first person's own first; empty for a user who acts as nobody. */
    login_stack: z.array(z.object({ name: z.string(), session_id: Id, login_type: z.enum(loginTypes).nullable() })),
    /** Whether they may act as one more user from here. */
    may_act_further: z.boolean(),
    /** What the web offers: the user's permissions, while acting as another user without those in `notWhileActing`. */
    can: z.record(PermissionName, z.boolean()),
    /** The features that are on for the user. */
    features: z.record(FeatureName, z.boolean()),
    /** Keys of per-user storage in the browser contain these two. */
    state_key: z.string(),
    /**
     * 32 bytes in base64url, the newest first: the browser seals this user's drafts with them. An impersonator
     * gets others.
     */
    draft_keys: z.array(z.string()),
  })
  .meta({ id: 'Me' });
export type Me = z.output<typeof Me>;

export const acceptTerms = endpoint({
  method: 'PATCH',
  path: '/v1/users/accept_tos',
  summary: 'Accept the current terms of use',
  permission: 'signed_in',
  ahead: 'terms',
  oneself: true,
  response: Me,
  rateLimit: paces.edit,
});

export const listAssignees = endpoint({
  method: 'GET',
  path: '/v1/users/assignees',
  summary: 'Users and pools that you may assign contacts to, by name',
  permission: 'signed_in',
  /** `ids`: only these, whatever their names, to show the people of a filter. */
  query: z.object({ q: z.string().trim().max(100).default(''), ids: many(PathId) }),
  response: z.object({ data: z.array(Person.extend({ email: z.string(), role: z.enum(roles) })), pools: z.array(Person) }),
});

export const BusinessUnit = z.object({ id: Id, name: z.string() }).meta({ id: 'BusinessUnit' });
export type BusinessUnit = z.output<typeof BusinessUnit>;

export const listManageableBusinessUnits = endpoint({
  method: 'GET',
  path: '/v1/business_units/manageable',
  summary: 'Business units within your reach, by number',
  permission: 'signed_in',
  response: List(BusinessUnit.extend({ number: z.int() })),
});
