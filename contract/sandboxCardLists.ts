/** What a bank of the demo can do with a charge. */
export const sandboxCardActs = ['ask', 'dispute', 'win', 'lose', 'fail_refund', 'expire_card'] as const;
export type SandboxCardAct = (typeof sandboxCardActs)[number];
