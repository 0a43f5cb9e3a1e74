// Words of plans and subscriptions that the browser needs without the schemas.
export const products = ['texting', 'dialer', 'max_plus', 'account'] as const;
export type Product = (typeof products)[number];

/** Purposes of payments that can fail: a plan, or a refill of the wallet. */
export const failing = [...products, 'wallet'] as const;

/**
 * Units of a texting plan: a text takes one for each segment; with pictures it takes three, whatever its length.
 */
export const unitsOfText = ({ segments, pictures }: { segments: number; pictures: boolean }): number => (pictures ? 3 : segments);

/** Rules for use beyond the plan: its user's wallet pays, or it is refused, as somebody else pays the plan. */
export const beyonds = ['wallet', 'refused'] as const;
export type Beyond = (typeof beyonds)[number];

export const planLevels = ['standard', 'premium'] as const;
export type PlanLevel = (typeof planLevels)[number];

/** A month in dollars, where nothing else was agreed. */
export const planPrices: Record<PlanLevel, string> = { standard: '5.00', premium: '7.00' };
export const planPrice = (level: string): string => (Object.hasOwn(planPrices, level) ? planPrices[level as PlanLevel] : '0.00');

export const payers = ['self', 'manager', 'company'] as const;
export type Payer = (typeof payers)[number];

export const orderTypes = {
  self: 'Subscription::SelfPay',
  manager: 'Subscription::ManagerPay',
  company: 'Subscription::CompanyPay',
} as const satisfies Record<Payer, string>;

export const subscriptionStates = ['pending', 'active', 'past_due', 'unpaid', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** When an administrator ends somebody's subscription. */
export const endTimes = ['period_end', 'now'] as const;
export type EndTime = (typeof endTimes)[number];

export const planOrderStates = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type PlanOrderState = (typeof planOrderStates)[number];

export const invoiceStates = ['open', 'paid', 'void'] as const;
