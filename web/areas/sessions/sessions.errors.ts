import type { SearchSchemaInput } from '@tanstack/react-router';
import { type ErrorCode, errorCodes } from '#contract/errors.ts';

/** What single sign-on comes back to /login with. */
export type SignInError = Extract<ErrorCode, `sso.${string}` | 'sessions.address_refused'>;

const isSignInError = (said: unknown): said is SignInError =>
  typeof said === 'string' && Object.hasOwn(errorCodes, said) && (said.startsWith('sso.') || said === 'sessions.address_refused');

/** A code of ours or nothing: an address cannot put words on the page. */
export const validLoginSearch = (said: { error?: SignInError } & SearchSchemaInput): { error: SignInError | undefined } => ({
  error: isSignInError(said.error) ? said.error : undefined,
});
