// Lists of the checks of phone numbers, for the browser too.
export const lineTypes = ['mobile', 'landline', 'voip', 'toll_free', 'other', 'invalid'] as const;
export type LineType = (typeof lineTypes)[number];

export const phoneCheckStates = ['waiting', 'checking', 'done', 'failed'] as const;
export const phoneCheckReasons = ['no_funds', 'unavailable'] as const;

/** A number that was checked within so many days is not checked again with many others. */
export const freshDays = 30;
