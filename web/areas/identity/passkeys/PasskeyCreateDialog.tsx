// Adds a passkey: asks for the password, then for the browser's passkey, and saves it.
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { invalidate } from '#app/queries.ts';
import { createPasskey, listPasskeys, startPasskey } from '#contract/passkeys.ts';
import { getMe } from '#contract/signIn.ts';
import { getTwoFactor } from '#contract/twoFactor.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/FormFields.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { Proof, ProofError } from '#web/areas/identity/passwords/Proof.tsx';
import { formError, proofCodes, useProof } from '#web/areas/identity/passwords/useProof.ts';
import { makePasskey } from './passkeys.browser.ts';

export function PasskeyCreateDialog({
  hasPassword,
  onDone,
  onClose,
}: {
  hasPassword: boolean;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}) {
  const { form, password, place } = useProof(hasPassword);
  const create = useMutation({
    mutationFn: async (name: string) => {
      const { otp_secret, options } = await call(startPasskey, { body: password });
      return call(createPasskey, { body: { otp_secret, name, passkey: await makePasskey(options) } });
    },
    meta: { form: true, handles: [...proofCodes, 'two_factor.spent', 'passkeys.refused', 'passkeys.known'] },
    onSuccess: ({ recovery_codes }) => {
      void invalidate(listPasskeys, getTwoFactor, getMe);
      onDone(recovery_codes);
    },
    onError: place,
  });
  const error = formError(create.error, 'passkeys.refused', 'passkeys.known');
  return (
    <Dialog onClose={onClose} title="Add a passkey">
      <FormLayout
        submit="Add the passkey"
        busy={create.isPending}
        error={error && <ProofError error={error} />}
        onSubmit={form.onSubmit(({ name }) => create.mutate(name))}
        onCancel={onClose}
      >
        <Text>Your browser asks where to keep it: on this device, on your phone, or on a security key.</Text>
        <TextField
          form={form}
          path="name"
          label="Name"
          description="To recognize it later, for example “Work laptop”"
          maxLength={60}
          focus
        />
        <Proof asked={hasPassword} field={form.getInputProps('password')} />
      </FormLayout>
    </Dialog>
  );
}
