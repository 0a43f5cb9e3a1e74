// What a signed-in person has to do before the rest is open to them, in this order. The server refuses with `steps.<name>`; the web app
// shows the way.

export const steps = ['terms', 'password', 'two_factor', 'payment'] as const;
export type Step = (typeof steps)[number];

/** Whether `ahead` may be done while `missing` is not. */
export const isAhead = (ahead: Step, missing: Step) => steps.indexOf(ahead) <= steps.indexOf(missing);
