import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ErrorCode } from '#contract/kit/errors.ts';

/** What single sign-on comes back to /login with. */
export type SignInError = Extract<ErrorCode, `sso.${string}`> | (typeof others)[number];

const others = ['sessions.address_refused', 'unauthenticated', 'unavailable', 'internal'] as const satisfies ErrorCode[];

const isSignInError = (said: unknown): said is SignInError =>
  typeof said === 'string' && ((others as readonly string[]).includes(said) || /^sso\.[a-z_]+$/.test(said));

/** A code, known or not, or nothing: an address cannot put words on the page. */
export const validLoginSearch = (said: { error?: SignInError } & SearchSchemaInput): { error: SignInError | undefined } => ({
  error: isSignInError(said.error) ? said.error : undefined,
});
