// An authenticator app, from the QR code to its first code.
import { Code, Modal, Text } from '@mantine/core';
import type { AnswerOf } from '#contract/endpoint.ts';
import { enableTwoFactor, type generateQr, getTwoFactor } from '#contract/twoFactor.ts';
import { getMe } from '#contract/users.ts';
import { useSend } from '../../app/queries.ts';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import classes from './AppDialog.module.css';
import { Proof, ProofError } from './Proof.tsx';
import { formError, proofCodes, useProof } from './useProof.ts';

export function AppDialog({
  begun,
  hasPassword,
  onDone,
  onClose,
}: {
  begun: AnswerOf<typeof generateQr>;
  hasPassword: boolean;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}) {
  const { form, password, place } = useProof(hasPassword, 'Enter the code that the app shows');
  const enable = useSend(enableTwoFactor, {
    invalidates: [getTwoFactor, getMe],
    form: true,
    handles: [...proofCodes, 'two_factor.wrong_code', 'two_factor.spent'],
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const error = formError(enable.error);
  const submit = form.onSubmit(({ otp }) =>
    enable.mutate({ body: { otp_secret: begun.otp_secret, otp, ...password } }, { onError: place }),
  );
  return (
    <Modal opened onClose={onClose} title="Set up the authenticator app">
      <FormLayout
        submit="Turn it on"
        busy={enable.isPending}
        error={error && <ProofError error={error} />}
        onSubmit={submit}
        onCancel={onClose}
      >
        <Text>Scan this with the app, or type the key into it.</Text>
        <div className={classes.secret}>
          <img src={begun.qr} alt="QR code of the key below" className={classes.qr} />
          <Code className={classes.key}>{begun.secret}</Code>
        </div>
        <Proof asked={hasPassword} field={form.getInputProps('password')} focus />
        <CodeInput
          label="Code that the app shows"
          value={form.values.otp}
          error={form.errors.otp}
          onChange={(code) => form.setFieldValue('otp', code)}
        />
      </FormLayout>
    </Modal>
  );
}
