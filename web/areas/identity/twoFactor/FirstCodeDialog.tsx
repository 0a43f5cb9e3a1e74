// Sets up the app or codes by mail, confirmed with the first code.
import type { ReactNode } from 'react';
import { useSend } from '#app/queries.ts';
import { getMe } from '#contract/signIn.ts';
import { enableTwoFactor, getTwoFactor } from '#contract/twoFactor.ts';
import { CodeInput } from '#ui/CodeInput.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { Proof, ProofError } from '#web/areas/identity/passwords/Proof.tsx';
import { formError, proofCodes, useProof } from '#web/areas/identity/passwords/useProof.ts';

export interface FirstCode {
  hasPassword: boolean;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

interface Props extends FirstCode {
  title: string;
  /** The code's label, and the message if it is missing. */
  label: string;
  missing: string;
  otpSecret: string;
  /** Says how the user gets the code. */
  children: ReactNode;
  /** Under the code. */
  below?: ReactNode;
}

export function FirstCodeDialog({ title, label, missing, otpSecret, hasPassword, children, below, onDone, onClose }: Props) {
  const { form, password, place } = useProof(hasPassword, missing);
  const enable = useSend(enableTwoFactor, {
    invalidates: [getTwoFactor, getMe],
    form: true,
    handles: [...proofCodes, 'two_factor.wrong_code', 'two_factor.spent'],
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const error = formError(enable.error);
  const submit = form.onSubmit(({ otp }) =>
    enable.mutate({ body: { otp_secret: otpSecret, otp, ...password } }, { onError: place }),
  );
  return (
    <Dialog onClose={onClose} title={title}>
      <FormLayout
        submit="Turn it on"
        busy={enable.isPending}
        error={error && <ProofError error={error} />}
        onSubmit={submit}
        onCancel={onClose}
      >
        {children}
        <Proof asked={hasPassword} field={form.getInputProps('password')} focus />
        <CodeInput
          label={label}
          value={form.values.otp}
          error={form.errors.otp}
          onChange={(code) => form.setFieldValue('otp', code)}
        />
        {below}
      </FormLayout>
    </Dialog>
  );
}
