// Steps that a signed-in user must do before everything else, in this order. The server refuses with
// `steps.<name>`; the web app shows the step.

export const steps = ['terms', 'password', 'two_factor', 'payment'] as const;
export type Step = (typeof steps)[number];

/** Whether `ahead` may be done while `missing` is missing. */
export const isAhead = (ahead: Step, missing: Step) => steps.indexOf(ahead) <= steps.indexOf(missing);
