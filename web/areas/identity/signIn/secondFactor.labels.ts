import type { SecondFactor } from '#contract/signIn.ts';

/** A recovery code can replace any factor. */
export type Method = SecondFactor | 'recovery';

export const methodWords: Record<Method, string> = {
  app: 'Use your authenticator app',
  email: 'Get a code by mail',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};
