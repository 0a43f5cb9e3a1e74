// Administrators' calls for plans and subscriptions of one product, such as texting.
import { z } from 'zod';
import { Dollars } from './kit/amounts.ts';
import { ById, Day, endpoint, Flag, Id, Limit, Line, Nothing, Page, Paged, paces } from './kit/endpoint.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { endTimes, planLevels } from './planLists.ts';
import { Plan, PlanOrder, PlanUsage, Subscription } from './subscriptions.ts';

export const Quantity = z.int().min(1).max(1000);
export const onlyLive = { active: Flag.default(false) };
const NewPlan = z.object({
  name: Line(100).min(1, 'Enter a name'),
  level: z.enum(planLevels),
  price: Dollars('0', '10000.00'),
  included: z.int().min(0).max(1_000_000),
  enterprise: z.boolean().default(false),
});

const manage = 'money.manage';

interface Words {
  admin: `/${string}`;
  /** As people read it. */
  title: string;
}

/** Of every product, also of those that are sold by their level alone: the account and Max Plus. */
export const subscriptionAdminCalls = ({ admin, title }: Words) => ({
  listAdminSubscriptions: endpoint({
    method: 'GET',
    path: `${admin}/subscriptions`,
    summary: `All subscriptions of the company to ${title}; \`q\`: of payers with this name`,
    permission: manage,
    query: z.object({ ...pageOf(25), ...orderOf(['created_at', 'state', 'quantity'], 'DESC'), ...onlyLive }),
    response: Paged(Subscription),
    rateLimit: paces.look,
  }),
  endSubscription: endpoint({
    method: 'POST',
    path: `${admin}/cancel_subscription`,
    summary: `End somebody’s subscription to ${title}, at once or after the paid period; one that is not paid ends at once. The payer gets a mail`,
    permission: manage,
    body: z.object({ id: Id, reason: Line(200).min(1, 'Enter a reason'), at: z.enum(endTimes).default('now') }),
    response: Subscription,
    errors: ['subscriptions.ended'],
    rateLimit: paces.edit,
  }),
});

/** `word`: `sms`: paths are `/v1/admin/sms/sms_plans`. */
export function planAdminCalls({ admin, word, title }: Words & { word: string }) {
  const plans: `/${string}` = `${admin}/${word}_plans`;
  return {
    listAdminPlans: endpoint({
      method: 'GET',
      path: plans,
      summary: `All plans for ${title}; with \`all\` those that are no longer offered too`,
      permission: manage,
      query: z.object({ ...pageOf(25), ...orderOf(['name', 'price', 'included']), all: Flag.default(false) }),
      response: Paged(Plan),
      rateLimit: paces.look,
    }),
    createPlan: endpoint({
      method: 'POST',
      path: plans,
      summary: 'Offer a new plan',
      permission: manage,
      body: NewPlan,
      response: Plan,
      status: 201,
      errors: ['lookups.name_taken'],
      rateLimit: paces.edit,
    }),
    getPlan: endpoint({
      method: 'GET',
      path: `${plans}/:id`,
      summary: 'One plan',
      permission: manage,
      params: ById,
      response: Plan,
      rateLimit: paces.look,
    }),
    updatePlan: endpoint({
      method: 'PATCH',
      path: `${plans}/:id`,
      summary: 'Change a plan. Those who have it keep their price until they change their plan',
      permission: manage,
      params: ById,
      body: NewPlan.omit({ enterprise: true })
        .partial()
        .refine((body) => Object.keys(body).length > 0, 'Nothing to change'),
      response: Plan,
      errors: ['lookups.name_taken'],
      rateLimit: paces.edit,
    }),
    deletePlan: endpoint({
      method: 'DELETE',
      path: `${plans}/:id`,
      summary: 'Offer a plan no longer. Those who have it keep it',
      permission: manage,
      params: ById,
      response: Nothing,
      rateLimit: paces.edit,
    }),
    getAdminUsage: endpoint({
      method: 'GET',
      path: `${admin}/usage`,
      summary: `What the company’s subscriptions to ${title} include in their periods, and what is used, together and for each`,
      permission: manage,
      query: z.object({ page: Page, limit: Limit(25) }),
      response: Paged(Subscription).extend({ usage: PlanUsage }),
      rateLimit: paces.look,
    }),
    ...subscriptionAdminCalls({ admin, title }),
    grantSubscription: endpoint({
      method: 'POST',
      path: `${admin}/subscriptions`,
      summary: 'Give a user, or with `user_id: null` the company, a plan until a day; no card is charged',
      permission: manage,
      once: true,
      body: z.object({ plan_id: Id, user_id: Id.nullable(), quantity: Quantity.default(1), until: Day }),
      response: Subscription,
      errors: ['subscriptions.exists'],
      rateLimit: paces.edit,
    }),
    activateSubscription: endpoint({
      method: 'POST',
      path: `${admin}/active_subscription`,
      summary: 'Activate a subscription that waits or is not paid, until a day; no card is charged until then',
      permission: manage,
      body: z.object({ id: Id, until: Day }),
      response: Subscription,
      errors: ['subscriptions.ended'],
      rateLimit: paces.edit,
    }),
    listAdminOrders: endpoint({
      method: 'GET',
      path: `${admin}/orders`,
      summary: 'All orders of licences, the newest first',
      permission: manage,
      query: z.object(pageOf(25)),
      response: Paged(PlanOrder),
      rateLimit: paces.look,
    }),
    grantLicences: endpoint({
      method: 'POST',
      path: `${admin}/orders`,
      summary: 'Add licences to a subscription until its period ends; no card is charged for them until then',
      permission: manage,
      once: true,
      body: z.object({ subscription_id: Id, quantity: Quantity, note: Line(200).default('') }),
      response: PlanOrder,
      errors: ['subscriptions.ended'],
      rateLimit: paces.edit,
    }),
    cancelOrder: endpoint({
      method: 'POST',
      path: `${admin}/cancel_order`,
      summary: 'Take an order back: its licences go, as far as nobody has them',
      permission: manage,
      body: z.object({ id: Id, reason: Line(200).min(1, 'Enter a reason') }),
      response: PlanOrder,
      errors: ['subscriptions.order_used', 'subscriptions.ended'],
      rateLimit: paces.edit,
    }),
  };
}
