// Max Plus, the paid add-on: for oneself, or a licence for each of one's people. And who of them has which plan.
import { z } from 'zod';
import { AccountPlan } from './billing.ts';
import { MoneyText, ShownAmount } from './kit/amounts.ts';
import { endpoint, Id, Paged, paces } from './kit/endpoint.ts';
import { pageOf } from './kit/paging.ts';
import { subscriptionAdminCalls } from './planAdminCalls.ts';
import { subscriptionTypes } from './planCalls.ts';
import { payers, planLevels } from './planLists.ts';
import { Subscription } from './subscriptions.ts';
import { Person } from './users.ts';

const Level = z.enum(planLevels);

export const MaxPlus = z
  .object({
    /** Paid by the user for themselves. */
    own: Subscription.nullable(),
    /** Paid by the user for people, or, as an administrator, by the company. */
    team: Subscription.nullable(),
    /** The levels, with what choosing one for oneself charges today. */
    plans: z.array(AccountPlan),
    /** Today's price of one more license for the team; null: no subscription yet, so a month's price applies. */
    licence_today: MoneyText.nullable(),
  })
  .meta({ id: 'MaxPlus' });
export type MaxPlus = z.output<typeof MaxPlus>;

export const TeamLicence = z
  .object({
    plan: z.string(),
    level: Level,
    type: z.enum(payers),
    /** The caller pays for it. */
    mine: z.boolean(),
    /** Whether its subscription is in use. */
    active: z.boolean(),
    used: z.int(),
    allocation: z.int(),
    /** It ends with the paid period. */
    ends: z.boolean(),
  })
  .meta({ id: 'TeamLicence' });
export type TeamLicence = z.output<typeof TeamLicence>;

export const TeamMember = z
  .object({
    user: Person,
    texting: TeamLicence.nullable(),
    dialer: TeamLicence.nullable(),
    max_plus: TeamLicence.nullable(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.output<typeof TeamMember>;

/** `once: true`: each of these may charge a card. */
const spends = {
  once: true,
  oneself: true,
  errors: ['cards.none', 'cards.not_configured', 'cards.too_small', 'subscriptions.price_changed', 'subscriptions.granted'],
  rateLimit: { limit: 60, seconds: 600, by: 'user' },
} as const;

export const getMaxPlus = endpoint({
  method: 'GET',
  path: '/v1/max_plus_subscriptions',
  summary: 'Your Max Plus: your own, and the one that you pay for people',
  permission: 'subscriptions.use',
  response: MaxPlus,
  rateLimit: paces.look,
});

export const subscribeMaxPlus = endpoint({
  method: 'POST',
  path: '/v1/max_plus_subscriptions',
  summary:
    'Choose your own Max Plus: begins, changes, pays what is open, or takes a cancellation back. `amount` is what you were shown',
  permission: 'subscriptions.use',
  ...spends,
  body: z.object({ payment_type: z.literal('credit_card').default('credit_card'), plan: Level, amount: ShownAmount.optional() }),
  response: MaxPlus,
});

export const bulkSubscribeMaxPlus = endpoint({
  method: 'POST',
  path: '/v1/max_plus_subscriptions/bulk_subscribe',
  summary:
    'Pay Max Plus for people: licences that nobody has are given first, the others are charged for the days left. `amount` is what you were shown',
  permission: 'subscriptions.share',
  ...spends,
  body: z.object({ user_ids: z.array(Id).min(1).max(500), plan: Level, amount: ShownAmount.optional() }),
  response: MaxPlus,
  errors: [...spends.errors, 'subscriptions.ended'],
});

export const cancelMaxPlus = endpoint({
  method: 'POST',
  path: '/v1/max_plus_subscriptions/cancel',
  summary: 'End your own Max Plus, or with `type: company` the one for people, after the paid period',
  permission: 'subscriptions.use',
  oneself: true,
  body: z.object({ type: z.enum(subscriptionTypes).default('personal') }).prefault({}),
  response: MaxPlus,
  errors: ['subscriptions.ended'],
  rateLimit: paces.edit,
});

export const cancelMaxPlusForUser = endpoint({
  method: 'POST',
  path: '/v1/max_plus_subscriptions/cancel_for_user',
  summary: 'Pay no longer for this user: they keep Max Plus until the paid period ends. bulk_subscribe takes it back',
  permission: 'subscriptions.share',
  oneself: true,
  body: z.object({ user_id: Id }),
  response: MaxPlus,
  rateLimit: paces.edit,
});

export const listManageableUsers = endpoint({
  method: 'GET',
  path: '/v1/max_plus_subscriptions/manageable_users',
  summary: 'Your people with their plans: texting, the dialer and Max Plus, who pays, and how much is used',
  permission: 'subscriptions.share',
  query: z.object(pageOf(25)),
  response: Paged(TeamMember),
  rateLimit: paces.look,
});

export const { listAdminSubscriptions: listMaxPlusSubscriptions, endSubscription: endMaxPlusSubscription } =
  subscriptionAdminCalls({ admin: '/v1/admin/max_plus', title: 'Max Plus' });
