import type { SearchSchemaInput } from '@tanstack/react-router';
import { type ErrorCode, errorCodes } from '#contract/kit/errors.ts';

/** What single sign-on comes back to /login with. */
export type SignInError = Extract<ErrorCode, `sso.${string}`> | (typeof others)[number];

const others = ['sessions.address_refused', 'unauthenticated', 'unavailable', 'internal'] as const satisfies ErrorCode[];

const isSignInError = (said: unknown): said is SignInError =>
  typeof said === 'string' &&
  ((others as readonly string[]).includes(said) || (said.startsWith('sso.') && Object.hasOwn(errorCodes, said)));

/** A code of ours or nothing: an address cannot put words on the page. */
export const validLoginSearch = (said: { error?: SignInError } & SearchSchemaInput): { error: SignInError | undefined } => ({
  error: isSignInError(said.error) ? said.error : undefined,
});
