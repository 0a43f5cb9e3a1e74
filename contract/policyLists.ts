// Fixed lists of policies. Apart from the schemas: the browser has these too.
export const policyStatuses = ['pending', 'in_force', 'lapsed', 'terminated', 'declined'] as const;
export type PolicyStatus = (typeof policyStatuses)[number];
export const premiumModes = ['monthly', 'quarterly', 'semiannual', 'annual', 'single'] as const;
export type PremiumMode = (typeof premiumModes)[number];
