import type { SecondFactorNeeded } from '#contract/sessions.ts';
import type { Tx } from '#kernel/context.ts';

/** What the person may answer a sign-in's second question with; null: there is none to ask. */
export async function findSecondFactors(_tx: Tx): Promise<Omit<SecondFactorNeeded, 'otp_secret'> | null> {
  return null;
}
