// The signed-in user, and accepting the terms. Other areas' fields: `mePart` in server/kernel/me.ts.
import { z } from 'zod';
import { ApiKey } from './apiKeys.ts';
import { FailedPayment } from './billing.ts';
import { CardLayout } from './dashboard.ts';
import { weekStarts } from './eventTypes.ts';
import { Favorite } from './favorites.ts';
import { featureNames } from './features.ts';
import { loginTypes } from './impersonation.ts';
import { endpoint, Id, Paged, paces } from './kit/endpoint.ts';
import { backgrounds, fontSizes, primaryColors, timezones, variants } from './lookups.ts';
import { permissions, roles } from './permissions.ts';
import { AvailableNumber } from './phoneNumbers.ts';
import { orderTypes, payers, planLevels } from './planLists.ts';
import { OfficeLocation } from './reference.ts';
import { registrationStates } from './registrationLists.ts';
import { SavedView } from './savedViews.ts';
import { Network } from './security.ts';
import { Signup } from './signups.ts';
import { steps } from './steps.ts';
import { pageLinks } from './webpageParts.ts';

export const Theme = z.object({
  font_size: z.enum(fontSizes),
  primary_color: z.enum(primaryColors),
  background: z.enum(backgrounds),
});
export type Theme = z.output<typeof Theme>;

/** How a user hears of a new text. */
export const MessageAlerts = z.object({
  message_sound: z.boolean(),
  /** The browser's own notification while the page is hidden, where the browser permits it. */
  message_popup: z.boolean(),
});
export type MessageAlerts = z.output<typeof MessageAlerts>;

const PageFile = z.object({ name: z.string(), type: z.string(), size: z.int(), url: z.string() });

/** Content of the user's own web page beside their profile. */
export const Webpage = z
  .object({
    active: z.boolean(),
    headline: z.string(),
    phone: z.string(),
    email: z.string(),
    ...(Object.fromEntries(pageLinks.map((name) => [name, z.string()])) as Record<(typeof pageLinks)[number], z.ZodString>),
    logo: PageFile.nullable(),
    flyer: PageFile.nullable(),
  })
  .meta({ id: 'Webpage' });
export type Webpage = z.output<typeof Webpage>;

const PlanOfMe = z.object({
  id: Id,
  active: z.boolean(),
  type: z.enum(payers),
  order_type: z.enum(orderTypes),
  /** Units that the user used in this period; if they pay the plan for others, the units of all its users. */
  current_usage: z.int(),
});

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
      title: z.string(),
      account_type: z.enum(roles),
      personal_photo: z.string().nullable(),
      logo: z.string().nullable(),
      about_me: z.string(),
      dialer_verified_phone_number: z.string().nullable(),
      dialer_enabled: z.boolean(),
    }),
    timezone: z.enum(timezones),
    webpage: Webpage,
    /** The colleagues that the user works with. */
    favorite_users: z.array(Favorite),
    theme: Theme,
    message_alerts: MessageAlerts,
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
    /** Texting and the dialer: paid by the user, and by somebody else, a manager or the company. */
    sms_subscription: PlanOfMe.nullable(),
    company_sms_subscription: PlanOfMe.nullable(),
    dialer_subscription: PlanOfMe.nullable(),
    company_dialer_subscription: PlanOfMe.nullable(),
    /** Minutes of a month that the user may call. */
    dialer_license: z.object({ paid: z.boolean(), allocation: z.int() }).nullable(),
    max_plus_subscription: z.object({ active: z.boolean(), plan: z.enum(planLevels).nullable() }),
    /** Payments of the user that failed, with what mends them. */
    failed_payments: z.array(FailedPayment),
    /** The first missing step. */
    missing: z.enum(steps).nullable(),
    /** The own onboarding application; null where there is none. */
    signup: Signup.pick({ id: true, status: true, note: true, sent_at: true, decided_at: true }).nullable(),
    /** How they arranged their dashboard; no cards until they do. */
    dashboard_info: z.object({ cards: z.array(CardLayout) }),
    /** On which day the company's calendars begin a week. */
    week_starts: z.enum(weekStarts),
    /** The company's offices, the first 100 by name. */
    office_locations: Paged(OfficeLocation),
    /** Networks from which the company's people may sign in, the first 100; none for users who may not manage them. */
    auth_ips: Paged(Network),
    /** Of the company with the carriers: texts leave while it is approved. */
    text_registration: z.enum(registrationStates),
    /** Numbers to text and call from: the own ones first, then the company's. */
    available_phone_numbers: z.array(AvailableNumber),
    /** The own API keys, the newest first; none while another user acts as this one. */
    api_keys: z.array(ApiKey.pick({ id: true, name: true, state: true, expires_at: true })),
    /** The own saved views in their order. */
    quick_filters: z.array(SavedView.pick({ id: true, name: true, shared: true })),
    /** Set while imports, bulk actions and sends of the company are paused. */
    quiet: z.object({ since: z.string(), by_operator: z.boolean() }).nullable(),
    /** Set while another user acts as this one: the user of the session to return to. */
    impersonator: z.object({ name: z.string(), session_id: Id, login_type: z.enum(loginTypes) }).nullable(),
    /** The sessions behind this one, the first person's own first; empty for a user who acts as nobody. */
    login_stack: z.array(z.object({ name: z.string(), session_id: Id, login_type: z.enum(loginTypes).nullable() })),
    /** Whether they may act as one more user from here. */
    may_act_further: z.boolean(),
    /** Permissions that the web app offers: the user's, without those in `notWhileActing` while another user acts as them. */
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
