// The calls about the plans of one product, as texting.
import { z } from 'zod';
import type { Feature } from './features.ts';
import { ShownAmount } from './kit/amounts.ts';
import { ById, endpoint, Flag, Id, Paged, paces } from './kit/endpoint.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { onlyLive, planAdminCalls, Quantity } from './planAdminCalls.ts';
import { Licence, Plan, PlanOrder, PlanUsage, Subscription, SubscriptionDetail } from './subscriptions.ts';

/**
 * `personal`: you pay for yourself. `company`: for your people, or, as an administrator, the company pays.
 */
export const subscriptionTypes = ['personal', 'company'] as const;
const Type = z.enum(subscriptionTypes);

interface Words {
  /** `/v1/sms` */
  base: `/${string}`;
  admin: `/${string}`;
  /** `sms`: paths are `/v1/sms/sms_plans`. */
  word: string;
  /** `texting`, as people read it. */
  title: string;
  feature: Feature;
}

const use = 'subscriptions.use';
const share = 'subscriptions.share';

/** `once: true`: each of these may charge a card. */
const spends = {
  once: true,
  oneself: true,
  errors: ['cards.none', 'cards.not_configured', 'cards.too_small', 'subscriptions.price_changed'],
  rateLimit: { limit: 60, seconds: 600, by: 'user' },
} as const;

export function planCalls({ base, admin, word, title, feature }: Words) {
  const at = (path: string): `/${string}` => `${base}/${word}_${path}`;
  return {
    listPlans: endpoint({
      method: 'GET',
      path: at('plans'),
      summary: `The plans for ${title} that you can subscribe to`,
      permission: use,
      feature,
      response: z.object({ data: z.array(Plan) }),
      rateLimit: paces.look,
    }),
    listEnterprisePlans: endpoint({
      method: 'GET',
      path: at('plans/enterprise'),
      summary: `Plans for ${title} that are agreed upon with the administrators`,
      permission: use,
      feature,
      response: z.object({ data: z.array(Plan) }),
      rateLimit: paces.look,
    }),
    listSubscriptions: endpoint({
      method: 'GET',
      path: at('subscriptions'),
      summary: `Subscriptions to ${title} of people in your reach; with \`mine\` those that you pay for`,
      permission: use,
      feature,
      query: z.object({
        ...pageOf(25),
        ...orderOf(['created_at', 'state', 'quantity'], 'DESC'),
        ...onlyLive,
        mine: Flag.default(false),
      }),
      response: Paged(Subscription),
      rateLimit: paces.look,
    }),
    createSubscription: endpoint({
      method: 'POST',
      path: at('subscriptions'),
      summary: 'Subscribe: your default card is charged for the first month. An enterprise plan waits for an administrator',
      permission: use,
      feature,
      ...spends,
      body: z.object({ plan_id: Id, type: Type.default('personal'), quantity: Quantity.default(1) }),
      response: SubscriptionDetail,
      errors: [...spends.errors, 'subscriptions.exists'],
    }),
    getSubscription: endpoint({
      method: 'GET',
      path: at('subscriptions/:id'),
      summary: 'One subscription, with what changes of it cost today',
      permission: use,
      feature,
      params: ById,
      response: SubscriptionDetail,
      rateLimit: paces.look,
    }),
    updateSubscription: endpoint({
      method: 'PATCH',
      path: at('subscriptions/:id'),
      summary:
        'Change the plan: a dearer one is charged at once for the days left, a cheaper one begins with the next period. `amount` is what you were shown. `cancel_at_end: false` takes a cancellation back',
      permission: use,
      feature,
      ...spends,
      params: ById,
      body: z
        .object({ plan_id: Id, amount: ShownAmount, cancel_at_end: z.literal(false) })
        .partial()
        .refine((body) => (body.plan_id === undefined) === (body.amount === undefined), 'Send plan_id together with amount')
        .refine((body) => Object.keys(body).length > 0, 'Nothing to change'),
      response: SubscriptionDetail,
      errors: [...spends.errors, 'subscriptions.ended'],
    }),
    cancelSubscription: endpoint({
      method: 'POST',
      path: at('subscriptions/:id/cancel'),
      summary: 'End it after the paid period; one that is not paid ends at once',
      permission: use,
      feature,
      oneself: true,
      params: ById,
      body: z.object({ type: Type.optional() }).prefault({}),
      response: SubscriptionDetail,
      errors: ['subscriptions.ended'],
      rateLimit: paces.edit,
    }),
    getActiveSubscription: endpoint({
      method: 'GET',
      path: at('subscriptions_active'),
      summary:
        'Your subscription in use: the one that you pay for yourself, or the one that gives you a licence or that you share',
      permission: use,
      feature,
      query: z.object({ type: Type.default('personal') }),
      response: z.object({ subscription: Subscription.nullable() }),
      rateLimit: paces.look,
    }),
    getSubscriptionUsage: endpoint({
      method: 'GET',
      path: at('subscriptions_usage'),
      summary: 'What the subscriptions that you pay for include in this period, and what is used',
      permission: use,
      feature,
      response: PlanUsage,
      rateLimit: paces.look,
    }),
    getPendingSubscription: endpoint({
      method: 'GET',
      path: `${base}/pending_company_subscription`,
      summary: 'The subscription of a manager or the company that waits for its payment or for an administrator',
      permission: use,
      feature,
      response: z.object({ subscription: Subscription.nullable() }),
      rateLimit: paces.look,
    }),
    listLicences: endpoint({
      method: 'GET',
      path: at('licenses'),
      summary: 'Licences of the subscriptions that you pay for',
      permission: share,
      feature,
      query: z.object(pageOf(25)),
      response: Paged(Licence),
      rateLimit: paces.look,
    }),
    updateLicence: endpoint({
      method: 'PATCH',
      path: at('licenses/:id'),
      summary: 'Give a licence to a user, or take it back with `user_id: null`; change how much of the plan they may use',
      permission: share,
      feature,
      params: ById,
      body: z
        .object({ user_id: Id.nullable(), allocation: z.int().min(0).max(1_000_000) })
        .partial()
        .refine((body) => Object.keys(body).length > 0, 'Nothing to change'),
      response: Licence,
      errors: ['subscriptions.allocation', 'subscriptions.has_licence'],
      rateLimit: paces.edit,
    }),
    orderLicences: endpoint({
      method: 'POST',
      path: at('licenses_order'),
      summary: 'Buy more licences for the days left of the period. `amount` is what you were shown',
      permission: share,
      feature,
      ...spends,
      body: z.object({ subscription_id: Id, quantity: Quantity, amount: ShownAmount }),
      response: PlanOrder,
      errors: [...spends.errors, 'subscriptions.ended'],
    }),
    listOrders: endpoint({
      method: 'GET',
      path: at('orders'),
      summary: 'Your orders of licences, the newest first',
      permission: use,
      feature,
      query: z.object(pageOf(25)),
      response: Paged(PlanOrder),
      rateLimit: paces.look,
    }),
    getOrder: endpoint({
      method: 'GET',
      path: at('orders/:id'),
      summary: 'One of your orders',
      permission: use,
      feature,
      params: ById,
      response: PlanOrder,
      rateLimit: paces.look,
    }),
    ...planAdminCalls({ admin, word, title }),
  };
}
