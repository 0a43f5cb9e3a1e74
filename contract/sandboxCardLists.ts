/** Acts of a demo bank on a charge; `refund`: an act of a person on the processor's own page. */
export const sandboxCardActs = ['ask', 'dispute', 'win', 'lose', 'refund', 'fail_refund', 'expire_card'] as const;
export type SandboxCardAct = (typeof sandboxCardActs)[number];
