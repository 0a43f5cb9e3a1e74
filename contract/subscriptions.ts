// Schemas that the plans of every product share. Money is a decimal string of dollars.
import { z } from 'zod';
import { MoneyText } from './kit/amounts.ts';
import { Day, Id } from './kit/endpoint.ts';
import { beyonds, orderTypes, payers, planLevels, planOrderStates, subscriptionStates } from './planLists.ts';
import { Person } from './users.ts';
import { declines } from './walletLists.ts';

export const Plan = z
  .object({
    id: Id,
    name: z.string(),
    level: z.enum(planLevels),
    /** A month of one licence. */
    price: MoneyText,
    /** Texts, or minutes, in a month of one licence. */
    included: z.int(),
    /** Agreed upon with the administrators, who activate it. */
    enterprise: z.boolean(),
    /** Nobody can subscribe to it any more. */
    retired: z.boolean(),
  })
  .meta({ id: 'Plan' });
export type Plan = z.output<typeof Plan>;

export const Subscription = z
  .object({
    id: Id,
    type: z.enum(payers),
    order_type: z.enum(orderTypes),
    state: z.enum(subscriptionStates),
    /** In use: paid, or still within the days for paying late. */
    active: z.boolean(),
    plan: Plan,
    /** From the next period on; null: the same. */
    next_plan: Plan.nullable(),
    /** Licences. */
    quantity: z.int(),
    /** A month of one licence, and of all. */
    price: MoneyText,
    amount: MoneyText,
    /** Null: the company. */
    payer: Person.nullable(),
    granted: z.boolean(),
    /** The last day of a granted one. */
    granted_until: Day.nullable(),
    starts_at: z.string().nullable(),
    /** The end of the period, when the next one is charged. */
    due_at: z.string().nullable(),
    cancel_at_end: z.boolean(),
    /** Units of a period: of all licences, given to people, and used. */
    included: z.int(),
    allocated: z.int(),
    current_usage: z.int(),
    licences: z.object({ assigned: z.int(), total: z.int() }),
    /** Why the last charge failed. */
    failure: z.enum(declines).nullable(),
    /** The bank's page for confirming the open charge. */
    action_url: z.string().nullable(),
    created_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof Subscription>;

export const SubscriptionDetail = Subscription.extend({
  /** Today's price of one more license, for the rest of the period. */
  licence_today: MoneyText,
  /** Today's charge for a change to each other plan; a cheaper plan begins with the next period and charges nothing. */
  changes: z.array(z.object({ plan: Plan, today: MoneyText, at_period_end: z.boolean() })),
}).meta({ id: 'SubscriptionDetail' });
export type SubscriptionDetail = z.output<typeof SubscriptionDetail>;

export const Licence = z
  .object({
    id: Id,
    subscription_id: Id,
    /** Null: nobody has it yet. */
    user: Person.nullable(),
    allocation: z.int(),
    used: z.int(),
    /** Whether its subscription is in use. */
    paid: z.boolean(),
  })
  .meta({ id: 'Licence' });
export type Licence = z.output<typeof Licence>;

export const PlanOrder = z
  .object({
    id: Id,
    subscription_id: Id,
    user: Person,
    quantity: z.int(),
    amount: MoneyText,
    state: z.enum(planOrderStates),
    failure: z.enum(declines).nullable(),
    action_url: z.string().nullable(),
    note: z.string(),
    created_at: z.string(),
    settled_at: z.string().nullable(),
  })
  .meta({ id: 'PlanOrder' });
export type PlanOrder = z.output<typeof PlanOrder>;

export const PlanUsage = z
  .object({ subscriptions: z.int(), licences: z.int(), assigned: z.int(), included: z.int(), allocated: z.int(), used: z.int() })
  .meta({ id: 'PlanUsage' });
export type PlanUsage = z.output<typeof PlanUsage>;

/** Of a user's own licence in this period, and what happens to use beyond it. */
export const PlanLeft = z.object({ left: z.int(), beyond: z.enum(beyonds) }).meta({ id: 'PlanLeft' });
export type PlanLeft = z.output<typeof PlanLeft>;
