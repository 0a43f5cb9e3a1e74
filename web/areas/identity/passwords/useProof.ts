// Before a user changes how they sign in, they confirm their identity: by the password or, without one, by a
// recent sign-in.
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { isWhole } from '#ui/CodeInput.tsx';

export const proofCodes = ['passwords.wrong', 'passwords.sign_in_again', 'rate_limited'] as const satisfies ErrorCode[];

/**
 * A form with the password (if the user has one) beside other fields: a first code, a name. `needsCode`: the
 * message if it is missing.
 */
export function useProof(hasPassword: boolean, needsCode?: string) {
  const form = useForm({
    initialValues: { otp: '', name: '', password: '' },
    validate: {
      otp: (code) => (!needsCode || isWhole(code) ? null : code ? 'Enter all six digits' : needsCode),
      password: (password) => (hasPassword && !password ? 'Enter your password' : null),
    },
  });
  return {
    form,
    /** For the call's body: empty without a password. */
    password: hasPassword ? { password: form.values.password } : {},
    /** Puts the server's messages beside their fields. */
    place(error: Error) {
      if (isRefused(error, 'invalid', 'passwords.wrong')) form.setErrors(error.fieldErrors);
      if (!isRefused(error, 'two_factor.wrong_code')) return;
      form.setFieldValue('otp', '');
      form.setFieldError('otp', textOf(error));
    },
  };
}

/** The error of the whole form; not repeated if a field shows it. */
export const formError = (error: Error | null, ...codes: ErrorCode[]) =>
  isRefused(error, 'passwords.sign_in_again', 'rate_limited', 'two_factor.spent', ...codes) ? error : null;
