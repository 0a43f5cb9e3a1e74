// Whoever changes how they sign in proves to be the account's owner: by the password, or, without one, by having signed in just now.
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { isWhole } from '#ui/CodeInput.tsx';

export const proofCodes = ['passwords.wrong', 'passwords.sign_in_again', 'rate_limited'] as const satisfies ErrorCode[];

/** A form with the password, where there is one, beside what else is asked: a first code, a name. `needsCode`: what to say where it is missing. */
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
    /** What is sent: nothing where there is none. */
    password: hasPassword ? { password: form.values.password } : {},
    /** Puts the server's words beside the fields they are about. */
    place(error: Error) {
      if (isRefused(error, 'invalid', 'passwords.wrong')) form.setErrors(error.fieldErrors);
      if (!isRefused(error, 'two_factor.wrong_code')) return;
      form.setFieldValue('otp', '');
      form.setFieldError('otp', textOf(error));
    },
  };
}

/** Of the whole form; what a field says is not said twice. */
export const formError = (error: Error | null, ...codes: ErrorCode[]) =>
  isRefused(error, 'passwords.sign_in_again', 'rate_limited', 'two_factor.spent', ...codes) ? error : null;
