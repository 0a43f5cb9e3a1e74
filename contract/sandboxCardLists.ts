/** What a bank of the demo can do with a charge; `refund`: what somebody does on the processor's own page. */
export const sandboxCardActs = ['ask', 'dispute', 'win', 'lose', 'refund', 'fail_refund', 'expire_card'] as const;
export type SandboxCardAct = (typeof sandboxCardActs)[number];
