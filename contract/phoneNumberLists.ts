// Words of phone numbers, for the browser too.
export const numberStates = ['active', 'quarantined', 'released'] as const;
export type NumberState = (typeof numberStates)[number];

export const numberRegistrations = ['none', 'pending', 'approved', 'failed'] as const;
export type NumberRegistration = (typeof numberRegistrations)[number];

export const orderStates = ['paying', 'buying', 'done', 'failed'] as const;
export const orderReasons = ['payment', 'no_funds', 'taken'] as const;

/** Days for which answers still arrive at a number that was given up. */
export const quarantineDays = 30;
