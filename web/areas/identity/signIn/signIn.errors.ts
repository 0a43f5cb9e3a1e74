import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ErrorCode } from '#contract/kit/errors.ts';

/** Errors with which single sign-on returns to /login. */
export type SignInError = Extract<ErrorCode, `sso.${string}`> | (typeof others)[number];

const others = ['sessions.address_refused', 'unauthenticated', 'unavailable', 'internal'] as const satisfies ErrorCode[];

const isSignInError = (said: unknown): said is SignInError =>
  typeof said === 'string' && ((others as readonly string[]).includes(said) || /^sso\.\w+$/.test(said));

/** Only our own codes: an address cannot put text on the page. */
export const validLoginSearch = (said: { error?: SignInError } & SearchSchemaInput): { error: SignInError | undefined } => ({
  error: isSignInError(said.error) ? said.error : undefined,
});
