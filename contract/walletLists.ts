// Words of the wallet that the browser needs without the schemas.
export const usageTypes = ['sms', 'mms', 'call', 'phone_number', 'phone_check'] as const;
export type UsageType = (typeof usageTypes)[number];

export const transactionFilters = ['in', 'out', 'top_up', 'usage', 'allocation'] as const;
export type TransactionFilter = (typeof transactionFilters)[number];

export const transactionKinds = [
  'top_up',
  'refill',
  'invoice',
  'usage',
  'allocate',
  'reclaim',
  'adjustment',
  'refund',
  'dispute',
  'debt',
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export const analyticsPeriods = ['week', 'month', 'quarter', 'year'] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

export const refundStates = ['pending', 'succeeded', 'failed'] as const;

/** `warning`: the bank only asks; `closed`: it asked and took nothing; `open`, `lost`: the money is taken. */
export const disputeStates = ['warning', 'closed', 'open', 'lost', 'won'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const paymentShows = ['all', 'paid', 'failed', 'refunded', 'disputed'] as const;
export type PaymentShow = (typeof paymentShows)[number];

export const paymentStates = ['pending', 'requires_action', 'succeeded', 'failed'] as const;

/** Why a charge failed, or why refills are paused. */
export const declines = [
  'declined',
  'no_funds',
  'expired',
  'lost',
  'authentication',
  'abandoned',
  'no_card',
  'disputed',
] as const;
export type Decline = (typeof declines)[number];
