// Fixed lists of tasks. Apart from the schemas: the browser has these too.
export const taskKinds = ['call', 'text', 'email', 'meet', 'other'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** `due`: overdue and to do until the end of the asking user's day. */
export const taskTabs = ['due', 'upcoming', 'open', 'done'] as const;
export type TaskTab = (typeof taskTabs)[number];

/** When a contact has something to do: `today` is the asking user's whole day, `week` that day and the six after it. */
export const nextStepTimes = ['overdue', 'today', 'week', 'later'] as const;
export type NextStepTime = (typeof nextStepTimes)[number];
