// Codes by mail, confirmed with the first one.
import { Alert, Group, Modal, Text } from '@mantine/core';
import { enableTwoFactor, getTwoFactor } from '#contract/twoFactor.ts';
import { getMe } from '#contract/users.ts';
import { textOf } from '../../app/notices.tsx';
import { useSend } from '../../app/queries.ts';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { MailAgain } from './MailAgain.tsx';
import { Proof, ProofError } from './Proof.tsx';
import { useMailedCode } from './useMailedCode.ts';
import { formError, proofCodes, useProof } from './useProof.ts';

export function MailCodesDialog({
  begun,
  hasPassword,
  email,
  onDone,
  onClose,
}: {
  begun: { otp_secret: string };
  hasPassword: boolean;
  email: string;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}) {
  const mail = useMailedCode(begun.otp_secret, { mailed: true });
  const { form, password, place } = useProof(hasPassword, 'Enter the code from the mail');
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
    <Modal opened onClose={onClose} title="Set up codes by mail">
      <FormLayout
        submit="Turn it on"
        busy={enable.isPending}
        error={error && <ProofError error={error} />}
        onSubmit={submit}
        onCancel={onClose}
      >
        <Text role="status">A code is on its way to {email}.</Text>
        {mail.error && (
          <Alert color="red" variant="light" role="alert">
            {textOf(mail.error)}
          </Alert>
        )}
        <Proof asked={hasPassword} field={form.getInputProps('password')} focus />
        <CodeInput
          label="Code from the mail"
          value={form.values.otp}
          error={form.errors.otp}
          onChange={(code) => form.setFieldValue('otp', code)}
        />
        <Group>
          <MailAgain mail={mail} />
        </Group>
      </FormLayout>
    </Modal>
  );
}
